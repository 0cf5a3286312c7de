extension OrderedKeys {
  /// Keys to be put before the one at a position.
  struct Insertion {
    let position: Int
    let keys: ArraySlice<Int64>
  }

  /// Removes keys, wherever they are.
  ///
  /// - Returns: the positions they had, ascending.
  /// - Complexity: O(n), a few operations for each key; chunks whose span can't hold one are passed over.
  mutating func remove(_ removed: KeySet) -> [Int] {
    var positions: [Int] = []
    var remaining = chunks
    for (index, chunk) in chunks.enumerated() where removed.mayContainSome(of: chunk.span) {
      let offsets = removed.offsets(in: chunk.keys)
      guard !offsets.isEmpty else { continue }
      positions += offsets.map { starts[index] + $0 }
      var keys = chunk.keys
      for offset in offsets.reversed() { keys.remove(at: offset) }
      remaining[index] = Chunk(keys)
    }
    if !positions.isEmpty { chunks = remaining.filter { !$0.keys.isEmpty } }
    return positions
  }

  /// Inserts runs of keys in one pass.
  ///
  /// - Parameter insertions: ascending by position, which are those before the insertion.
  /// - Complexity: O(number of chunks + keys inserted + keys of the chunks concerned).
  mutating func insert(_ insertions: [Insertion]) {
    guard !insertions.isEmpty else { return }
    var rest = insertions[...]
    var new: [Chunk] = []
    new.reserveCapacity(chunks.count + insertions.count)
    for (index, chunk) in chunks.enumerated() {
      let end = index + 1 == chunks.count ? Int.max : starts[index] + chunk.keys.count
      let here = rest.prefix { $0.position < end }
      rest = rest.dropFirst(here.count)
      new += here.isEmpty ? [chunk] : Self.chunks(chunk, at: starts[index], with: here)
    }
    // Only an empty result has no chunk that takes them.
    if chunks.isEmpty { new = rest.flatMap { Self.chunks(of: $0.keys) } }
    chunks = new
  }

  private static func chunks(_ chunk: Chunk, at start: Int, with insertions: ArraySlice<Insertion>) -> [Chunk] {
    var keys: [Int64] = []
    var taken = 0
    for insertion in insertions {
      keys += chunk.keys[taken..<(insertion.position - start)]
      keys += insertion.keys
      taken = insertion.position - start
    }
    keys += chunk.keys[taken...]
    return keys.count > 2 * chunkSize ? chunks(of: keys[...]) : [Chunk(ContiguousArray(keys))]
  }
}
