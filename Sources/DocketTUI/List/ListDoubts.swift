import DocketData
import SwiftData

/// Why a list may be empty without its person wanting it so.
extension ItemList {
  /// Why the search, or else the filter, may find nothing.
  var doubts: [String] {
    let text = listing.search.isEmpty ? listing.filter.query : listing.search
    let ofQuery = (try? ItemQuery(text, environment.queryReference))?.doubts(in: environment.context) ?? []
    return hasUnknownFilter ? ["no filter has the name “\(text)”, so it is looked for as a word"] + ofQuery : ofQuery
  }

  /// Whether the filter is one word that may have been meant as a filter's name, and is none.
  private var hasUnknownFilter: Bool {
    let filter = listing.filter
    guard listing.search.isEmpty, filter.name == filter.query, NamedQuery.mayBeName(filter.query) else { return false }
    let key = TagName.key(of: filter.query)
    let others = NamedQuery.standard + environment.configuration.namedQueries
    guard !others.contains(where: { TagName.key(of: $0.name) == key }) else { return false }
    let saved = FetchDescriptor<SavedFilter>(predicate: #Predicate { $0.key == key })
    return (try? environment.context.fetchCount(saved)) == 0
  }
}
