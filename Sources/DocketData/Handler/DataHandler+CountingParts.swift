import SwiftData

extension DataHandler {
  /// How many items belong to some items, directly or through others; those that are amongst them are not counted.
  ///
  /// - Throws: `ItemError.noSuchItem`, `StoreError` if the store can't be read, `CancellationError` if the task is
  ///   cancelled.
  /// - Complexity: linear in the number of items with parts and of those that are counted.
  public func partCount(ids: [PersistentIdentifier]) throws -> Int {
    let parents = Set(try modelContext.fetchCounts(by: \Item.parent).keys)
    var (seen, count, wave) = (Set(ids), 0, ids.filter(parents.contains))
    while !wave.isEmpty {
      try Task.checkCancellation()
      let parts = try models(wave).flatMap(\.subitems).map(\.persistentModelID)
      let new = parts.filter { seen.insert($0).inserted }
      count += new.count
      wave = new.filter(parents.contains)
    }
    return count
  }
}
