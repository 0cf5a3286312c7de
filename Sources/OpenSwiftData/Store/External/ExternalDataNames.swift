/// The files of large values that the rows of a store name.
///
/// What the store says of itself counts, not what a program knows: that may be a part of the entities only.
struct ExternalDataNames {
  private let columns: [(entity: String, column: String)]

  /// - Throws: `StoreError` if the store can't be understood; then nobody can tell which files it names.
  init(of connection: Connection, location: String) throws {
    columns = try StoredSchema(of: connection, location: location).description.entities.flatMap { entity in
      entity.attributes.filter(\.mayKeepFiles).map { (entity.name, $0.columns[0].name) }
    }
  }

  /// The names; read them in one transaction with what the store says of itself.
  func all(on connection: Connection) throws -> Set<String> {
    var names: Set<String> = []
    for (entity, name) in columns {
      let column = EntityTable.quoted(name)
      let found = try connection.texts(
        "SELECT \(column) FROM \(EntityTable.quoted(entity)) WHERE typeof(\(column)) = 'text'")
      names.formUnion(found)
    }
    return names
  }
}
