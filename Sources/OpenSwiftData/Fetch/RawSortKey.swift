/// The key path from an enumeration to what it is sorted by, always formed in the same place, so that all of them are
/// equal.
enum RawSortKey<Value: RawRepresentable> {}

extension RawSortKey where Value.RawValue: Comparable {
  static var keyPath: KeyPath<Value, Value.RawValue> { \Value.rawSortKey }
  static var optionalKeyPath: KeyPath<Value?, Value.RawValue?> { \Value?.rawSortKey }
}

/// Where raw values have an order.
protocol SortableByRawValue {
  static func appended(to keyPath: AnyKeyPath) -> AnyKeyPath?
}

extension RawSortKey: SortableByRawValue where Value.RawValue: Comparable {
  static func appended(to keyPath: AnyKeyPath) -> AnyKeyPath? {
    keyPath.appending(path: self.keyPath as AnyKeyPath) ?? keyPath.appending(path: optionalKeyPath as AnyKeyPath)
  }
}
