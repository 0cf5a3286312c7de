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

  /// Replaces an attribute by another one without arguments.
  static func rename(_ attribute: AttributeSyntax, to name: String) -> FixIt {
    let renamed = AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier(name)))
      .with(\.leadingTrivia, attribute.leadingTrivia).with(\.trailingTrivia, attribute.trailingTrivia)
    return FixIt(
      message: MacroDiagnostic.fixIt("change '@\(attribute.baseName ?? "")' to '@\(name)'"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(renamed))]
    )
  }

  /// Takes an attribute away from a variable.
  static func remove(_ attribute: AttributeSyntax, from variable: VariableDeclSyntax) -> FixIt {
    let remaining = variable.attributes.filter { $0.as(AttributeSyntax.self)?.id != attribute.id }
    return remove("@\(attribute.baseName ?? "")", variable, leaving: variable.with(\.attributes, remaining))
  }

  /// Takes a modifier away from a variable.
  static func remove(_ modifier: DeclModifierSyntax, from variable: VariableDeclSyntax) -> FixIt {
    let remaining = variable.modifiers.filter { $0.id != modifier.id }
    return remove(modifier.name.text, variable, leaving: variable.with(\.modifiers, remaining))
  }

  /// What stood before the variable, such as its comments, stays before what is left of it.
  private static func remove(_ name: String, _ old: VariableDeclSyntax, leaving new: VariableDeclSyntax) -> FixIt {
    FixIt(
      message: MacroDiagnostic.fixIt("remove '\(name)'"),
      changes: [
        .replace(oldNode: Syntax(old), newNode: Syntax(new.with(\.leadingTrivia, old.leadingTrivia)))
      ]
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
