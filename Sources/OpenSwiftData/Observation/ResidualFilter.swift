import Foundation

/// The part of a condition that SQL can't say, evaluated on models made from rows.
struct ResidualFilter<Element: PersistentModel> {
  private let predicate: Predicate<Element>?
  private let context: ModelContext?

  init(_ predicate: Predicate<Element>?, store: SQLiteStore) {
    self.predicate = predicate
    context = predicate == nil ? nil : ModelContext(ModelContainer(store: store))
  }

  /// Whether the row that a statement stands on belongs to the result.
  ///
  /// - Throws: what the predicate throws, or `SwiftDataError` if the row can't be read.
  func accepts(_ row: Statement, _ table: EntityTable) throws -> Bool {
    guard let predicate, let context else { return true }
    guard let model = try context.model(of: row, table) as? Element else { return false }
    return try predicate.evaluate(model)
  }
}
