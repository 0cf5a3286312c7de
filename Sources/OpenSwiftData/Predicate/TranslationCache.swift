import DocketLocking
import Foundation

/// The SQL of translated predicates by shape; values are bound each time.
///
/// Caches only exact translations whose arguments are the captured values one by one. A predicate with a node that
/// isn't a `ShapedNode` is translated each time, and so is a search for texts where full-text indexes make its SQL depend
/// on them.
final class TranslationCache: Sendable {
  private struct Key: Hashable {
    let tree: ObjectIdentifier
    let marks: [Int]
  }

  // Sound as `@unchecked Sendable`: the tree is constant, and kept only so that the addresses of its key paths, which
  // are marks, are not reused.
  private struct Entry: @unchecked Sendable {
    let tree: Any
    let translation: PredicateTranslator.Translation
    let sql: String
  }

  /// The number of shapes at which the cache is emptied.
  private static let limit = 500

  private let entries = Lock<[Key: Entry]>([:])
  private let hasFullText: Bool

  init(_ tables: [EntityTable]) { hasFullText = !tables.allSatisfy(\.fullText.isEmpty) }

  /// The translation of a predicate over saved rows; `translate` is called for a new shape.
  func translation<Model: PersistentModel>(
    of predicate: Predicate<Model>, _ translate: () -> PredicateTranslator.Translation
  ) -> PredicateTranslator.Translation {
    guard let tree = predicate.expression as? any ShapedNode else { return translate() }
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
    guard !(hasFullText && translation.searchesTexts) else { return }
    let entry = Entry(tree: tree, translation: translation.with(nil), sql: condition.sql)
    entries.withLock { entries in
      if entries.count >= Self.limit { entries.removeAll() }
      entries[key] = entry
    }
  }
}

/// What distinguishes predicates whose trees have one type, and their captured values.
///
/// The type determines the nodes and the types of their values; the marks what else the SQL depends on: key paths,
/// operators, and which captured values are nil. Predicates with the same type and marks have the same SQL.
struct PredicateShape {
  private let row: PredicateExpressions.VariableID

  /// Whether the SQL depends only on type and marks.
  fileprivate private(set) var isFixed = true
  private(set) var marks: [Int] = []
  /// The captured values other than nil, as bound, in the order of translation.
  private(set) var values: [SQLiteValue] = []

  init(row: PredicateExpressions.VariableID) {
    self.row = row
    marks.reserveCapacity(8)
    values.reserveCapacity(4)
  }

  mutating func mark(_ mark: Int) { marks.append(mark) }

  /// A literal's key path is made once; equal ones from different places just take two entries.
  mutating func mark(_ keyPath: AnyKeyPath) { marks.append(Int(bitPattern: ObjectIdentifier(keyPath))) }

  /// Variables other than the row have no known meaning here.
  mutating func mark(_ variable: PredicateExpressions.VariableID) { if variable != row { isFixed = false } }

  /// Adds a captured value; a predicate with one that can't be bound has no shape.
  mutating func capture(_ value: SQLiteValue?) {
    guard let value else { return isFixed = false }
    marks.append(value == .null ? 0 : 1)
    if value != .null { values.append(value) }
  }

  /// Describes two nodes in the order of translation.
  mutating func describe(_ left: some ShapedNode, _ right: some ShapedNode) {
    left.describe(in: &self)
    right.describe(in: &self)
  }

  /// Describes an equality, whose SQL differs for a text with several canonical forms.
  mutating func describeEquality(_ left: some ShapedNode, _ right: some ShapedNode) {
    let count = values.count
    describe(left, right)
    for case .text(let text) in values[count...] where !CanonicalForms.isOnlyForm(text) { isFixed = false }
  }
}
