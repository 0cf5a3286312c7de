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
    Aggregate(keyPath, columns: { [Number._sumSQL($0), "count(\($0))"] }) { _, columns in
      guard columns[0] == .null else { return try Number.Sum._read(ColumnReader(columns[0])) }
      return columns[1] == .integer(0) ? .zero : try notANumber()
    }
  }

  private static func average<Number: SummableValue>(
    of _: Number.Type, _ keyPath: any AnyKeyPath & Sendable
  ) -> Aggregate where Value == Number.Average? {
    Aggregate(keyPath, columns: { Number._averageSQL($0) + ["count(\($0))"] }) { _, columns in
      guard columns[0] == .null else { return try Number._average(columns.dropLast().map { ColumnReader($0) }) }
      return columns.last == .integer(0) ? nil : try notANumber()
    }
  }

  /// What SQLite has no number for, and says NULL: the infinities cancelled each other.
  private static func notANumber<Number>() throws -> Number {
    guard let number = Double.nan as? Number else { throw SwiftDataError.arithmeticOverflow }
    return number
  }
}
