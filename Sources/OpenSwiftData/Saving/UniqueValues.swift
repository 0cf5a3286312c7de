import Foundation

/// The values of a model for one unique constraint: what no two rows of an entity share.
struct UniqueValues {
  let entity: EntityIdentity
  /// The model type that declares the constraint.
  let origin: any PersistentModel.Type
  /// The place of the constraint among those of the entity.
  let constraint: Int
  let values: [SQLiteValue]

  /// The values for each constraint; one with a NULL among them constrains nothing, as in SQL.
  static func all(of model: any PersistentModel, _ table: EntityTable) throws -> [UniqueValues] {
    try table.properties.uniqueColumns.enumerated().compactMap { index, columns in
      let values = try columns.map { try $0.value(of: model) }
      guard !values.isEmpty, !values.contains(.null) else { return nil }
      return UniqueValues(
        entity: table.identity, origin: table.properties.uniqueOrigins[index], constraint: index, values: values)
    }
  }
}

extension UniqueValues: Hashable {
  static func == (left: UniqueValues, right: UniqueValues) -> Bool {
    left.entity == right.entity && left.origin == right.origin && left.constraint == right.constraint
      && left.values.elementsEqual(right.values) { $0.isSame(as: $1) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(entity)
    hasher.combine(ObjectIdentifier(origin))
    hasher.combine(constraint)
    hasher.combine(values)
  }
}

/// One column of a unique constraint.
struct UniqueColumn: Sendable {
  let property: ModelProperty
  /// The place among the columns of the property.
  let index: Int

  var column: ModelColumn { property.columns[index] }

  /// The value that a model has for the column; NULL for a model at the other end that has no key yet.
  func value(of model: any PersistentModel) throws -> SQLiteValue {
    let value = try property.columnValues(in: model)[index]
    return property is RelationshipProperty && value == .integer(0) ? .null : value
  }
}
