import DocketLocking
import Foundation

/// The SQL of predicates that were translated before, by their shapes; the values are bound each time.
///
/// Only an exact translation is cached, and only if its arguments were the captured values one by one. A predicate with
/// a node that is no `ShapedNode` is translated each time.
final class TranslationCache: Sendable {
  private struct Key: Hashable {
    let tree: ObjectIdentifier
    let marks: [Int]
  }

  // Sound as `@unchecked Sendable`: the tree is constant, and only kept for its key paths, whose addresses are marks
  // and must not become those of others.
  private struct Entry: @unchecked Sendable {
    let tree: Any
    let translation: PredicateTranslator.Translation
    let sql: String
  }

  /// The number of shapes at which the cache is emptied.
  private static let limit = 500

  private let entries = Lock<[Key: Entry]>([:])
  /// Not if a full-text index makes the SQL depend on the texts that are searched for.
  private let isInUse: Bool

  init(_ tables: [EntityTable]) { isInUse = tables.allSatisfy(\.fullText.isEmpty) }

  /// The translation of a predicate over rows as the store has them.
  ///
  /// - Parameter translate: translates the predicate if its shape is new.
  func translation<Model: PersistentModel>(
    of predicate: Predicate<Model>, _ translate: () -> PredicateTranslator.Translation
  ) -> PredicateTranslator.Translation {
    guard isInUse, let tree = predicate.expression as? any ShapedNode else { return translate() }
    var shape = PredicateShape(row: predicate.variable.key)
    tree.describe(in: &shape)
    guard shape.isFixed else { return translate() }
    let key = Key(tree: ObjectIdentifier(type(of: tree)), marks: shape.marks)
    if let entry = entries.withLock({ $0[key] }) {
      return entry.translation.with(SQLText(sql: entry.sql, arguments: shape.values))
    }
    let translation = translate()
    keep(translation, of: tree, key, shape.values)
    return translation
  }

  private func keep(
    _ translation: PredicateTranslator.Translation, of tree: Any, _ key: Key, _ values: [SQLiteValue]
  ) {
    guard translation.isExact, let condition = translation.condition, condition.arguments == values else { return }
    let entry = Entry(tree: tree, translation: translation.with(nil), sql: condition.sql)
    entries.withLock { entries in
      if entries.count >= Self.limit { entries.removeAll() }
      entries[key] = entry
    }
  }
}

/// What tells a predicate from others whose trees have the same type, and the values that it captured.
///
/// The type of a tree tells its nodes and the types of their values. What else the SQL depends on is gathered here:
/// key paths, operators, and which captured values are nil. Two predicates with trees of one type and the same marks
/// have the same SQL, with their own values as its arguments.
struct PredicateShape {
  /// The variable of the predicate: the row.
  private let row: PredicateExpressions.VariableID

  /// Whether the SQL depends on nothing but the type and the marks.
  fileprivate private(set) var isFixed = true
  private(set) var marks: [Int] = []
  /// The captured values that are not nil, as they are bound, in the order in which they are translated.
  private(set) var values: [SQLiteValue] = []

  init(row: PredicateExpressions.VariableID) {
    self.row = row
    marks.reserveCapacity(8)
    values.reserveCapacity(4)
  }

  mutating func mark(_ mark: Int) { marks.append(mark) }

  /// Key paths from literals are made once; two equal ones from different places only take two entries of the cache.
  mutating func mark(_ keyPath: AnyKeyPath) { marks.append(Int(bitPattern: ObjectIdentifier(keyPath))) }

  /// Any other variable than the row has a meaning that is not known here.
  mutating func mark(_ variable: PredicateExpressions.VariableID) { if variable != row { isFixed = false } }

  /// Notes a captured value; a predicate with one that can't be bound has no shape.
  mutating func capture(_ value: SQLiteValue?) {
    guard let value else { return isFixed = false }
    marks.append(value == .null ? 0 : 1)
    if value != .null { values.append(value) }
  }

  /// Describes two nodes, in the order in which the translator translates them.
  mutating func describe(_ left: some ShapedNode, _ right: some ShapedNode) {
    left.describe(in: &self)
    right.describe(in: &self)
  }

  /// Describes the sides of an equality, whose SQL is another one for a text that can be written in several ways.
  mutating func describeEquality(_ left: some ShapedNode, _ right: some ShapedNode) {
    let count = values.count
    describe(left, right)
    for case .text(let text) in values[count...] where !CanonicalForms.isOnlyForm(text) { isFixed = false }
  }
}
