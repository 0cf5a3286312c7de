/// The rows that a batch wrote, or read, and what it was asked to return of them.
///
/// It holds eight bytes for each row, and the values that were asked for; it may be used on any actor.
///
/// ## What batches have in common
///
/// `BatchInsert`, `BatchUpdate`, `BatchDelete` and `BatchFetch` are carried out by `ModelContext.execute`:
///
/// - They work on what is stored. Unsaved changes in the context are not seen, and stay unsaved.
/// - Each is a transaction of its own, or a part of the running `exclusiveTransaction`. If it fails, nothing of it is
///   stored. What fails while it writes fails the exclusive transaction as a whole, even if the error is caught.
/// - What they write is in the history, and models and live results of every context and process follow, as after any
///   save. They are no saves, though: neither `ModelContext.willSave` nor `didSave` is posted, in an exclusive
///   transaction neither, and an undo manager records nothing.
/// - Rules of deletion, unique values, required relationships and the limits of lists hold as for models.
/// - `SwiftDataError.invalidBatch` is thrown for what no batch can do, such as to set a relationship with one model at
///   both ends, and for every batch with a custom store or several configurations.
public struct BatchResult<Model: PersistentModel>: Sendable {
  /// The identifiers of the rows: of an insertion in the order of its values, else in ascending order.
  public let identifiers: FetchedIdentifiers
  /// How many of the rows are new.
  public let insertedCount: Int
  private let images: BeforeImages

  init(_ keys: [Int64], of table: EntityTable, insertedCount: Int = 0, _ images: BeforeImages = BeforeImages()) {
    identifiers = FetchedIdentifiers(
      keys: OrderedKeys(keys), entity: table.identity, unsavedEntity: table.identity)
    self.insertedCount = insertedCount
    self.images = images
  }

  /// How many rows there are.
  public var count: Int { identifiers.count }

  /// The values of an attribute, from before the batch wrote the rows, in the order of `identifiers`.
  ///
  /// - Throws: `SwiftDataError.invalidBatch` for one that the batch was not asked to return, `SwiftDataError` for a
  ///   stored value that can't be read.
  /// - Complexity: O(n).
  public func returned<Value>(_ keyPath: KeyPath<Model, Value>) throws -> [Value] {
    guard let attribute = Model._$properties.property(for: keyPath) as? TypedAttribute<Value>,
      let column = images.columns[attribute.slot]
    else { throw Self.notReturned(keyPath) }
    return try column.map(attribute.decode)
  }

  /// The identifiers at the other end of a relationship, from before, in the order of `identifiers`.
  public func returned<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target?>
  ) throws -> [PersistentIdentifier?] { try targets(keyPath) }

  /// The identifiers at the other end of a required relationship, from before, in the order of `identifiers`.
  ///
  /// - Throws: `SwiftDataError.missingValue` for a row without.
  public func returned<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, Target>
  ) throws -> [PersistentIdentifier] {
    try targets(keyPath).map { target in
      guard let target else { throw SwiftDataError.missingTarget("\(Model.self).\(Self.name(keyPath))") }
      return target
    }
  }

  private func targets(_ keyPath: PartialKeyPath<Model>) throws -> [PersistentIdentifier?] {
    guard let property = Model._$properties.property(for: keyPath), let column = images.columns[property.slot],
      let entity = images.targets[property.slot]
    else { throw Self.notReturned(keyPath) }
    return column.map { value in
      guard case .integer(let key) = value, key > 0 else { return nil }
      return PersistentIdentifier(entity: entity, key: key)
    }
  }

  /// The identifiers in a list, from before, in the order of `identifiers`.
  public func returned<Target: PersistentModel>(
    _ keyPath: KeyPath<Model, [Target]>
  ) throws -> [[PersistentIdentifier]] {
    guard let property = Model._$properties.property(for: keyPath), let lists = images.lists[property.slot],
      let entity = images.targets[property.slot]
    else { throw Self.notReturned(keyPath) }
    return lists.map { $0.map { PersistentIdentifier(entity: entity, key: $0) } }
  }

  private static func notReturned(_ keyPath: PartialKeyPath<Model>) -> SwiftDataError {
    .invalidBatch("The batch was not asked to return \(Model.self).\(name(keyPath)).")
  }

  private static func name(_ keyPath: PartialKeyPath<Model>) -> String {
    Model._$properties.property(for: keyPath)?.name ?? "\(keyPath)"
  }
}

/// The values of rows before a batch wrote them, by slot and in the order of the rows.
struct BeforeImages: Sendable {
  fileprivate(set) var columns: [Int: [SQLiteValue]] = [:]
  fileprivate(set) var lists: [Int: [[Int64]]] = [:]
  /// The entities that relationships lead to.
  fileprivate(set) var targets: [Int: EntityIdentity] = [:]
}

/// The rows that a batch is going to write, as they are before.
struct BatchSelection {
  let keys: [Int64]
  private(set) var images = BeforeImages()
  /// What expressions yield for the rows, by slot.
  let calculated: [Int: [SQLiteValue]]

  /// Reads the rows that a filter finds, in the order of their keys, with some of their properties.
  ///
  /// - Parameter expressions: those whose values are read too; their parameters follow those of the filter.
  init(
    _ filter: RowFilter, in table: EntityTable, reading properties: [ModelProperty],
    calculating expressions: BatchExpressions? = nil, _ store: SQLiteStore, on connection: Connection
  ) throws {
    let stored = properties.filter(\.isStored)
    var indexes: [Int32] = []
    var index: Int32 = 1
    for property in stored {
      indexes.append(index)
      index += Int32(property.columns.count)
    }
    let wanted = (expressions?.sql ?? [:]).sorted { $0.key < $1.key }
    let columns = [EntityTable.keyColumn] + stored.flatMap(\.columns).map(EntityTable.column) + wanted.map(\.value)
    let statement = try connection.statement(
      "SELECT \(columns.joined(separator: ", ")) FROM \(filter.table(table))\(filter.sql) "
        + "ORDER BY \(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)")
    try statement.bind(expressions?.arguments ?? filter.arguments)
    var (keys, values): ([Int64], [[SQLiteValue]]) = ([], stored.map { _ in [] })
    var yields: [[SQLiteValue]] = wanted.map { _ in [] }
    try filter.read(statement) { statement in
      keys.append(statement.integer(0))
      for (place, property) in stored.enumerated() {
        values[place].append(
          try property.encodedValue(in: ColumnReader(statement: statement, column: indexes[place])))
      }
      for place in yields.indices { yields[place].append(statement.value(index + Int32(place))) }
    }
    self.keys = keys
    calculated = Dictionary(uniqueKeysWithValues: zip(wanted.map(\.key), yields))
    for (property, values) in zip(stored, values) { images.columns[property.slot] = values }
    try addLists(of: properties, in: table, store, on: connection)
  }

  private mutating func addLists(
    of properties: [ModelProperty], in table: EntityTable, _ store: SQLiteStore, on connection: Connection
  ) throws {
    for case let property as RelationshipProperty in properties {
      images.targets[property.slot] = store.identity(of: property.target)
      guard property.isToMany else { continue }
      images.lists[property.slot] = try table.relations[property.ordinal].lists(ofAscending: keys, on: connection)
    }
  }

  /// The stored key of a relationship to one row; 0 for none.
  func key(_ property: RelationshipProperty, at row: Int) -> Int64 {
    guard case .integer(let key)? = images.columns[property.slot]?[row] else { return 0 }
    return key
  }

  func list(_ property: RelationshipProperty, at row: Int) -> [Int64] { images.lists[property.slot]?[row] ?? [] }
}
