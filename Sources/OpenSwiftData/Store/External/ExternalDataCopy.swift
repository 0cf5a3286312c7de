import Foundation

/// The large values of a copy that is being made, and may have to be removed again.
final class ExternalDataCopy {
  private let folder: ExternalDataFolder
  private let isNew: Bool
  private var names: Set<String> = []

  /// - Parameter store: the file that the copy of the store is going to be.
  init(of store: URL) {
    folder = ExternalDataFolder(store: store)
    isNew = !folder.exists
  }

  /// Takes the files of a store; when it returns they are on disk.
  ///
  /// - Returns: those that are not there.
  func take(_ names: Set<String>, from store: ExternalDataFolder) throws -> Set<String> {
    // Another copy to the same place may have been first: what it took is not this one's to remove.
    try folder.take(names, from: store) { self.names.insert($0) }
  }

  /// Removes what was taken: there is no copy that names it.
  func remove() {
    for name in names { folder.remove(name) }
    if isNew { folder.removeIfEmpty() }
  }
}
