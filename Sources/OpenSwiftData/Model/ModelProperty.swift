import Observation

/// One stored property of a model type, without its types: what contexts and stores work with.
///
/// The models handed in are always instances of the property's own model type.
class ModelProperty: @unchecked Sendable {
  // Sound: every stored property of this class and its subclass is a constant of a Sendable type.
  let name: String
  /// The name that the store knows the property by: that of its class comes first if the class is a subclass.
  let storedName: String
  let slot: Int
  let keyPath: any AnyKeyPath & Sendable
  let metadata: (any SchemaProperty)?
  /// The columns in which the value is stored, in the order in which statements name them.
  let columns: [ModelColumn]

  init(
    place: PropertyPlace, keyPath: any AnyKeyPath & Sendable, metadata: (any SchemaProperty)?, columns: [ModelColumn]
  ) {
    name = place.name
    storedName = place.storedName
    slot = place.slot
    self.keyPath = keyPath
    self.metadata = metadata
    self.columns = columns
  }

  /// The declared type of the first column.
  var columnType: String { columns[0].type }
  /// Whether the first column may be NULL.
  var isOptional: Bool { columns[0].isOptional }
  /// Whether SQLite orders the property's one column as Swift orders the values.
  var ordersLikeSQL: Bool { !isComposite && columns[0].ordersLikeSQL }
  /// Whether the property's one column holds the value itself, so that SQL can compare it with one.
  var holdsValue: Bool { !isComposite && columns[0].holdsValue }
  /// Whether the column may name a file in which the value is kept.
  var keepsFiles: Bool {
    (metadata as? Schema.Attribute)?.options.contains(.externalStorage) ?? false && columns[0].type == "BLOB"
  }
  /// Whether the members of the value have columns of their own.
  var isComposite: Bool { false }
  /// Whether the value is stored in columns of the entity's table.
  var isStored: Bool { true }
  /// Whether a new model has a value without being given one.
  var hasDefault: Bool { false }
  /// The name of the Swift type without its optional, for the store's memory.
  var valueTypeName: String? { nil }
  /// The name of the Swift type of what the columns hold, for the store's memory.
  var storageTypeName: String? { nil }
  /// What the column may hold at all, if the property's type is an enumeration.
  var knownValues: [SQLiteValue]? { nil }
  /// How the columns hold the values, for the store's memory.
  var encoding: StoredEncoding { .plain }
  /// How the column looks to predicates.
  var sqlKind: SQLKind { isComposite ? .opaque : columns[0].kind }
  /// The model type at the other end of a relationship.
  var destination: (any PersistentModel.Type)? { nil }

  /// The members of a composite value, in the order of their declaration.
  var members: [(name: String, type: any Any.Type)] { [] }
  /// The column of the member of a composite value that a key path from the value names, or nil.
  func column(ofMember keyPath: AnyKeyPath) -> ModelColumn? { nil }
  /// The columns' values for a value that was stored as one, as JSON or in another column type.
  func columnValues(of value: SQLiteValue) throws -> [SQLiteValue] { [value] }

  /// The columns' values for the value that a model has.
  func columnValues(in model: AnyObject) throws -> [SQLiteValue] {
    var writer = ColumnWriter()
    try write(model, to: &writer)
    return columns.count == 1 && writer.values.isEmpty ? [writer.value] : writer.values
  }

  /// Fills the property from its columns, silently: the model is new and nobody observes it.
  func load(into model: AnyObject, from row: borrowing ColumnReader) throws { preconditionFailure("abstract") }
  /// Takes over a newer stored value and tells observers; false if it is the same.
  func merge(into model: AnyObject, from row: borrowing ColumnReader) throws -> Bool { preconditionFailure("abstract") }
  /// Sets the property to an encoded value and tells observers if it differs.
  func restore(_ value: SQLiteValue, in model: AnyObject) throws { preconditionFailure("abstract") }
  /// The value that a column's value stands for; a new one each time.
  func value(from column: SQLiteValue) throws -> Any { throw SwiftDataError.unreadableValue(name) }
  /// The stored value as a single one, as `restore` takes it.
  func encodedValue(in row: borrowing ColumnReader) throws -> SQLiteValue { row.anyValue }
  /// What gives a model the value again that it has now, and tells its observers.
  func restoration(of model: AnyObject) -> () -> Void { preconditionFailure("abstract") }
  /// Writes the property's value to its columns.
  func write(_ model: AnyObject, to writer: inout ColumnWriter) throws { preconditionFailure("abstract") }
  /// Gives a property without a value its declared default, or else a placeholder.
  func loadPlaceholder(into model: AnyObject) { preconditionFailure("abstract") }
  /// The `PersistedValue` of the property.
  func storage(of model: AnyObject) -> Any { preconditionFailure("abstract") }

  /// The value that a snapshot encoded for the property; nil if it can't be read.
  func snapshotValue(
    in container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>, forKey key: DataStoreSnapshotCodingKey
  ) throws -> SnapshotValue? { nil }

  /// A value of the property as a column's; nil if it is of another type.
  func column(of value: Any) throws -> SQLiteValue? { nil }

  /// The property's value as a bound argument.
  func sqliteValue(of model: AnyObject) throws -> SQLiteValue {
    var writer = ColumnWriter()
    try write(model, to: &writer)
    return writer.value
  }
}
