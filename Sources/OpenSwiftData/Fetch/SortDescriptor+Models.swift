import Foundation

// MARK: - Texts

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a text as a file browser orders names: numbers by value, case ignored, by the current locale.
  ///
  /// It is what Apple's Foundation takes `SortDescriptor(\.title)` for. No index has this order; where one matters, as
  /// in a list of many rows, ask for `comparator: .lexical`.
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \String.localizedStandardSortKey, .text(.localizedStandard)), order: order)
  }

  /// Sorts by an optional text as a file browser orders names, nil first.
  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \String?.localizedStandardSortKey, .text(.localizedStandard)), order: order)
  }

  /// Sorts by a text, in the direction of the comparator.
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by an optional text, in the direction of the comparator.
  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator) {
    self.init(keyPath, comparator: comparator, order: comparator.order)
  }

  /// Sorts by a text.
  ///
  /// - Parameters:
  ///   - keyPath: the text.
  ///   - comparator: `.localizedStandard`, `.localized`, or `.lexical`, the order of the texts' UTF-8, which an index
  ///     gives out.
  ///   - order: the direction.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.StandardComparator, order: SortOrder
  ) {
    switch comparator.collation {
    case .localizedStandard: self.init(keyPath, order: order)
    case .localized: self.init(derived(keyPath, \String.localizedSortKey, .text(.localized)), order: order)
    default: self.init(derived(keyPath, \String.lexicalSortKey, .text(nil)), order: order)
    }
  }

  /// Sorts by an optional text, nil first.
  ///
  /// - Parameters:
  ///   - keyPath: the text.
  ///   - comparator: `.localizedStandard`, `.localized`, or `.lexical`, the order of the texts' UTF-8, which an index
  ///     gives out.
  ///   - order: the direction.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.StandardComparator, order: SortOrder
  ) {
    switch comparator.collation {
    case .localizedStandard: self.init(keyPath, order: order)
    case .localized: self.init(derived(keyPath, \String?.localizedSortKey, .text(.localized)), order: order)
    default: self.init(derived(keyPath, \String?.lexicalSortKey, .text(nil)), order: order)
    }
  }
}

// MARK: - Types without an order

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a Boolean: false before true.
  ///
  /// Apple's Foundation sorts models by Booleans only where they are Objective-C objects.
  public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \Bool.sortKey, .boolean), order: order)
  }

  /// Sorts by an optional Boolean: nil before false before true.
  public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \Bool?.sortKey, .boolean), order: order)
  }

  /// Sorts by the raw values of an enumeration that has no order of its own.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable, order: SortOrder = .forward
  ) where Value.RawValue: Comparable {
    self.init(derived(keyPath, \Value.rawSortKey, .rawValue), order: order)
  }

  /// Sorts by the raw values of an optional enumeration that has no order of its own, nil first.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) where Value.RawValue: Comparable {
    self.init(derived(keyPath, \Value?.rawSortKey, .rawValue), order: order)
  }

  /// Sorts by the raw texts of an enumeration that has no order of its own, in the order of their UTF-8.
  @_disfavoredOverload
  public init<Value: RawRepresentable<String>>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable, order: SortOrder = .forward
  ) {
    self.init(derived(keyPath, \Value.rawTextSortKey, .rawText), order: order)
  }

  /// Sorts by the raw texts of an optional enumeration that has no order of its own, in the order of their UTF-8.
  @_disfavoredOverload
  public init<Value: RawRepresentable<String>>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) {
    self.init(derived(keyPath, \Value?.rawTextSortKey, .rawText), order: order)
  }
}

extension String.StandardComparator {
  /// The collation that it is in SQL, in either direction; nil for `.lexical`, which is SQLite's own order.
  fileprivate var collation: TextCollation? {
    switch String.StandardComparator(self, order: .forward) {
    case .localizedStandard: .localizedStandard
    case .localized: .localized
    default: nil
    }
  }
}

/// A key path of a property with another one behind it, for a `SortDescriptor`.
private func derived<Model, Value, Key>(
  _ keyPath: KeyPath<Model, Value>, _ key: KeyPath<Value, Key>, _ order: DerivedSortKeys.Order
) -> any KeyPath<Model, Key> & Sendable {
  // Sound: the first was handed in as Sendable, the second captures nothing; appending shares both and adds no state.
  unsafeDowncast(
    DerivedSortKeys.path(keyPath, appending: key, order), to: (any KeyPath<Model, Key> & Sendable).self)
}
