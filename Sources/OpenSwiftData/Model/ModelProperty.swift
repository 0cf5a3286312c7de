import Observation

/// One stored property of a model type, with its types erased.
///
/// The models passed in are always instances of the property's own model type.
class ModelProperty: @unchecked Sendable {
  // Sound: every stored property of this class and its subclasses is a constant of a Sendable type.
  let name: String
  /// The name in the store; a subclass's name comes first, see `PropertyPlace`.
  let storedName: String
  let slot: Int
  let keyPath: any AnyKeyPath & Sendable
  let metadata: (any SchemaProperty)?
  /// In the order in which statements name them.
  let columns: [ModelColumn]
  // Not an optional access: unwrapping one would retain its closures with each row.
  private let access: ColumnAccess
  private let hasAccess: Bool

  init(
    place: PropertyPlace, keyPath: any AnyKeyPath & Sendable, metadata: (any SchemaProperty)?, columns: [ModelColumn],
    access: ColumnAccess? = nil
  ) {
    self.access = access ?? .none
    hasAccess = access != nil
    name = place.name
    storedName = place.storedName
    slot = place.slot
    self.keyPath = keyPath
    self.metadata = metadata
    self.columns = columns
  }

  var isOptional: Bool { columns[0].isOptional }
  /// Whether SQLite orders the one column as Swift orders the values.
  var ordersLikeSQL: Bool { !isComposite && columns[0].ordersLikeSQL }
  /// Whether the one column holds the value itself, so that SQL can compare it.
  var holdsValue: Bool { !isComposite && columns[0].holdsValue }
  var sqlKind: SQLKind { isComposite ? .opaque : columns[0].kind }
  /// Whether the column may name a file with the value.
  var keepsFiles: Bool {
    (metadata as? Schema.Attribute)?.options.contains(.externalStorage) ?? false && columns[0].type == "BLOB"
  }
  var isStored: Bool { true }
  /// Whether a new model has a value that nobody set.
  var hasDefault: Bool { false }
  var destination: (any PersistentModel.Type)? { nil }
  /// Whether the members of the value have columns of their own.
  var isComposite: Bool { false }
  var members: [(name: String, type: any Any.Type)] { [] }
  /// The column of the member that a key path from a composite value refers to, or nil.
  func column(ofMember keyPath: AnyKeyPath) -> ModelColumn? { nil }

  /// The Swift type of an attribute's values.
  var valueType: any Any.Type { Never.self }
  /// The name of the Swift type without its optional.
  var valueTypeName: String? { nil }
  /// The Swift type of what the columns hold.
  var storageTypeName: String? { nil }
  /// All values that the column may hold, if the property's type is an enumeration.
  var knownValues: [SQLiteValue]? { nil }
  var encoding: StoredEncoding { .plain }

  /// Sets the property from its columns without telling observers, which a new model has none of.
  @inline(__always)
  final func load(into model: AnyObject, from row: borrowing ColumnReader) throws {
    guard hasAccess else { return try loadByCodec(into: model, from: row) }
    do {
      try access.load(model, row)
    } catch let error as SwiftDataError {
      throw naming(error)
    }
  }

  func loadByCodec(into model: AnyObject, from row: borrowing ColumnReader) throws { preconditionFailure("abstract") }
  /// The error with the names of the model and the property.
  func naming(_ error: SwiftDataError) -> SwiftDataError { error }
  /// Sets the property to a newer stored value, and tells observers; false if it is the same.
  func merge(into model: AnyObject, from row: borrowing ColumnReader) throws -> Bool { preconditionFailure("abstract") }
  /// Sets the property to an encoded value, and tells observers if it differs.
  func restore(_ value: SQLiteValue, in model: AnyObject) throws { preconditionFailure("abstract") }
  /// Sets the property back to its present value, and tells observers.
  func restoration(of model: AnyObject) -> () -> Void { preconditionFailure("abstract") }
  final func write(_ model: AnyObject, to writer: inout ColumnWriter) throws {
    let hasValue: Bool
    do {
      hasValue = hasAccess ? try access.write(model, &writer) : try writeByCodec(model, to: &writer)
    } catch let error as SwiftDataError {
      throw naming(error)
    }
    guard hasValue else { throw SwiftDataError.missingValue(name) }
  }

  /// - Returns: false if the model has no value.
  func writeByCodec(_ model: AnyObject, to writer: inout ColumnWriter) throws -> Bool {
    preconditionFailure("abstract")
  }

  /// Writes the value that a new model has if nobody sets one; throws `SwiftDataError.missingValue` without one.
  func writeDefault(to writer: inout ColumnWriter) throws { throw SwiftDataError.missingValue(name) }
  /// Sets a property without a value to its default, or a placeholder.
  func loadPlaceholder(into model: AnyObject) { preconditionFailure("abstract") }
  func storage(of model: AnyObject) -> Any { preconditionFailure("abstract") }

  /// The property's value as a bound argument.
  func sqliteValue(of model: AnyObject, _ keys: SaveKeys? = nil) throws -> SQLiteValue {
    var writer = ColumnWriter(keys: keys)
    try write(model, to: &writer)
    return writer.value
  }

  /// The columns' values for the value of a model.
  func columnValues(in model: AnyObject, _ keys: SaveKeys? = nil) throws -> [SQLiteValue] {
    var writer = ColumnWriter(keys: keys)
    try write(model, to: &writer)
    return columns.count == 1 && writer.values.isEmpty ? [writer.value] : writer.values
  }

  /// Decodes a column's value.
  func value(from column: SQLiteValue) throws -> Any { throw SwiftDataError.unreadableValue(name) }
  /// Encodes a value of the property; nil if it is of another type.
  func column(of value: Any) throws -> SQLiteValue? { nil }
  /// The stored value as `restore` takes it.
  func encodedValue(in row: borrowing ColumnReader) throws -> SQLiteValue { row.anyValue }
  func columnValues(of value: SQLiteValue) throws -> [SQLiteValue] { [value] }
}

/// The place of a property in a model and in the store.
struct PropertyPlace {
  let name: String
  let slot: Int
  /// The subclass that declares it; nil in a model type without a superclass.
  let owner: String?

  /// Prefixed in subclasses, which share a table with others that may have properties of the same name.
  var storedName: String { owner.map { "\($0).\(name)" } ?? name }
}

/// A set of property slots: one bit for each.
struct PropertySet: Hashable, Sendable {
  private var first: UInt64 = 0
  private var rest: Set<Int> = []

  static let empty = PropertySet()

  var isEmpty: Bool { first == 0 && rest.isEmpty }

  func contains(_ slot: Int) -> Bool {
    slot < 64 ? first & (1 << UInt64(slot)) != 0 : rest.contains(slot)
  }

  mutating func insert(_ slot: Int) {
    if slot < 64 { first |= 1 << UInt64(slot) } else { rest.insert(slot) }
  }
}

struct ModelColumn: Sendable {
  let name: String
  let quotedName: String
  /// The declared type in SQL.
  let type: String
  let isOptional: Bool
  /// Whether SQLite orders the column as Swift orders the values.
  let ordersLikeSQL: Bool
  /// Whether the column holds the value itself, so that SQL can compare it.
  let holdsValue: Bool
  /// How the values look to predicates.
  let kind: SQLKind

  init(
    _ name: String, _ type: String, isOptional: Bool, ordersLikeSQL: Bool = true, holdsValue: Bool = true,
    kind: SQLKind = .opaque
  ) {
    self.name = name
    quotedName = SQL.quoted(EntityTable.columnName(name))
    self.type = type
    self.isOptional = isOptional
    self.ordersLikeSQL = ordersLikeSQL
    self.holdsValue = holdsValue
    self.kind = kind
  }

  func with(name: String? = nil, isOptional: Bool? = nil) -> ModelColumn {
    ModelColumn(
      name ?? self.name, type, isOptional: isOptional ?? self.isOptional, ordersLikeSQL: ordersLikeSQL,
      holdsValue: holdsValue, kind: kind)
  }
}
