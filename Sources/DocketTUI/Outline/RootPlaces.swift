import SwiftData

/// Where the items with parts stand in a result: looked for near the places where they stood before.
///
/// Looking for one in a long result takes time, so those that have moved far are left to the background.
struct RootPlaces {
  /// How many rows are looked at on the main actor.
  var mostLooks = 2_000_000

  private(set) var places: [PersistentIdentifier: Int] = [:]
  /// What is not in the result, as was found out.
  private var absent: Set<PersistentIdentifier> = []
  private var count = 0

  init() {}

  /// What was not in the result may be in it from now on.
  mutating func resultChanged() { absent = [] }

  /// Finds items in a result that may have changed.
  ///
  /// - Returns: those that have to be looked for in the background.
  mutating func follow(_ wanted: Set<PersistentIdentifier>, in rows: FetchedIdentifiers) -> Set<PersistentIdentifier> {
    let shift = rows.count - count
    var found: [PersistentIdentifier: Int] = [:]
    for id in wanted { found[id] = near(id, shift, rows) }
    let missing = wanted.filter { found[$0] == nil && !absent.contains($0) }
    let isQuick = missing.count.multipliedReportingOverflow(by: rows.count).partialValue <= mostLooks
    if isQuick {
      for id in missing { found[id] = rows.position(of: id) }
      absent.formUnion(missing.filter { found[$0] == nil })
    }
    (places, count) = (found, rows.count)
    return isQuick ? [] : missing
  }

  /// Takes what the background found in the same result; the rest is not in it.
  mutating func add(_ found: [PersistentIdentifier: Int], of missing: Set<PersistentIdentifier>) {
    places.merge(found) { $1 }
    absent.formUnion(missing.filter { found[$0] == nil })
  }

  /// Where items stand.
  ///
  /// - Throws: `CancellationError` if nobody wants to know any more.
  /// - Complexity: O(n) in the number of rows, however many are wanted.
  @concurrent
  static func search(
    _ wanted: Set<PersistentIdentifier>, in rows: FetchedIdentifiers
  ) async throws -> [PersistentIdentifier: Int] {
    var (missing, found) = (wanted, [PersistentIdentifier: Int]())
    for (place, id) in rows.enumerated() {
      if place.isMultiple(of: 4_096) { try Task.checkCancellation() }
      guard missing.remove(id) != nil else { continue }
      found[id] = place
      if missing.isEmpty { break }
    }
    return found
  }

  /// Near where it stood, or as far from there as rows came or went.
  private func near(_ id: PersistentIdentifier, _ shift: Int, _ rows: FetchedIdentifiers) -> Int? {
    guard let old = places[id] else { return nil }
    for place in [old, old + shift] {
      // The list may have become shorter than that.
      let window = (max(0, place - 2)..<max(0, place + 3)).clamped(to: 0..<rows.count)
      if let index = window.first(where: { rows[$0] == id }) { return index }
    }
    return nil
  }
}
