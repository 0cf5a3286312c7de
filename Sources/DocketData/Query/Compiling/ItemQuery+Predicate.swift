import Foundation
import SwiftData

extension ItemQuery {
  /// The query as a predicate; nil if it asks for everything.
  public var predicate: Predicate<Item>? {
    let predicates = terms.map { term in
      let predicate = term.predicate(reference)
      return term.isNegated ? Predicate(not: predicate) : predicate
    }
    return predicates.count > 1 ? Predicate(all: predicates) : predicates.first
  }
}

extension QueryTerm {
  fileprivate func predicate(_ reference: DateReference) -> Predicate<Item> {
    switch condition {
    case .text(let text):
      return #Predicate { $0.title.localizedStandardContains(text) || $0.notes.localizedStandardContains(text) }
    case .tag(let key): return #Predicate { $0.tags.contains { $0.key == key } }
    case .hasTags(true): return #Predicate { !$0.tags.isEmpty }
    case .hasTags(false): return #Predicate { $0.tags.isEmpty }
    case .list(let key): return #Predicate { $0.list?.key == key }
    case .hasList(true): return #Predicate { $0.list != nil }
    case .hasList(false): return #Predicate { $0.list == nil }
    case .state(let state): return state.predicate(reference)
    case .priority(let comparison, let priority): return comparison.predicate(priority)
    case .date(let date, let comparison, let span): return date.predicate(comparison.bounds(of: span))
    case .hasDate(let date, let isWanted): return date.predicate(isThere: isWanted)
    }
  }
}
