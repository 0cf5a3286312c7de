import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// One thing a macro has to say: its text, how bad it is, and a stable identifier.
struct MacroDiagnostic: DiagnosticMessage, FixItMessage {
  let message: String
  let severity: DiagnosticSeverity
  private let identifier: String

  var diagnosticID: MessageID { MessageID(domain: "OpenSwiftData", id: identifier) }
  var fixItID: MessageID { diagnosticID }

  private init(_ identifier: String, _ message: String, severity: DiagnosticSeverity) {
    self.identifier = identifier
    self.message = message
    self.severity = severity
  }

  static func error(_ identifier: String, _ message: String) -> Self {
    Self(identifier, message, severity: .error)
  }

  static func warning(_ identifier: String, _ message: String) -> Self {
    Self(identifier, message, severity: .warning)
  }

  static func note(_ identifier: String, _ message: String) -> Self {
    Self(identifier, message, severity: .note)
  }

  static func fixIt(_ message: String) -> Self {
    Self("fixIt", message, severity: .note)
  }
}

extension MacroExpansionContext {
  /// Reports at a piece of the source, which is where the editor puts its mark.
  func report(_ diagnostic: MacroDiagnostic, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fixIts))
  }
}
