/// The schema that a store's tables are made for, as the store says it.
struct StoredSchema {
  let version: Schema.Version
  let description: SchemaDescription
  /// Whether the store describes itself; one of the first file format does not.
  let isRecorded: Bool

  /// - Throws: `StoreError` if the store does not say its version, or not in a way that makes sense.
  init(of connection: Connection, location: String) throws {
    let metadata = StoreMetadata(connection: connection)
    guard let version = try metadata[.schemaVersion].flatMap(Schema.Version.init) else {
      throw StoreError(kind: .damaged, location: location, explanation: "The store does not say its version.")
    }
    self.version = version
    guard let json = try metadata[.schemaDescription] else {
      description = try SchemaDescription(tablesOf: connection)
      isRecorded = false
      return
    }
    guard let description = try? SchemaDescription(json: json) else {
      throw StoreError(kind: .damaged, location: location, explanation: "The store's description can't be read.")
    }
    self.description = description
    isRecorded = true
  }

  /// Whether the tables are those of a schema; entities that only the store knows are left alone.
  func fits(_ other: SchemaDescription) -> Bool {
    guard isRecorded else {
      let difference = SchemaDifference(from: description, to: other)
      return difference.added.isEmpty && !difference.changed.contains(where: \.changesStore)
    }
    return other.entities.allSatisfy { description.entity($0.name)?.fingerprint == $0.fingerprint }
  }
}
