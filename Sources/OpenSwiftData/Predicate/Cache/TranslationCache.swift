import DocketLocking
import Foundation

/// The SQL of predicates that were translated before, by their shapes; the values are bound anew each time.
///
/// Only what SQL says wholly is kept, and only if its arguments were the captured values one by one. Predicates with
/// other nodes than the most common ones are translated each time.
final class TranslationCache: Sendable {
  private struct Key: Hashable {
    let tree: ObjectIdentifier
    let marks: [Int]
  }

  // Sound as `@unchecked Sendable`: the tree is constant, and only kept for its key paths, whose addresses are marks and
  // must not become those of others.
  private struct Entry: @unchecked Sendable {
    let tree: Any
    let translation: PredicateTranslator.Translation
    let sql: String
  }

  /// The number of shapes that are kept before the cache starts anew.
  private static let limit = 500

  private let entries = Lock<[Key: Entry]>([:])
  /// Whether a full-text index makes the SQL depend on the texts that are looked for.
  private let isInUse: Bool

  init(_ tables: [EntityTable]) { isInUse = tables.allSatisfy(\.fullText.isEmpty) }

  /// The translation of a predicate over rows as the store has them.
  func translation<Model: PersistentModel>(
    of predicate: Predicate<Model>, _ translate: () -> PredicateTranslator.Translation
  ) -> PredicateTranslator.Translation {
    guard isInUse, let tree = predicate.expression as? any PredicateShaped else { return translate() }
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
