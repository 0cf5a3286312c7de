import Foundation

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a Boolean: false before true.
  ///
  /// Apple's Foundation sorts models by Booleans only where they are Objective-C objects.
  public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \Bool.sortKey), order: order)
  }

  /// Sorts by an optional Boolean: nil before false before true.
  public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \Bool?.sortKey), order: order)
  }

  /// Sorts by the raw values of an enumeration that has no order of its own.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable, order: SortOrder = .forward
  ) where Value.RawValue: Comparable {
    self.init(derived(keyPath, RawSortKey<Value>.keyPath), order: order)
  }

  /// Sorts by the raw values of an optional enumeration that has no order of its own, nil first.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) where Value.RawValue: Comparable {
    self.init(derived(keyPath, RawSortKey<Value>.optionalKeyPath), order: order)
  }

  /// Sorts by a text in an order of the current locale.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedTextComparator,
    order: SortOrder = .forward
  ) {
    if comparator == .localized {
      self.init(derived(keyPath, \String.localizedSortKey), order: order)
    } else {
      self.init(derived(keyPath, \String.localizedStandardSortKey), order: order)
    }
  }

  /// Sorts by an optional text in an order of the current locale, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator,
    order: SortOrder = .forward
  ) {
    if comparator == .localized {
      self.init(derived(keyPath, \String?.localizedSortKey), order: order)
    } else {
      self.init(derived(keyPath, \String?.localizedStandardSortKey), order: order)
    }
  }
}

/// A key path of a property with another one behind it, for a `SortDescriptor`.
private func derived<Model, Value, Key>(
  _ keyPath: KeyPath<Model, Value>, _ key: KeyPath<Value, Key>
) -> any KeyPath<Model, Key> & Sendable {
  // Sound: the first was handed in as Sendable, the second captures nothing; appending shares both and adds no state.
  unsafeDowncast(keyPath.appending(path: key), to: (any KeyPath<Model, Key> & Sendable).self)
}
