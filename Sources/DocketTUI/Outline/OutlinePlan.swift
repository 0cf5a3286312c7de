import DocketData
import SwiftData

/// Looks up which parts come in below the rows of a result.
@MainActor
struct OutlinePlan {
  let results: FetchResultsCollection<Item>
  let query: ItemQuery
  /// The items that show their parts.
  let shown: Set<PersistentIdentifier>

  /// Reads the parts, so whoever makes the outline learns when they change.
  ///
  /// - Parameter places: where items with parts stand in the result.
  func outline(_ places: [PersistentIdentifier: Int]) -> Outline {
    var parts: [Int: [Outline.Part]] = [:]
    for (id, place) in places where shown.contains(id) {
      if let item = results.model(for: id) { parts[place] = self.parts(of: item, level: 1) }
    }
    return Outline(parts)
  }

  private func parts(of item: Item, level: Int) -> [Outline.Part] {
    let parts = item.subitems.filter { query.shows($0) }.sorted { $0.position < $1.position }
    return parts.flatMap { part in
      let id = part.persistentModelID
      return [Outline.Part(id: id, level: level)] + (shown.contains(id) ? self.parts(of: part, level: level + 1) : [])
    }
  }
}
