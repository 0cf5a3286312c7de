import SwiftSyntax

extension VariableDeclSyntax {
  /// A `let`.
  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// `static`, `class` and `lazy` variables never belong to the stored state of a model.
  var isTypeMemberOrLazy: Bool {
    modifier(.static) != nil || modifier(.class) != nil || modifier(.lazy) != nil
  }

  /// The modifier with this keyword, if written.
  func modifier(_ keyword: Keyword) -> DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension PatternBindingSyntax {
  /// The name, as written (backticks included), of a binding that is not a tuple.
  var identifier: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }

  /// `willSet` and `didSet`.
  var observers: [AccessorDeclSyntax] {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return [] }
    return accessors.filter(\.isObserver)
  }

  /// Whether there is a getter, so nothing is stored.
  var isComputed: Bool {
    guard let block = accessorBlock else { return false }
    guard case .accessors(let accessors) = block.accessors else { return true }
    return !accessors.allSatisfy(\.isObserver)
  }

  /// Whether Swift itself gives the variable `nil` at first: `T?` or `T!` with no initial value.
  var startsAsNil: Bool {
    guard initializer == nil, let type = typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension AccessorDeclSyntax {
  fileprivate var isObserver: Bool {
    accessorSpecifier.tokenKind == .keyword(.willSet) || accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

extension TokenSyntax {
  /// The name without the backticks that let a keyword be one.
  var bareName: String { identifier?.name ?? text }
}
