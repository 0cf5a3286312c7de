import Foundation

extension Aggregate {
  /// The smallest value of an attribute in the order of the store; nil if there are no rows.
  public static func min<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("min", of: Attribute.self, keyPath)
  }

  /// The smallest value of an optional attribute; nil if there are no rows with a value.
  public static func min<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute?> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("min", of: Attribute.self, keyPath)
  }

  /// The largest value of an attribute in the order of the store; nil if there are no rows.
  public static func max<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("max", of: Attribute.self, keyPath)
  }

  /// The largest value of an optional attribute; nil if there are no rows with a value.
  public static func max<Attribute>(
    _ keyPath: any KeyPath<Model, Attribute?> & Sendable
  ) -> Aggregate where Value == Attribute? {
    extreme("max", of: Attribute.self, keyPath)
  }

  private static func extreme<Attribute>(
    _ function: String, of type: Attribute.Type, _ keyPath: any AnyKeyPath & Sendable
  ) -> Aggregate where Value == Attribute? {
    // Decimals are stored as texts, whose order is another.
    let isDecimal = type == Decimal.self
    let name = isDecimal ? "decimal_\(function)" : function
    return Aggregate(keyPath, needsOrder: !isDecimal, columns: { ["\(name)(\($0))"] }) { property, columns in
      columns[0] == .null ? nil : try property?.value(from: columns[0]) as? Attribute
    }
  }
}
