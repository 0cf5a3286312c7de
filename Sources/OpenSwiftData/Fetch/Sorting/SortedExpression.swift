import DocketLocking
import Foundation

extension SortDescriptor where Compared: PersistentModel {
  /// Sorts by what an expression of the model yields; models for which it fails come first.
  ///
  /// ```swift
  /// SortDescriptor<Item>(#Expression { $0.priority * 2 + $0.tags.count }, order: .reverse)
  /// ```
  /// ```sql
  /// ORDER BY number_add(…) DESC, t0.id DESC
  /// ```
  ///
  /// SwiftData has nothing like it. No index has such an order, so a fetch reads all rows that match. What the
  /// expression reads of other models counts too: results that are kept up to date follow their changes. The expression
  /// is written into the statement with its captured values, so a new one with other values is another order. What SQL
  /// can't express is sorted in memory.
  ///
  /// A process can have a thousand of them; those made before are sorted in memory.
  public init<Value: Comparable & Sendable>(_ expression: Expression<Compared, Value>, order: SortOrder = .forward) {
    let sorted = SortedExpression(expression)
    self.init(SortedExpressions.keyPath(sorted), order: order)
  }
}

extension PersistentModel {
  /// What an expression yields; nil if it fails.
  fileprivate subscript<Value: Comparable & Sendable>(sortedBy sorted: SortedExpression<Self, Value>) -> Value? {
    sorted.value(of: self)
  }
}

/// An expression that models are sorted by; each is equal to itself alone.
final class SortedExpression<Model: PersistentModel, Value: Comparable & Sendable>: Hashable, Sendable {
  private let expression: Expression<Model, Value>

  init(_ expression: Expression<Model, Value>) { self.expression = expression }

  static func == (left: SortedExpression, right: SortedExpression) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  func value(of model: Model) -> Value? {
    try? expression.expression.memory.evaluate(PredicateBindings((expression.variable, model)))
  }

  /// The expression in SQL, without parameters; nil if SQL can't express it.
  func sql(of table: EntityTable, _ store: SQLiteStore, _ pending: Set<EntityIdentity>) -> SortedSQL? {
    var translator = PredicateTranslator(
      table: table, tables: { try? store.table(for: $0) }, pending: pending, fullTextUse: .nothing,
      writesLiterals: true)
    return try? translator.sorted(expression)
  }
}

/// An expression in SQL by which rows are sorted.
struct SortedSQL: Sendable {
  let sql: String
  let kind: SQLKind
  let dependencies: QueryDependencies
}

/// The key paths of sort descriptors that stand for expressions.
///
/// A descriptor exposes only its key path, which can't be taken apart, so its expression is kept.
enum SortedExpressions {
  /// How many are kept.
  static let limit = 1_000

  /// An expression without its types, as SQL.
  typealias Translation = @Sendable (EntityTable, SQLiteStore, Set<EntityIdentity>) -> SortedSQL?

  private struct Kept {
    private var translations: [AnyKeyPath: Translation] = [:]
    /// In the order in which they were made, from `first` on.
    private var paths: [AnyKeyPath] = []
    private var first = 0

    func translation(of path: AnyKeyPath) -> Translation? { translations[path] }

    mutating func keep(_ path: AnyKeyPath, _ translation: @escaping Translation) {
      translations[path] = translation
      if paths.count < limit { return paths.append(path) }
      translations[paths[first]] = nil
      paths[first] = path
      first = (first + 1) % limit
    }
  }

  // Sound to share: the expressions in the key paths are Sendable.
  private static let kept = Lock(Kept())

  fileprivate static func keyPath<Model, Value>(
    _ sorted: SortedExpression<Model, Value>
  ) -> any KeyPath<Model, Value?> & Sendable {
    let path = \Model[sortedBy: sorted]
    kept.withLock { $0.keep(path) { sorted.sql(of: $0, $1, $2) } }
    return path
  }

  /// The expression in SQL; nil if a key path stands for none, or if SQL can't express it.
  static func sql(
    of keyPath: AnyKeyPath, _ table: EntityTable, _ store: SQLiteStore, _ pending: Set<EntityIdentity>
  ) -> SortedSQL? { kept.withLock { $0.translation(of: keyPath) }.flatMap { $0(table, store, pending) } }
}
