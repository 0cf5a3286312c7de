import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  /// Writes another keyword and keeps the spaces and comments around it.
  static func replace(_ token: TokenSyntax, with text: String) -> FixIt {
    let replacement = token.with(\.tokenKind, .identifier(text))
    return FixIt(
      message: MacroDiagnostic.fixIt("change '\(token.text)' to '\(text)'"),
      changes: [.replace(oldNode: Syntax(token), newNode: Syntax(replacement))]
    )
  }

  /// Takes an attribute away; what stood before it goes to what follows.
  static func remove(_ attribute: AttributeSyntax, from list: AttributeListSyntax) -> FixIt {
    let remaining = list.filter { $0.as(AttributeSyntax.self)?.id != attribute.id }
    return FixIt(
      message: MacroDiagnostic.fixIt("remove '@\(attribute.baseName ?? "")'"),
      changes: [.replace(oldNode: Syntax(list), newNode: Syntax(remaining))]
    )
  }

  /// Takes a modifier away.
  static func remove(_ modifier: DeclModifierSyntax, from list: DeclModifierListSyntax) -> FixIt {
    let remaining = list.filter { $0.id != modifier.id }
    return FixIt(
      message: MacroDiagnostic.fixIt("remove '\(modifier.name.text)'"),
      changes: [.replace(oldNode: Syntax(list), newNode: Syntax(remaining))]
    )
  }

  /// Gives a variable an initial value for the programmer to fill in.
  static func addInitialValue(to binding: PatternBindingSyntax) -> FixIt {
    let placeholder = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: EditorPlaceholderExprSyntax(placeholder: .identifier("<#initial value#>"))
    )
    return FixIt(
      message: MacroDiagnostic.fixIt("add an initial value"),
      changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(binding.with(\.initializer, placeholder)))]
    )
  }
}
