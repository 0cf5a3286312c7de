import Foundation
import SwiftData

extension DataProvider {
  /// Salvages what can be read of the persistent store, which may be damaged, into a new one.
  ///
  /// The store is left as it is; nobody may write to it meanwhile.
  ///
  /// - Parameter url: the file to make.
  /// - Returns: what was salvaged.
  /// - Throws: `StoreError` if nothing can be read or the new file can't be made; there is none then.
  /// - Complexity: O(n log n) in the size of the store.
  public func recoverStore(to url: URL) throws -> SalvageReport {
    SalvageReport(
      try ModelContainer.recoverStore(
        at: storeURL, to: url, for: Self.schema, migrationPlan: ItemMigrationPlan.self))
  }
}
