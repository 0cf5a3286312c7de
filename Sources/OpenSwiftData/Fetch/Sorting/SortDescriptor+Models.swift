import DocketLocking
import Foundation

// MARK: - Texts

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by a text as file browsers do: numbers by value, ignoring case, in the current locale.
  ///
  /// ```swift
  /// SortDescriptor(\Item.title)
  /// ```
  /// ```sql
  /// ORDER BY t0."title" COLLATE localized_standard_text ASC, t0.id ASC
  /// ```
  ///
  /// As Apple's Foundation does for `SortDescriptor(\.title)`. No index has this order; for lists of many rows, use
  /// `comparator: .lexical`.
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \String.localizedStandardSortKey, .text(.localizedStandard)), order: order)
  }

  /// Sorts by an optional text as file browsers do, nil first.
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
  /// - Parameter comparator: `.localizedStandard`, `.localized`, or `.lexical`: by UTF-8, which an index can serve.
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
  /// - Parameter comparator: as for a text that isn't optional.
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
  /// Apple's Foundation does so only for models that are Objective-C objects.
  public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \Bool.sortKey, .boolean), order: order)
  }

  /// Sorts by an optional Boolean: nil before false before true.
  public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
    self.init(derived(keyPath, \Bool?.sortKey, .boolean), order: order)
  }

  /// Sorts by the raw values of an enumeration without an order of its own.
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

  /// Sorts by the raw values of an optional enumeration without an order of its own, nil first.
  @_disfavoredOverload
  public init<Value: RawRepresentable>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) where Value.RawValue: Comparable {
    self.init(derived(keyPath, \Value?.rawSortKey, .rawValue), order: order)
  }

  /// Sorts by the raw texts of an enumeration without an order of its own, by UTF-8.
  @_disfavoredOverload
  public init<Value: RawRepresentable<String>>(
    _ keyPath: any KeyPath<Compared, Value> & Sendable, order: SortOrder = .forward
  ) {
    self.init(derived(keyPath, \Value.rawTextSortKey, .rawText), order: order)
  }

  /// Sorts by the raw texts of an optional enumeration without an order of its own, by UTF-8, nil first.
  @_disfavoredOverload
  public init<Value: RawRepresentable<String>>(
    _ keyPath: any KeyPath<Compared, Value?> & Sendable, order: SortOrder = .forward
  ) {
    self.init(derived(keyPath, \Value?.rawTextSortKey, .rawText), order: order)
  }
}

extension String.StandardComparator {
  /// The collation in SQL; nil for `.lexical`, SQLite's own order.
  fileprivate var collation: TextCollation? {
    switch String.StandardComparator(self, order: .forward) {
    case .localizedStandard: .localizedStandard
    case .localized: .localized
    default: nil
    }
  }
}

// MARK: - Derived key paths

/// Appends a sort key to a property's key path.
private func derived<Model, Value, Key>(
  _ keyPath: KeyPath<Model, Value>, _ key: KeyPath<Value, Key>, _ order: DerivedSortKeys.Order
) -> any KeyPath<Model, Key> & Sendable {
  // Sound: the first is Sendable, the second captures nothing; appending shares both and adds no state.
  unsafeDowncast(
    DerivedSortKeys.path(keyPath, appending: key, order), to: (any KeyPath<Model, Key> & Sendable).self)
}

/// The key paths this file derives from those of properties.
///
/// Each appends a sort key that Foundation compares as SQL does. A descriptor exposes only its key path, which can't be
/// taken apart, so its source is kept.
enum DerivedSortKeys {
  enum Order: Hashable, Sendable {
    /// False before true.
    case boolean
    /// Raw values in their order.
    case rawValue
    /// Raw texts by their bytes.
    case rawText
    /// Texts by a collation; nil for their bytes.
    case text(TextCollation?)
  }

  /// A property's key path and what was appended to it.
  struct Source: Hashable {
    let keyPath: AnyKeyPath
    let order: Order
  }

  private struct Tables {
    private(set) var sources: [AnyKeyPath: Source] = [:]
    private(set) var paths: [Source: AnyKeyPath] = [:]

    mutating func keep(_ path: AnyKeyPath?, of source: Source) {
      // Key paths with arguments are unlimited in number; memory sorts by those that aren't kept.
      guard let path, paths.count < 10_000 else { return }
      sources[path] = source
      paths[source] = path
    }
  }

  // Sound to share: the key paths of sort descriptors are Sendable.
  private static let tables = Lock(Tables())

  /// Appends a key path, once.
  fileprivate static func path<Model, Value, Key>(
    _ base: KeyPath<Model, Value>, appending key: KeyPath<Value, Key>, _ order: Order
  ) -> KeyPath<Model, Key> {
    let source = Source(keyPath: base, order: order)
    if let path = tables.withLock({ $0.paths[source] }) as? KeyPath<Model, Key> { return path }
    let path = base.appending(path: key)
    tables.withLock { $0.keep(path, of: source) }
    return path
  }

  /// The source of a key path; nil if it wasn't derived here.
  static func source(of keyPath: AnyKeyPath) -> Source? { tables.withLock { $0.sources[keyPath] } }
}
