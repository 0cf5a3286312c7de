import SwiftSyntax

/// The access level that generated members are written with.
enum AccessLevel: String {
  case `public`
  case package
  case `internal`

  /// The modifier in front of a member, with its space.
  var prefix: String { self == .internal ? "" : "\(rawValue) " }

  /// The level of a nominal type: its own modifier, else the one its enclosing extension hands down.
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
