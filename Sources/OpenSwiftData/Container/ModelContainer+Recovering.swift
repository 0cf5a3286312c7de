import Foundation

extension ModelContainer {
  /// Salvages what can be read of a damaged store into a new one, which is then opened once, so that it is complete.
  ///
  /// Rows are read by their numbers, and where that fails by the numbers behind; references to lost rows are let go, and
  /// full-text indexes are made anew. The history of changes begins anew. The damaged files are left as they are; nobody
  /// may write to them meanwhile.
  ///
  /// - Parameters:
  ///   - damaged: the damaged store.
  ///   - url: the file to make; its folder must be there, with room for twice the size of the damaged store.
  ///   - schema: the models.
  ///   - migrationPlan: the versions of the models, for a store of an earlier one.
  /// - Returns: what was salvaged.
  /// - Throws: `StoreError` if there is no such store, if nothing of it can be read, if there is a file of that name
  ///   already, or if the new store can't be written; there is none then.
  /// - Complexity: O(n log n) in the size of the store.
  public static func recoverStore(
    at damaged: URL, to url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> RecoveryReport {
    let report = try StoreRecovery(of: damaged, to: url, schema).run()
    do {
      let container = try ModelContainer(
        for: schema, migrationPlan: migrationPlan, configurations: [ModelConfiguration(schema: schema, url: url)])
      guard let problem = try container.storeProblems().first else { return report }
      throw StoreError(kind: .damaged, location: url.path, explanation: "The new store is damaged: \(problem).")
    } catch {
      for ending in ["", "-wal", "-shm"] { unlink(url.path + ending) }
      throw error
    }
  }
}
