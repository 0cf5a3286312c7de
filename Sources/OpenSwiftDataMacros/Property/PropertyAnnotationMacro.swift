import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`, `@Relationship`, `@Transient`: they add nothing by themselves; `@Model` reads them.
struct PropertyAnnotationMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      context.report(.notAProperty(node.baseName ?? ""), at: node)
    }
    return []
  }
}

extension MacroDiagnostic {
  fileprivate static func notAProperty(_ annotation: String) -> Self {
    .error("notAProperty", "'@\(annotation)' can only be applied to a stored property of a model")
  }
}
