import DocketLocking

/// The primary keys of a result in their order.
///
/// They are kept in chunks, so that a million of them are cheap to keep, to copy and to change in the middle: a copy
/// shares all chunks, and a change touches the chunks concerned and the list of chunks.
struct OrderedKeys: Sendable {
  /// A chunk is split when it grows beyond twice this.
  private static let chunkSize = 512

  private var chunks: [PackedKeys] = [] {
    didSet { renumber() }
  }

  /// The index of the first key of each chunk.
  private var starts: [Int] = []
  private(set) var count = 0

  init() {}

  init(_ keys: [Int64]) {
    self.init(chunks: Self.chunks(of: keys[...]))
  }

  private init(chunks: [PackedKeys]) {
    self.chunks = chunks
    renumber()
  }

  private static func chunks(of keys: ArraySlice<Int64>) -> [PackedKeys] {
    stride(from: keys.startIndex, to: keys.endIndex, by: chunkSize).map { start in
      PackedKeys(keys[start..<min(start + chunkSize, keys.endIndex)])
    }
  }

  private mutating func renumber() {
    starts.removeAll(keepingCapacity: true)
    count = 0
    for chunk in chunks {
      starts.append(count)
      count += chunk.count
    }
  }

  // MARK: - Reading

  var isEmpty: Bool { count == 0 }

  /// All keys in one array.
  ///
  /// - Complexity: O(n).
  var all: [Int64] { chunks.flatMap(\.self) }

  /// The key at an index.
  ///
  /// - Complexity: O(log n).
  subscript(index: Int) -> Int64 {
    precondition(index >= 0 && index < count, "index out of range")
    let chunk = starts.partitioningIndex { $0 > index } - 1
    return chunks[chunk][index - starts[chunk]]
  }

  /// The keys of some positions; whole chunks are shared.
  ///
  /// - Complexity: O(number of chunks).
  subscript(positions: Range<Int>) -> OrderedKeys {
    guard positions != 0..<count else { return self }
    let parts = zip(chunks, starts).compactMap { chunk, start -> PackedKeys? in
      let whole = start..<(start + chunk.count)
      let part = whole.clamped(to: positions)
      guard !part.isEmpty else { return nil }
      return part == whole
        ? chunk : PackedKeys(chunk[(part.lowerBound - start)..<(part.upperBound - start)])
    }
    return OrderedKeys(chunks: parts)
  }

  /// The keys in their order, in batches.
  func batches(of size: Int) -> some Sequence<[Int64]> {
    stride(from: 0, to: count, by: size).lazy.map { start in
      (start..<Swift.min(count, start + size)).map { self[$0] }
    }
  }

  /// The position of a key, or nil.
  ///
  /// - Complexity: O(n) at worst; chunks whose span excludes the key are skipped.
  func firstIndex(of key: Int64) -> Int? {
    for (chunk, start) in zip(chunks, starts) {
      if let offset = chunk.firstIndex(of: key) { return start + offset }
    }
    return nil
  }

  /// The same keys from the last one to the first.
  ///
  /// - Complexity: O(n).
  func reversed() -> OrderedKeys {
    OrderedKeys(chunks: chunks.reversed().map { PackedKeys($0.reversed()) })
  }
}

extension OrderedKeys: Equatable {
  /// Whether both have the same keys in the same order; chunks that are shared are not compared key by key.
  static func == (left: OrderedKeys, right: OrderedKeys) -> Bool {
    guard left.count == right.count else { return false }
    if left.starts == right.starts { return zip(left.chunks, right.chunks).allSatisfy { $0 == $1 } }
    return left.chunks.lazy.joined().elementsEqual(right.chunks.lazy.joined())
  }
}

// MARK: - Changes

extension OrderedKeys {
  /// Keys to be inserted before the one at a position.
  struct Insertion {
    let position: Int
    let keys: ArraySlice<Int64>
  }

  /// Removes keys, wherever they are.
  ///
  /// - Returns: the positions they had, ascending.
  /// - Complexity: O(n), a few operations for each key; chunks whose span can't hold one are skipped.
  mutating func remove(_ removed: KeySet) -> [Int] {
    var positions: [Int] = []
    var remaining = chunks
    for (index, chunk) in chunks.enumerated() where removed.mayContainSome(of: chunk.span) {
      let offsets = removed.offsets(in: chunk)
      guard !offsets.isEmpty else { continue }
      positions += offsets.map { starts[index] + $0 }
      var keys = Array(chunk)
      for offset in offsets.reversed() { keys.remove(at: offset) }
      remaining[index] = PackedKeys(keys)
    }
    if !positions.isEmpty { chunks = remaining.filter { !$0.isEmpty } }
    return positions
  }

  /// Inserts runs of keys in one pass.
  ///
  /// - Parameter insertions: ascending by position; positions count as before the call.
  /// - Complexity: O(number of chunks + keys inserted + keys of the chunks concerned).
  mutating func insert(_ insertions: [Insertion]) {
    guard !insertions.isEmpty else { return }
    var rest = insertions[...]
    var new: [PackedKeys] = []
    new.reserveCapacity(chunks.count + insertions.count)
    for (index, chunk) in chunks.enumerated() {
      let end = index + 1 == chunks.count ? Int.max : starts[index] + chunk.count
      let here = rest.prefix { $0.position < end }
      rest = rest.dropFirst(here.count)
      new += here.isEmpty ? [chunk] : Self.chunks(chunk, at: starts[index], with: here)
    }
    // Only an empty result has no chunk that takes them.
    if chunks.isEmpty { new = rest.flatMap { Self.chunks(of: $0.keys) } }
    chunks = new
  }

  private static func chunks(
    _ chunk: PackedKeys, at start: Int, with insertions: ArraySlice<Insertion>
  ) -> [PackedKeys] {
    var keys: [Int64] = []
    var taken = 0
    for insertion in insertions {
      keys += chunk[taken..<(insertion.position - start)]
      keys += insertion.keys
      taken = insertion.position - start
    }
    keys += chunk[taken...]
    return keys.count > 2 * chunkSize ? chunks(of: keys[...]) : [PackedKeys(keys)]
  }
}

extension OrderedKeys {
  /// Collects keys one by one into chunks, so that a million are never in one piece.
  struct Collector {
    private var chunks: [PackedKeys] = []
    private var keys: [Int64] = []

    init() { keys.reserveCapacity(chunkSize) }

    mutating func append(_ key: Int64) {
      keys.append(key)
      if keys.count == chunkSize { endChunk() }
    }

    /// All keys that were appended.
    consuming func collected() -> OrderedKeys {
      if !keys.isEmpty { endChunk() }
      return OrderedKeys(chunks: chunks)
    }

    private mutating func endChunk() {
      chunks.append(PackedKeys(keys))
      keys.removeAll(keepingCapacity: true)
    }
  }
}
