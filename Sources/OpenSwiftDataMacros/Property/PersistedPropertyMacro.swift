import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty`: what `@Model` puts on each property it persists.
struct PersistedPropertyMacro {}

extension PersistedPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = PersistedProperty(declaration, attribute: node) else { return [] }
    return [property.initAccessor, property.getter, property.setter]
  }
}

extension PersistedPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = PersistedProperty(declaration, attribute: node) else { return [] }
    return [property.storageDeclaration]
  }
}

extension PersistedProperty {
  /// The property under `@_PersistedProperty(slot: n)`.
  fileprivate init?(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax) {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, let identifier = binding.identifier,
      let slot = attribute.slot
    else { return nil }
    self.init(
      slot: slot, declaration: variable, binding: binding, identifier: identifier,
      followsInherited: attribute.followsInherited)
  }
}

extension AttributeSyntax {
  fileprivate var followsInherited: Bool {
    let argument = arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == "followsInherited" }
    return argument?.expression.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
  }

  fileprivate var slot: Int? {
    let slot = arguments?.as(LabeledExprListSyntax.self)?.first?.expression
    return slot?.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text) }
  }
}
