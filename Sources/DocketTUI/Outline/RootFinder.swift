import SwiftData

/// Finds items with sub-items in a result: near their old positions at once, elsewhere in the background.
///
/// Until an item is found, its sub-items are not shown.
@MainActor
final class RootFinder {
  typealias Search =
    @Sendable (Set<PersistentIdentifier>, FetchedIdentifiers) async throws -> [PersistentIdentifier: Int]

  /// The background search; slower in tests.
  var search: Search = RootPositions.search
  /// The most comparisons on the main actor; none in tests.
  var maxLooks = RootPositions.maxLooks { didSet { found.maxLooks = maxLooks } }
  private(set) var isSearching = false

  private var found = RootPositions()
  private var running: Task<Void, Never>?

  var positions: [PersistentIdentifier: Int] { found.positions }

  /// For tests.
  func reset() {
    found = RootPositions()
    found.maxLooks = maxLooks
  }

  /// Items that were not in the result may be now.
  func resultsChanged() { found.resultChanged() }

  /// Cancels the search of rows that are no longer shown.
  func cancelSearch() {
    running?.cancel()
    isSearching = false
  }

  /// Finds items in a changed result.
  ///
  /// - Parameter onFound: called when the background has found some.
  func follow(
    _ wanted: Set<PersistentIdentifier>, in rows: FetchedIdentifiers, onFound: @escaping @MainActor () -> Void
  ) {
    let missing = found.follow(wanted, in: rows)
    isSearching = !missing.isEmpty
    guard isSearching else { return }
    running = Task { [weak self, search, earlier = running] in
      await earlier?.value
      // A newer result needs another search.
      guard let found = try? await search(missing, rows), let self, !Task.isCancelled else { return }
      isSearching = false
      self.found.add(found, of: missing)
      if !found.isEmpty { onFound() }
    }
  }
}

/// The indexes of items with sub-items in a result, searched near their old ones.
///
/// Long results are searched in the background.
struct RootPositions {
  /// The most comparisons on the main actor.
  static let maxLooks = 2_000_000

  var maxLooks = RootPositions.maxLooks

  private(set) var positions: [PersistentIdentifier: Int] = [:]
  /// Items that are not in the result.
  private var absent: Set<PersistentIdentifier> = []
  private var count = 0

  mutating func resultChanged() { absent = [] }

  /// Finds items in a changed result; answers those to search in the background.
  mutating func follow(_ wanted: Set<PersistentIdentifier>, in rows: FetchedIdentifiers) -> Set<PersistentIdentifier> {
    let shift = rows.count - count
    var found: [PersistentIdentifier: Int] = [:]
    for id in wanted { found[id] = near(id, shift, rows) }
    let missing = wanted.filter { found[$0] == nil && !absent.contains($0) }
    let isQuick = missing.count.multipliedReportingOverflow(by: rows.count).partialValue <= maxLooks
    if isQuick {
      for id in missing { found[id] = rows.position(of: id) }
      absent.formUnion(missing.filter { found[$0] == nil })
    }
    (positions, count) = (found, rows.count)
    return isQuick ? [] : missing
  }

  /// Adds what the background found; the other missing items are not in the result.
  mutating func add(_ found: [PersistentIdentifier: Int], of missing: Set<PersistentIdentifier>) {
    positions.merge(found) { $1 }
    absent.formUnion(missing.filter { found[$0] == nil })
  }

  /// - Throws: `CancellationError` once the task is cancelled.
  /// - Complexity: O(n) in the rows.
  @concurrent
  static func search(
    _ wanted: Set<PersistentIdentifier>, in rows: FetchedIdentifiers
  ) async throws -> [PersistentIdentifier: Int] {
    var (missing, found) = (wanted, [PersistentIdentifier: Int]())
    for (position, id) in rows.enumerated() {
      if position.isMultiple(of: 4_096) { try Task.checkCancellation() }
      guard missing.remove(id) != nil else { continue }
      found[id] = position
      if missing.isEmpty { break }
    }
    return found
  }

  /// Searches near the old index, as far as rows came or went.
  private func near(_ id: PersistentIdentifier, _ shift: Int, _ rows: FetchedIdentifiers) -> Int? {
    guard let old = positions[id] else { return nil }
    for position in [old, old + shift] {
      // The list may be shorter now.
      let window = (max(0, position - 2)..<max(0, position + 3)).clamped(to: 0..<rows.count)
      if let index = window.first(where: { rows[$0] == id }) { return index }
    }
    return nil
  }
}
