import SwiftSyntax

// What macros read from declarations: access levels, members and the shape of variables.

/// The access level of generated members.
enum AccessLevel: String {
  case `public`
  case package
  case `internal`

  /// The modifier in front of a member, followed by a space.
  var prefix: String { self == .internal ? "" : "\(rawValue) " }

  /// The level of a nominal type: that of its own modifier, or of the enclosing extension.
  init(of modifiers: DeclModifierListSyntax, in lexicalContext: [Syntax]) {
    let enclosing = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
    self = Self(modifiers) ?? enclosing.flatMap(Self.init) ?? .internal
  }

  private init?(_ modifiers: DeclModifierListSyntax) {
    let levels = modifiers.lazy.filter { $0.detail == nil }.compactMap { Self(keyword: $0.name.tokenKind) }
    guard let level = levels.first else { return nil }
    self = level
  }

  private init?(keyword: TokenKind) {
    switch keyword {
    case .keyword(.public), .keyword(.open): self = .public
    case .keyword(.package): self = .package
    case .keyword(.internal), .keyword(.fileprivate), .keyword(.private): self = .internal
    default: return nil
    }
  }
}

extension DeclGroupSyntax {
  /// Whether the body declares a variable with this name.
  func declaresVariable(_ name: String) -> Bool { variables.contains { $0.declares(name) } }

  /// Whether the body declares an initializer with exactly these labels, as in `init(a:b:)`.
  func declaresInitializer(_ fullName: String) -> Bool { initializers.contains { $0.fullName == fullName } }

  var initializers: [InitializerDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
  }

  /// The stored and computed variables of the body.
  var variables: [VariableDeclSyntax] { memberBlock.members.variables }
}

extension MemberBlockItemListSyntax {
  var variables: [VariableDeclSyntax] { compactMap { $0.decl.as(VariableDeclSyntax.self) } }
}

extension InitializerDeclSyntax {
  fileprivate var fullName: String {
    let labels = signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    return "init(\(labels.joined()))"
  }
}

extension VariableDeclSyntax {
  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
  /// Whether the variable is `static`, `class` or `lazy`, and therefore not stored in a model.
  var isTypeMemberOrLazy: Bool { modifier(.static) != nil || modifier(.class) != nil || modifier(.lazy) != nil }

  func modifier(_ keyword: Keyword) -> DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(keyword) }
  }

  /// Whether one of the names that the variable declares is this one.
  func declares(_ name: String) -> Bool { bindings.contains { $0.identifier?.bareName == name } }
}

extension PatternBindingSyntax {
  /// The name as written, backticks included; nil for a tuple.
  var identifier: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }

  /// `willSet` and `didSet`.
  var observers: [AccessorDeclSyntax] {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return [] }
    return accessors.filter(\.isObserver)
  }

  /// Whether there is a getter, so that nothing is stored.
  var isComputed: Bool {
    guard let block = accessorBlock else { return false }
    guard case .accessors(let accessors) = block.accessors else { return true }
    return !accessors.allSatisfy(\.isObserver)
  }

  /// Whether Swift initializes the variable with `nil`: `T?` or `T!` without an initial value.
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
  /// The name without backticks.
  var bareName: String { identifier?.name ?? text }
}
