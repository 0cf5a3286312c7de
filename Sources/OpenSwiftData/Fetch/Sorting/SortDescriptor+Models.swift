import DocketLocking
import Foundation

// MARK: - Texts

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a text as a file browser orders names: numbers by value, case ignored, by the current locale.
  ///
  /// ```swift
  /// SortDescriptor(\Item.title)
  /// ```
  /// ```sql
  /// ORDER BY t0."title" COLLATE localized_standard_text ASC, t0.id ASC
  /// ```
  ///
  /// It is how Apple's Foundation understands `SortDescriptor(\.title)`. No index has this order; where one matters, as
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
  /// ```swift
  /// SortDescriptor(\Item.title, comparator: .lexical, order: .reverse)
  /// ```
  /// ```sql
  /// ORDER BY t0."title" DESC, t0.id DESC
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: the text.
  ///   - comparator: `.localizedStandard`, `.localized`, or `.lexical`, the order of the texts' UTF-8, for which an
  ///     index serves.
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
  ///   - comparator: `.localizedStandard`, `.localized`, or `.lexical`, the order of the texts' UTF-8, for which an
  ///     index serves.
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
  /// ```swift
  /// SortDescriptor(\Item.isDone)
  /// ```
  /// ```sql
  /// ORDER BY t0."isDone" ASC, t0.id ASC
  /// ```
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
  ///
  /// ```swift
  /// SortDescriptor(\Item.priority)
  /// ```
  /// ```sql
  /// ORDER BY t0."priority" ASC, t0.id ASC
  /// ```
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
  /// The collation in SQL, whatever the direction; nil for `.lexical`, which is SQLite's own order.
  fileprivate var collation: TextCollation? {
    switch String.StandardComparator(self, order: .forward) {
    case .localizedStandard: .localizedStandard
    case .localized: .localized
    default: nil
    }
  }
}

// MARK: - Derived key paths

/// A key path of a property with that of its sort key appended.
private func derived<Model, Value, Key>(
  _ keyPath: KeyPath<Model, Value>, _ key: KeyPath<Value, Key>, _ order: DerivedSortKeys.Order
) -> any KeyPath<Model, Key> & Sendable {
  // Sound: the first was handed in as Sendable, the second captures nothing; appending shares both and adds no state.
  unsafeDowncast(
    DerivedSortKeys.path(keyPath, appending: key, order), to: (any KeyPath<Model, Key> & Sendable).self)
}

/// The key paths that the initialisers of this file derive from those of properties.
///
/// What they append is a sort key that Foundation compares as SQL does. A descriptor shows nothing but its key path,
/// and that can't be taken apart, so what each one was derived from is kept.
enum DerivedSortKeys {
  /// What is appended.
  enum Order: Hashable, Sendable {
    /// False before true.
    case boolean
    /// The order of raw values.
    case rawValue
    /// The order of the bytes of raw values that are texts.
    case rawText
    /// A collation of texts; nil for the order of their bytes.
    case text(TextCollation?)
  }

  /// The key path of a property and what was appended to it.
  struct Source: Hashable {
    let keyPath: AnyKeyPath
    let order: Order
  }

  private struct Tables {
    private(set) var sources: [AnyKeyPath: Source] = [:]
    private(set) var paths: [Source: AnyKeyPath] = [:]

    mutating func keep(_ path: AnyKeyPath?, of source: Source) {
      // There may be any number of key paths with arguments; memory sorts by those that are not kept.
      guard let path, paths.count < 10_000 else { return }
      sources[path] = source
      paths[source] = path
    }
  }

  // The key paths of sort descriptors are Sendable, so that it is sound to share them.
  private static let tables = Lock(Tables())

  /// A key path with another one appended, made once.
  fileprivate static func path<Model, Value, Key>(
    _ base: KeyPath<Model, Value>, appending key: KeyPath<Value, Key>, _ order: Order
  ) -> KeyPath<Model, Key> {
    let source = Source(keyPath: base, order: order)
    if let path = tables.withLock({ $0.paths[source] }) as? KeyPath<Model, Key> { return path }
    let path = base.appending(path: key)
    tables.withLock { $0.keep(path, of: source) }
    return path
  }

  /// What a key path was derived from; nil if it was not made here.
  static func source(of keyPath: AnyKeyPath) -> Source? { tables.withLock { $0.sources[keyPath] } }
}
