import SwiftSyntax
import SwiftSyntaxMacros

/// `#Index`, `#Unique`, `#FullTextIndex`: they add nothing by themselves; `@Model` reads them.
struct ClassAnnotationMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if context.lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.attribute(named: "Model") == nil {
      context.report(.outsideOfModel(node.macroName.text), at: node.macroName)
    }
    return []
  }
}

extension MacroDiagnostic {
  fileprivate static func outsideOfModel(_ macro: String) -> Self {
    .error("outsideOfModel", "'#\(macro)' belongs inside a class with '@Model'")
  }
}
