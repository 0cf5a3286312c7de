import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ModelActor`: gives an actor a context and an executor of its own.
struct ModelActorMacro {}

extension ModelActorMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      context.report(.notAnActor(declaration.introducer.text), at: declaration.introducer, fixIts: fixIts(declaration))
      return []
    }
    reportUninitializedProperty(of: actor, in: context)
    return ModelActorMembers(of: actor, lexicalContext: context.lexicalContext).missing
  }

  private static func fixIts(_ declaration: some DeclGroupSyntax) -> [FixIt] {
    guard let type = declaration.as(ClassDeclSyntax.self), type.inheritanceClause == nil,
      !type.modifiers.contains(where: { ["final", "open"].contains($0.name.text) })
    else { return [] }
    return [.replace(declaration.introducer, with: "actor")]
  }

  private static func reportUninitializedProperty(of actor: ActorDeclSyntax, in context: some MacroExpansionContext) {
    guard actor.initializers.isEmpty, let binding = actor.uninitializedProperty else { return }
    context.report(.uninitializedProperty(binding.pattern.trimmedDescription), at: binding.pattern)
  }
}

extension ModelActorMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    let source: DeclSyntax = "extension \(type.trimmed): OpenSwiftData.ModelActor {}"
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension MacroDiagnostic {
  fileprivate static func notAnActor(_ keyword: String) -> Self {
    .error("notAnActor", "'@ModelActor' can only be applied to an actor, not to \(keyword.withArticle)")
  }

  fileprivate static func uninitializedProperty(_ name: String) -> Self {
    .error(
      "uninitializedProperty",
      "'\(name)' needs an initial value, or an initializer that also sets 'modelExecutor' and 'modelContainer'"
    )
  }
}
