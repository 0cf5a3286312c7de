import Foundation
import SwiftData

extension DataHandler {
  /// Gives a query a name, or a name another query.
  ///
  /// - Parameters:
  ///   - name: the name; case does not matter.
  ///   - query: the query, in the language of `ItemQuery`.
  /// - Throws: `ItemError.unusableList`, `ItemError.nameTaken` for a name of the filters that everybody has, or
  ///   `StoreError` if it can't be saved.
  public func saveFilter(_ name: String, query: String) throws {
    try perform { recorder in
      let name = try ListName(name)
      try refuseStandardName(name)
      if let filter: SavedFilter = try existing(key: name.key) {
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

  /// The filters that everybody has keep their names for themselves.
  func refuseStandardName(_ name: ListName) throws {
    guard !NamedQuery.isStandard(name.text) else { throw ItemError.nameTaken(name.text) }
  }

  private func lastFilterPosition() throws -> Double {
    var last = FetchDescriptor<SavedFilter>(sortBy: [SortDescriptor(\.position, order: .reverse)])
    last.fetchLimit = 1
    return try modelContext.fetch(last).first?.position ?? 0
  }
}
