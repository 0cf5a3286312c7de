import OpenSwiftData

/// A relationship of the graph's models: what an oracle has to know of it, and how it is read and written.
struct GraphLink: Sendable {
  let kind: GraphKind
  let name: String
  let target: GraphKind
  let isToMany: Bool
  let isRequired: Bool
  let inverse: String?
  let rule: Schema.Relationship.DeleteRule
  let read: @Sendable (any PersistentModel) -> [any PersistentModel]
  let write: @Sendable (any PersistentModel, [any PersistentModel]) -> Void

  static func many<Owner: PersistentModel, Target: PersistentModel>(
    _ kind: GraphKind, _ name: String, _ target: GraphKind, inverse: String?,
    _ rule: Schema.Relationship.DeleteRule, _ path: any ReferenceWritableKeyPath<Owner, [Target]> & Sendable
  ) -> GraphLink {
    GraphLink(
      kind: kind, name: name, target: target, isToMany: true, isRequired: false, inverse: inverse, rule: rule,
      read: { ($0 as? Owner)?[keyPath: path] ?? [] },
      write: { ($0 as? Owner)?[keyPath: path] = $1.compactMap { $0 as? Target } })
  }

  static func one<Owner: PersistentModel, Target: PersistentModel>(
    _ kind: GraphKind, _ name: String, _ target: GraphKind, inverse: String?,
    _ path: any ReferenceWritableKeyPath<Owner, Target?> & Sendable
  ) -> GraphLink {
    GraphLink(
      kind: kind, name: name, target: target, isToMany: false, isRequired: false, inverse: inverse, rule: .nullify,
      read: { ($0 as? Owner)?[keyPath: path].map { [$0] } ?? [] },
      write: { ($0 as? Owner)?[keyPath: path] = $1.first as? Target })
  }

  static func required<Owner: PersistentModel, Target: PersistentModel>(
    _ kind: GraphKind, _ name: String, _ target: GraphKind, inverse: String?,
    _ path: any ReferenceWritableKeyPath<Owner, Target> & Sendable
  ) -> GraphLink {
    GraphLink(
      kind: kind, name: name, target: target, isToMany: false, isRequired: true, inverse: inverse, rule: .nullify,
      read: { ($0 as? Owner).map { [$0[keyPath: path]] } ?? [] },
      write: { if let target = $1.first as? Target { ($0 as? Owner)?[keyPath: path] = target } })
  }

  static let all: [GraphLink] = [
    .many(.folder, "sheets", .sheet, inverse: "folder", .cascade, \Folder.sheets),
    .many(.folder, "locks", .padlock, inverse: "folder", .deny, \Folder.locks),
    .many(.folder, "children", .folder, inverse: "parent", .cascade, \Folder.children),
    .one(.folder, "parent", .folder, inverse: "children", \Folder.parent),
    .one(.sheet, "folder", .folder, inverse: "sheets", \Sheet.folder),
    .many(.sheet, "labels", .label, inverse: "sheets", .nullify, \Sheet.labels),
    .one(.sheet, "cover", .cover, inverse: "sheet", \Sheet.cover),
    .one(.sheet, "source", .label, inverse: nil, \Sheet.source),
    .many(.sheet, "sources", .cover, inverse: nil, .nullify, \Sheet.sources),
    .many(.label, "sheets", .sheet, inverse: "labels", .nullify, \Label.sheets),
    .one(.cover, "sheet", .sheet, inverse: "cover", \Cover.sheet),
    .required(.padlock, "folder", .folder, inverse: "locks", \Padlock.folder),
    .many(.team, "players", .player, inverse: "team", .noAction, \Team.players),
    .one(.player, "team", .team, inverse: "players", \Player.team),
  ]

  static func named(_ name: String, of kind: GraphKind) -> GraphLink? {
    all.first { $0.kind == kind && $0.name == name }
  }

  static func of(_ kind: GraphKind) -> [GraphLink] { all.filter { $0.kind == kind } }
}
