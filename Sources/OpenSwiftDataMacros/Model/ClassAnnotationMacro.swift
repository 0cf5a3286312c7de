import SwiftSyntax
import SwiftSyntaxMacros

/// `#Index`, `#Unique`: they add nothing by themselves; `@Model` reads them.
struct ClassAnnotationMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
