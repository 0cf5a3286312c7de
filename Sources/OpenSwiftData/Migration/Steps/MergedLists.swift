/// Lists of one entity that an earlier release kept in one place, because they have one inverse, see `SharedRelations`.
///
/// Which of them a member was put into was never written, so each gets the members of all when they are taken apart.
struct MergedLists {
  /// The names of the lists, "Entity.property".
  let names: [String]
  /// What is in them.
  let members: String
  /// How many pairs of an owner and a member there are.
  let count: Int64

  /// Those that a schema takes apart, and that have members.
  ///
  /// - Parameter connection: one that still has the tables of the old schema.
  static func all(in difference: SchemaDifference, on connection: Connection) throws -> [MergedLists] {
    let apart = difference.relations.filter { !$0.isKept && !$0.isReversed && $0.old?.isToMany == true }
    let places = Dictionary(grouping: apart) { Place($0.old?.storage) }
    return try places.values.filter { $0.count > 1 }.compactMap { try MergedLists($0, on: connection) }
      .sorted { $0.names.lexicographicallyPrecedes($1.names) }
  }

  /// The columns of the two ends.
  private struct Place: Hashable {
    let columns: [String?]

    init(_ storage: RelationshipStorage?) { columns = [storage?.table, storage?.owner, storage?.target] }
  }

  private init?(_ changes: [RelationChange], on connection: Connection) throws {
    guard let first = changes.first, let storage = first.old?.storage else { return nil }
    let columns = [storage.owner, storage.target].map { "\(EntityTable.quoted($0)) IS NOT NULL" }
    count = try connection.integer(
      "SELECT count(*) FROM \(EntityTable.quoted(storage.table)) WHERE \(columns.joined(separator: " AND "))")
    guard count > 0 else { return nil }
    names = changes.map(\.name)
    members = first.new.target
  }
}
