extension Aggregate {
  /// The sum of an attribute; zero if there are no rows.
  ///
  /// Decimals are added up exactly. A sum beyond what its type can hold throws `SwiftDataError.arithmeticOverflow`.
  public static func sum<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number> & Sendable
  ) -> Aggregate where Value == Number.Sum {
    sum(of: Number.self, keyPath)
  }

  /// The sum of an optional attribute; zero if there are no rows.
  public static func sum<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number?> & Sendable
  ) -> Aggregate where Value == Number.Sum {
    sum(of: Number.self, keyPath)
  }

  /// The average of an attribute; nil if there are no rows.
  public static func average<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number> & Sendable
  ) -> Aggregate where Value == Number.Average? {
    average(of: Number.self, keyPath)
  }

  /// The average of an optional attribute; nil if there are no rows with a value.
  public static func average<Number: SummableValue>(
    _ keyPath: any KeyPath<Model, Number?> & Sendable
  ) -> Aggregate where Value == Number.Average? {
    average(of: Number.self, keyPath)
  }

  private static func sum<Number: SummableValue>(
    of _: Number.Type, _ keyPath: any AnyKeyPath & Sendable
  ) -> Aggregate where Value == Number.Sum {
    Aggregate(keyPath, columns: { [Number._sumSQL($0)] }) { _, columns in
      columns[0] == .null ? .zero : try Number.Sum._read(ColumnReader(columns[0]))
    }
  }

  private static func average<Number: SummableValue>(
    of _: Number.Type, _ keyPath: any AnyKeyPath & Sendable
  ) -> Aggregate where Value == Number.Average? {
    Aggregate(keyPath, columns: { Number._averageSQL($0) }) { _, columns in
      columns[0] == .null ? nil : try Number._average(columns.map { ColumnReader($0) })
    }
  }
}
