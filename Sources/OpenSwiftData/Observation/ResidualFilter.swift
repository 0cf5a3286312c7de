import Foundation

/// The part of a fetch that SQL can't say, done on models made from rows.
struct ResidualFilter<Element: PersistentModel> {
  private let predicate: MemoryPredicate<Element>?
  private let context: ModelContext?

  /// - Parameter makesModels: whether models are wanted even if there is no predicate to evaluate.
  init(_ predicate: Predicate<Element>?, store: SQLiteStore, makesModels: Bool = false) {
    self.predicate = predicate.map { MemoryPredicate($0) }
    context = predicate != nil || makesModels ? ModelContext(store: store) : nil
  }

  /// Whether the row that a statement stands on belongs to the result.
  ///
  /// - Throws: `SwiftDataError` if the row can't be read.
  func accepts(_ row: Statement, _ table: EntityTable) throws -> Bool {
    try predicate == nil || accepted(row, table) != nil
  }

  /// The model of the row that a statement stands on, if it belongs to the result.
  ///
  /// - Throws: `SwiftDataError` if the row can't be read.
  func accepted(_ row: Statement, _ table: EntityTable) throws -> Element? {
    guard let model = try context?.model(of: row, table, table.everything) as? Element else { return nil }
    return predicate?.matches(model) != false ? model : nil
  }
}
