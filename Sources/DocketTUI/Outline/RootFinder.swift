import SwiftData

/// Finds the items that have sub-items in a result: near their old positions at once, elsewhere in the background.
///
/// Until an item has been found, its sub-items are not shown.
@MainActor
final class RootFinder {
  typealias Search =
    @Sendable (Set<PersistentIdentifier>, FetchedIdentifiers) async throws -> [PersistentIdentifier: Int]

  /// How the background searches; tests put a slower one in.
  var search: Search = RootPositions.search
  /// How many rows may be looked at on the main actor; tests allow none.
  var maxLooks = RootPositions.maxLooks { didSet { found.maxLooks = maxLooks } }
  /// Whether the background is searching.
  private(set) var isSearching = false

  private var found = RootPositions()
  private var running: Task<Void, Never>?

  /// Where the items stand.
  var positions: [PersistentIdentifier: Int] { found.positions }

  /// Forgets all positions; for tests.
  func reset() {
    found = RootPositions()
    found.maxLooks = maxLooks
  }

  /// Notes that an item which wasn't in the result may be in it now.
  func resultsChanged() { found.resultChanged() }

  /// Cancels a search whose rows are no longer shown.
  func cancelSearch() {
    running?.cancel()
    isSearching = false
  }

  /// Finds items in a result that may have changed.
  ///
  /// - Parameter onFound: called when the background search has found items that had moved far.
  func follow(
    _ wanted: Set<PersistentIdentifier>, in rows: FetchedIdentifiers, onFound: @escaping @MainActor () -> Void
  ) {
    let missing = found.follow(wanted, in: rows)
    isSearching = !missing.isEmpty
    guard isSearching else { return }
    running = Task { [weak self, search, earlier = running] in
      await earlier?.value
      // A newer result is searched anew.
      guard let found = try? await search(missing, rows), let self, !Task.isCancelled else { return }
      isSearching = false
      self.found.add(found, of: missing)
      if !found.isEmpty { onFound() }
    }
  }
}

/// Where items with sub-items stand in a result: looked for near the positions where they stood before.
///
/// A search of a long result takes time, so items that have moved far are looked for in the background.
struct RootPositions {
  /// How many rows are looked at on the main actor, unless told otherwise.
  static let maxLooks = 2_000_000

  var maxLooks = RootPositions.maxLooks

  private(set) var positions: [PersistentIdentifier: Int] = [:]
  /// Items known not to be in the result.
  private var absent: Set<PersistentIdentifier> = []
  private var count = 0

  /// Forgets which items were not in the result before.
  mutating func resultChanged() { absent = [] }

  /// Finds items in a result that may have changed.
  ///
  /// - Returns: the items to look for in the background.
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

  /// Takes what the background found in the same result; the other missing items are not in it.
  mutating func add(_ found: [PersistentIdentifier: Int], of missing: Set<PersistentIdentifier>) {
    positions.merge(found) { $1 }
    absent.formUnion(missing.filter { found[$0] == nil })
  }

  /// Searches a whole result for items.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  /// - Complexity: O(n) in the number of rows, however many are wanted.
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

  /// Looks near the old position, and as far from there as rows came or went.
  private func near(_ id: PersistentIdentifier, _ shift: Int, _ rows: FetchedIdentifiers) -> Int? {
    guard let old = positions[id] else { return nil }
    for position in [old, old + shift] {
      // The list may have become shorter than that.
      let window = (max(0, position - 2)..<max(0, position + 3)).clamped(to: 0..<rows.count)
      if let index = window.first(where: { rows[$0] == id }) { return index }
    }
    return nil
  }
}
