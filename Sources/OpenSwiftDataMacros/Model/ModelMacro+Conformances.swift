import SwiftSyntax
import SwiftSyntaxMacros

extension ModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard ModelRules.isModel(declaration) else { return [] }
    let missing = Set(protocols.map { $0.trimmedDescription.split(separator: ".").last.map(String.init) ?? "" })
    return [conformances(of: type, missing: missing), sendable(type, missing: missing)].compactMap { $0 }
  }

  private static func conformances(of type: some TypeSyntaxProtocol, missing: Set<String>) -> ExtensionDeclSyntax? {
    let known = [("PersistentModel", "OpenSwiftData.PersistentModel"), ("Observable", "Observation.Observable")]
    let names = known.filter { missing.contains($0.0) }.map { "nonisolated \($0.1)" }
    guard !names.isEmpty else { return nil }
    let source: DeclSyntax = "extension \(type.trimmed): \(raw: names.joined(separator: ", ")) {}"
    return source.as(ExtensionDeclSyntax.self)
  }

  private static func sendable(_ type: some TypeSyntaxProtocol, missing: Set<String>) -> ExtensionDeclSyntax? {
    guard missing.contains("Sendable") else { return nil }
    let source: DeclSyntax = """
      @available(*, unavailable, message: "Models never cross actors: pass the persistentModelID, \
      and look the model up in the other context")
      extension \(type.trimmed): @unchecked Sendable {}
      """
    return source.as(ExtensionDeclSyntax.self)
  }
}
