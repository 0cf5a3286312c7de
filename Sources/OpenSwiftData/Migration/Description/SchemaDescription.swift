import Foundation

/// The description of the schema that a store's tables were made for, kept in the store for later versions to compare.
struct SchemaDescription: Codable, Hashable, Sendable {
  let entities: [EntityDescription]

  init(entities: [EntityDescription]) { self.entities = entities.sorted { $0.name < $1.name } }

  init(_ schema: Schema) { self.init(entities: schema.roots.map { EntityDescription($0.hierarchy) }) }

  func entity(_ name: String) -> EntityDescription? { entities.first { $0.name == name } }

  /// The table of each class, by the names of both.
  var tablesOfClasses: [String: String] {
    let pairs = entities.flatMap { entity in
      [(entity.name, entity.name)] + (entity.subclasses ?? []).map { ($0.name, entity.name) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  var fingerprint: String {
    var hash = StableHash()
    for entity in entities { hash.combine(entity.fingerprint) }
    return hash.text
  }

  /// The JSON that is kept in the store.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  init(json: String) throws { self = try JSONDecoder().decode(SchemaDescription.self, from: Data(json.utf8)) }
}

/// The version and the schema that a store's tables were made for, read from the store.
struct StoredSchema {
  let version: Schema.Version
  let description: SchemaDescription
  /// Whether the store contains a description; those of the first file format do not.
  let isRecorded: Bool

  /// - Throws: `StoreError` if the version or the description is missing or can't be read.
  init(of connection: Connection, location: String) throws {
    let metadata = StoreMetadata(connection: connection)
    guard let version = try metadata[.schemaVersion].flatMap(Schema.Version.init) else {
      throw StoreError(kind: .damaged, location: location, explanation: "The store does not record its version.")
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

  /// Whether the tables are those of a schema; entities that only the store has don't count.
  func fits(_ other: SchemaDescription) -> Bool {
    guard isRecorded else {
      let difference = SchemaDifference(from: description, to: other)
      return difference.added.isEmpty && !difference.changed.contains(where: \.changesStore)
    }
    return other.entities.allSatisfy { description.entity($0.name)?.fingerprint == $0.fingerprint }
  }
}

extension SchemaDescription {
  /// Derives the description of a store of the first file format from its tables.
  ///
  /// The Swift types, which tables can't tell, stay nil and match any type with the same columns.
  init(tablesOf connection: Connection) throws {
    let names = try connection.texts(
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'openswiftdata\\_%' ESCAPE '\\'
      """)
    self.init(entities: try names.map { try EntityDescription(table: $0, of: connection) })
  }
}

extension EntityDescription {
  fileprivate init(table: String, of connection: Connection) throws {
    let columns = try connection.rows(
      "SELECT name, type, \"notnull\" FROM pragma_table_info(?) WHERE pk = 0", [.text(table)]
    ) { ColumnDescription(name: $0.text(0), type: $0.text(1), isOptional: $0.integer(2) == 0) }
    let attributes = columns.map(AttributeDescription.init)
    let names = Dictionary(attributes.map { ($0.columns[0].name, $0.name) }, uniquingKeysWith: { first, _ in first })
    self.init(
      name: table, attributes: attributes,
      indexes: try Self.indexes(of: table, isUnique: false, names, connection),
      uniques: try Self.indexes(of: table, isUnique: true, names, connection))
  }

  private static func indexes(
    of table: String, isUnique: Bool, _ names: [String: String], _ connection: Connection
  ) throws -> [[String]] {
    let indexes = try connection.texts(
      "SELECT name FROM pragma_index_list(?) WHERE \"unique\" = ? AND origin = 'c' ORDER BY seq DESC",
      [.text(table), .integer(isUnique ? 1 : 0)])
    return try indexes.map { index in
      try connection.texts("SELECT name FROM pragma_index_info(?) ORDER BY seqno", [.text(index)])
        .map { names[$0] ?? $0 }
    }
  }
}

extension AttributeDescription {
  fileprivate init(_ column: ColumnDescription) {
    self.init(
      name: EntityTable.propertyName(column.name), columns: [column], storageType: nil, valueType: nil, encoding: nil,
      isOptional: column.isOptional, hasDefault: false, originalName: nil, hashModifier: nil)
  }
}

/// A 64-bit FNV-1a hash, which is the same in every process and on every machine, unlike `Hasher`.
///
/// Source: https://datatracker.ietf.org/doc/draft-eastlake-fnv/
struct StableHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds a text and an end mark, which keeps "ab", "c" apart from "a", "bc".
  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xff)
  }

  mutating func combine(_ isTrue: Bool) { combine(isTrue ? 1 : 0 as UInt8) }

  private mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
