import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A message of a macro: its text, its severity and a stable identifier.
struct MacroDiagnostic: DiagnosticMessage, FixItMessage {
  let message: String
  let severity: DiagnosticSeverity
  private let identifier: String

  var diagnosticID: MessageID { MessageID(domain: "OpenSwiftData", id: identifier) }
  var fixItID: MessageID { diagnosticID }

  fileprivate init(_ identifier: String, _ message: String, severity: DiagnosticSeverity) {
    self.identifier = identifier
    self.message = message
    self.severity = severity
  }

  static func error(_ identifier: String, _ message: String) -> Self { Self(identifier, message, severity: .error) }
  static func warning(_ identifier: String, _ message: String) -> Self { Self(identifier, message, severity: .warning) }
  static func note(_ identifier: String, _ message: String) -> Self { Self(identifier, message, severity: .note) }
}

extension MacroExpansionContext {
  /// Reports a message at a piece of the source.
  func report(_ diagnostic: MacroDiagnostic, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fixIts))
  }
}

extension String {
  /// A keyword with its article: "a struct", "an actor".
  var withArticle: String { (first.map("aeiou".contains) ?? false ? "an " : "a ") + self }
}

extension FixIt {
  /// Replaces a keyword and keeps the spaces and comments around it.
  static func replace(_ token: TokenSyntax, with text: String) -> FixIt {
    let replacement = token.with(\.tokenKind, .identifier(text))
    return FixIt("change '\(token.text)' to '\(text)'", replacing: token, with: replacement)
  }

  /// Replaces an attribute by another one without arguments.
  static func rename(_ attribute: AttributeSyntax, to name: String) -> FixIt {
    let renamed = AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier(name)))
      .with(\.leadingTrivia, attribute.leadingTrivia).with(\.trailingTrivia, attribute.trailingTrivia)
    return FixIt("change '@\(attribute.baseName ?? "")' to '@\(name)'", replacing: attribute, with: renamed)
  }

  /// Removes an attribute from a variable.
  static func remove(_ attribute: AttributeSyntax, from variable: VariableDeclSyntax) -> FixIt {
    let remaining = variable.attributes.filter { $0.as(AttributeSyntax.self)?.id != attribute.id }
    return remove("@\(attribute.baseName ?? "")", variable, leaving: variable.with(\.attributes, remaining))
  }

  /// Removes a modifier from a variable.
  static func remove(_ modifier: DeclModifierSyntax, from variable: VariableDeclSyntax) -> FixIt {
    let remaining = variable.modifiers.filter { $0.id != modifier.id }
    return remove(modifier.name.text, variable, leaving: variable.with(\.modifiers, remaining))
  }

  /// Keeps what comes before the variable, such as comments.
  private static func remove(_ name: String, _ old: VariableDeclSyntax, leaving new: VariableDeclSyntax) -> FixIt {
    FixIt("remove '\(name)'", replacing: old, with: new.with(\.leadingTrivia, old.leadingTrivia))
  }

  /// Adds an initial value to a variable, as a placeholder to fill in.
  static func addInitialValue(to binding: PatternBindingSyntax) -> FixIt {
    let placeholder = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: EditorPlaceholderExprSyntax(placeholder: .identifier("<#initial value#>")))
    return FixIt("add an initial value", replacing: binding, with: binding.with(\.initializer, placeholder))
  }

  private init(_ message: String, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol) {
    let message = MacroDiagnostic("fixIt", message, severity: .note)
    self.init(message: message, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
