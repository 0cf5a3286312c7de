import Foundation
import SwiftData

extension DataHandler {
  /// Gives a query a name, or a name another query.
  ///
  /// - Parameters:
  ///   - name: the name; case does not matter.
  ///   - query: the query, in the language of `ItemQuery`.
  /// - Throws: `ItemError.unusableList`, or `StoreError` if it can't be saved.
  public func saveFilter(_ name: String, query: String) throws {
    try perform { recorder in
      let name = try ListName(name)
      if let filter = try existingFilter(name.key) {
        try recorder.willChange(filter, [.query])
        filter.query = query
      } else {
        let filter = SavedFilter(name, query: query, position: try lastFilterPosition() + 1)
        modelContext.insert(filter)
        try recorder.didInsert(filter)
      }
      return (StepWords("save the filter “\(name.text)”"), ())
    }
  }

  /// Gives a saved filter another name.
  ///
  /// - Throws: `ItemError.noSuchFilter`, `ItemError.unusableList`, `ItemError.nameTaken`, `StoreError`.
  public func renameFilter(_ name: String, to newName: String) throws {
    try perform { recorder in
      guard let filter = try existingFilter(TagName.key(of: name)) else { throw ItemError.noSuchFilter(name) }
      let new = try ListName(newName)
      if let other = try existingFilter(new.key), other !== filter { throw ItemError.nameTaken(other.name) }
      try recorder.willChange(filter, [.name])
      filter.rename(to: new)
      return (StepWords("rename the filter “\(name)” to “\(new.text)”"), ())
    }
  }

  /// Removes a saved filter.
  ///
  /// - Throws: `ItemError.noSuchFilter`, `StoreError`.
  public func deleteFilter(_ name: String) throws {
    try perform { recorder in
      guard let filter = try existingFilter(TagName.key(of: name)) else { throw ItemError.noSuchFilter(name) }
      try recorder.willDelete(filter)
      modelContext.delete(filter)
      return (StepWords("delete the filter “\(filter.name)”"), ())
    }
  }

  private func existingFilter(_ key: String) throws -> SavedFilter? {
    try modelContext.fetch(FetchDescriptor<SavedFilter>(predicate: #Predicate { $0.key == key })).first
  }

  private func lastFilterPosition() throws -> Double {
    var last = FetchDescriptor<SavedFilter>(sortBy: [SortDescriptor(\.position, order: .reverse)])
    last.fetchLimit = 1
    return try modelContext.fetch(last).first?.position ?? 0
  }
}
