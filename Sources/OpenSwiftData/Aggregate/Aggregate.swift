import Foundation

/// One number about many rows, computed by the store without making models: a count, a sum, an average, an extreme.
///
/// Only what is saved counts. Values that are nil are passed over.
public struct Aggregate<Model: PersistentModel, Value: Sendable>: Sendable {
  /// The attribute that is looked at; nil for the rows as such.
  let keyPath: (any AnyKeyPath & Sendable)?
  /// Whether the attribute's values need an order.
  let needsOrder: Bool
  /// The SQL of the columns that the value is made of.
  let columns: @Sendable (_ column: String) -> [String]
  /// Makes the value of its columns.
  let value: @Sendable (_ property: ModelProperty?, _ columns: [SQLiteValue]) throws -> Value

  init(
    _ keyPath: (any AnyKeyPath & Sendable)?, needsOrder: Bool = false,
    columns: @escaping @Sendable (_ column: String) -> [String],
    value: @escaping @Sendable (_ property: ModelProperty?, _ columns: [SQLiteValue]) throws -> Value
  ) {
    self.keyPath = keyPath
    self.needsOrder = needsOrder
    self.columns = columns
    self.value = value
  }

  /// The stored attribute that is looked at; nil for the rows as such.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if it is no stored attribute, or has no order and needs one.
  func property(in table: EntityTable) throws -> ModelProperty? {
    guard let keyPath else { return nil }
    let property = try table.attribute(keyPath)
    guard !needsOrder || property.sqlKind.isOrdered else {
      throw SwiftDataError.unsupportedKeyPath(
        "\(table.properties.entityName).\(property.name) has no order in the store.")
    }
    return property
  }
}

extension EntityTable {
  /// The stored attribute that a key path names.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if it names none.
  func attribute(_ keyPath: AnyKeyPath) throws -> ModelProperty {
    guard let property = properties.property(for: keyPath), property.isStored, property.holdsValue,
      property.destination == nil
    else {
      let name = properties.property(for: keyPath).map { "\(properties.entityName).\($0.name)" } ?? "\(keyPath)"
      throw SwiftDataError.unsupportedKeyPath(
        "\(name) is no attribute of \(properties.entityName) that is stored in a column of its own.")
    }
    return property
  }
}
