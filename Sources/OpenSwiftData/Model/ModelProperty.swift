import Observation

/// One stored property of a model type, without its types: what contexts and stores work with.
///
/// The models handed in are always instances of the property's own model type.
class ModelProperty: @unchecked Sendable {
  // Sound: every stored property of this class and its subclass is a constant of a Sendable type.
  let name: String
  let slot: Int
  let keyPath: any AnyKeyPath & Sendable
  let metadata: (any SchemaProperty)?
  let columnType: String
  let isOptional: Bool
  /// Whether SQLite orders the column as Swift orders the values.
  let ordersLikeSQL: Bool

  init(
    name: String, slot: Int, keyPath: any AnyKeyPath & Sendable, metadata: (any SchemaProperty)?, columnType: String,
    isOptional: Bool, ordersLikeSQL: Bool
  ) {
    self.name = name
    self.slot = slot
    self.keyPath = keyPath
    self.metadata = metadata
    self.columnType = columnType
    self.isOptional = isOptional
    self.ordersLikeSQL = ordersLikeSQL
  }

  /// Whether the value is a column of the entity's table.
  var isStored: Bool { true }
  /// Whether a new model has a value without being given one.
  var hasDefault: Bool { false }
  /// The name of the Swift type without its optional, for the store's memory.
  var valueTypeName: String? { nil }
  /// The name of the Swift type of what the columns hold, for the store's memory.
  var storageTypeName: String? { nil }
  /// How the column looks to predicates.
  var sqlKind: SQLKind { .opaque }
  /// The model type at the other end of a relationship.
  var destination: (any PersistentModel.Type)? { nil }

  /// Fills the property from a column, silently: the model is new and nobody observes it.
  func load(into model: AnyObject, from row: borrowing ColumnReader) throws { preconditionFailure("abstract") }
  /// Takes over a newer stored value and tells observers; false if it is the same.
  func merge(into model: AnyObject, from row: borrowing ColumnReader) throws -> Bool { preconditionFailure("abstract") }
  /// Sets the property to an encoded value and tells observers if it differs.
  func restore(_ value: SQLiteValue, in model: AnyObject) throws { preconditionFailure("abstract") }
  /// The value that a column's value stands for; a new one each time.
  func value(from column: SQLiteValue) throws -> Any { throw SwiftDataError.unreadableValue(name) }
  /// Writes the property's value as a column.
  func write(_ model: AnyObject, to writer: inout ColumnWriter) throws { preconditionFailure("abstract") }
  /// Gives a property without a value its declared default, or else a placeholder.
  func loadPlaceholder(into model: AnyObject) { preconditionFailure("abstract") }
  /// The `PersistedValue` of the property.
  func storage(of model: AnyObject) -> Any { preconditionFailure("abstract") }

  /// The property's value as a bound argument.
  final func sqliteValue(of model: AnyObject) throws -> SQLiteValue {
    var writer = ColumnWriter()
    try write(model, to: &writer)
    return writer.value
  }
}
