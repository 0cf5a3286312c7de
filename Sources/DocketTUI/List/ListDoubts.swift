import DocketData
import SwiftData

/// Why a list may be empty without its person wanting it so.
extension ItemList {
  /// Why the search, or else the filter, may find nothing.
  var doubts: [String] {
    let text = listing.search.isEmpty ? listing.filter.query : listing.search
    let ofQuery = (try? ItemQuery(text, environment.queryReference))?.doubts(in: environment.context) ?? []
    return (unknownFilter.map { [words(for: $0)] } ?? []) + ofQuery
  }

  private func words(for unknown: UnknownFilter) -> String {
    unknown.words + (unknown.nearest.map { "; “\($0)” is one" } ?? "")
  }

  /// The filter if it may have been meant as a filter's name and is the name of none.
  private var unknownFilter: UnknownFilter? {
    let filter = listing.filter
    guard listing.search.isEmpty, filter.name == filter.query else { return nil }
    return try? UnknownFilter(filter.query, among: filters)
  }

  private var filters: [NamedQuery] {
    get throws {
      let saved = try environment.context.fetch(FetchDescriptor<SavedFilter>())
      return NamedQuery.standard + environment.configuration.namedQueries
        + saved.map { NamedQuery(name: $0.name, query: $0.query) }
    }
  }
}
