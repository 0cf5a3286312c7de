import OpenSwiftData

/// A relationship of the walk's models: what the oracle has to know of it, and how it is read and written.
struct WalkLink: Sendable {
  enum Shape {
    /// To one model.
    case reference
    /// To one model, which leads back to one.
    case partner
    /// To the models whose references lead here.
    case list
    /// To many models that may lead back to many; the end that the oracle keeps.
    case pairs
    /// The other end of such pairs.
    case inversePairs
  }

  let kind: WalkKind
  let name: String
  let target: WalkKind
  let shape: Shape
  let inverse: String?
  let rule: Schema.Relationship.DeleteRule
  var isRequired = false
  let read: @Sendable (any WalkModel) -> [any WalkModel]
  let write: @Sendable (any WalkModel, [any WalkModel]) -> Void

  var isToMany: Bool { shape == .list || shape == .pairs || shape == .inversePairs }
  var inverseLink: WalkLink? { inverse.flatMap { WalkLink.named($0, of: target) } }

  static func many<Owner: WalkModel, Target: WalkModel>(
    _ kind: WalkKind, _ name: String, _ target: WalkKind, _ shape: Shape, inverse: String?,
    _ rule: Schema.Relationship.DeleteRule, _ path: any ReferenceWritableKeyPath<Owner, [Target]> & Sendable
  ) -> WalkLink {
    WalkLink(
      kind: kind, name: name, target: target, shape: shape, inverse: inverse, rule: rule,
      read: { ($0 as? Owner)?[keyPath: path] ?? [] },
      write: { ($0 as? Owner)?[keyPath: path] = $1.compactMap { $0 as? Target } })
  }

  static func one<Owner: WalkModel, Target: WalkModel>(
    _ kind: WalkKind, _ name: String, _ target: WalkKind, _ shape: Shape = .reference, inverse: String?,
    _ path: any ReferenceWritableKeyPath<Owner, Target?> & Sendable
  ) -> WalkLink {
    WalkLink(
      kind: kind, name: name, target: target, shape: shape, inverse: inverse, rule: .nullify,
      read: { ($0 as? Owner)?[keyPath: path].map { [$0] } ?? [] },
      write: { ($0 as? Owner)?[keyPath: path] = $1.first as? Target })
  }

  static func required<Owner: WalkModel, Target: WalkModel>(
    _ kind: WalkKind, _ name: String, _ target: WalkKind, inverse: String?,
    _ path: any ReferenceWritableKeyPath<Owner, Target> & Sendable
  ) -> WalkLink {
    WalkLink(
      kind: kind, name: name, target: target, shape: .reference, inverse: inverse, rule: .nullify, isRequired: true,
      // One that is missing answers a deleted model.
      read: { ($0 as? Owner).map { [$0[keyPath: path]] }?.filter { !$0.isDeleted } ?? [] },
      write: { if let target = $1.first as? Target { ($0 as? Owner)?[keyPath: path] = target } })
  }

  static let all: [WalkLink] = [
    .many(.hall, "exhibits", .exhibit, .list, inverse: "hall", .cascade, \Hall.exhibits),
    .many(.hall, "seals", .seal, .list, inverse: "hall", .deny, \Hall.seals),
    .many(.hall, "annexes", .hall, .list, inverse: "parent", .cascade, \Hall.annexes),
    .one(.hall, "parent", .hall, inverse: "annexes", \Hall.parent),
    .one(.exhibit, "hall", .hall, inverse: "exhibits", \Showpiece.hall),
    .many(.exhibit, "artists", .artist, .pairs, inverse: "exhibits", .nullify, \Showpiece.artists),
    .one(.exhibit, "plaque", .plaque, .partner, inverse: "exhibit", \Showpiece.plaque),
    .one(.exhibit, "donor", .artist, inverse: nil, \Showpiece.donor),
    .many(.exhibit, "pictures", .plaque, .pairs, inverse: nil, .nullify, \Showpiece.pictures),
    .many(.artist, "exhibits", .exhibit, .inversePairs, inverse: "artists", .nullify, \Artist.exhibits),
    .one(.plaque, "exhibit", .exhibit, .partner, inverse: "plaque", \Plaque.exhibit),
    .required(.seal, "hall", .hall, inverse: "seals", \Seal.hall),
    .many(.squad, "wardens", .warden, .list, inverse: "squad", .noAction, \Party.wardens),
    .one(.warden, "squad", .squad, inverse: "wardens", \Warden.squad),
  ]

  static func named(_ name: String, of kind: WalkKind) -> WalkLink? { all.first { $0.kind == kind && $0.name == name } }

  private static let byKind = Dictionary(grouping: all, by: \.kind)

  static func of(_ kind: WalkKind) -> [WalkLink] { byKind[kind] ?? [] }
}
