import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: turns the stored properties of a class into persisted ones and makes it a `PersistentModel`.
///
/// Diagnostics come from the member role alone, so that each is reported once.
struct ModelMacro {}

extension ModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = ModelRules.checkedModel(declaration, in: context) else { return [] }
    let properties = PersistedProperties(of: model)
    let members = ModelMembers(
      model: model, superclass: ModelRules.superclass(of: model, missing: protocols), properties: properties.all,
      lexicalContext: context.lexicalContext)
    return members.missing
  }
}

extension ModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard ModelRules.isModel(declaration), let variable = member.as(VariableDeclSyntax.self),
      variable.attributes.attribute(named: "_PersistedProperty") == nil,
      let property = PersistedProperties(of: declaration).property(declaredBy: variable)
    else { return [] }
    // Here the compiler doesn't say whether what stands behind the colon is a model.
    let follows = declaration.inheritanceClause == nil ? "" : ", followsInherited: true"
    return ["@OpenSwiftData._PersistedProperty(slot: \(raw: property.slot)\(raw: follows))"]
  }
}
