/// What is left of a deleted row: the values of its properties that are marked `.preserveValueOnDeletion`.
///
/// As a sequence it gives the values in the order in which the model declares the properties. Properties that were nil
/// have no value.
///
/// Source: SwiftData, `HistoryTombstone`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
  /// Gives the values one after another.
  public struct Iterator: IteratorProtocol {
    fileprivate var values: [any Sendable].Iterator

    /// The next value, or nil if there is none.
    public mutating func next() -> Any? { values.next() }
  }

  /// Values of any type.
  public typealias Element = Any

  /// The stored values by property name.
  let values: [String: SQLiteValue]

  /// The value that a property had, or nil if it was nil or is not preserved.
  ///
  /// It is of the property's type, and decoded anew each time.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    Model._$properties.property(for: keyPath).flatMap(value)
  }

  /// Returns an iterator over the values.
  public func makeIterator() -> Iterator {
    Iterator(values: Model._$properties.all.compactMap(value).makeIterator())
  }

  private func value(of property: ModelProperty) -> (any Sendable)? {
    guard let stored = values[property.name], let value = try? property.value(from: stored) else { return nil }
    // Sound: nobody else holds a value that was just decoded, and both existentials have one layout: `Sendable` has no
    // witness table.
    return unsafeBitCast(value as Any, to: (any Sendable).self)
  }
}
