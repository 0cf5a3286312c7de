/// The primary keys of a result in their order, in chunks: a million of them are cheap to keep, to copy and to change
/// in the middle.
///
/// A copy shares all chunks; a change touches the chunks concerned and the list of chunks.
struct OrderedKeys: Sendable {
  struct Chunk: Sendable {
    let keys: ContiguousArray<Int64>
    /// The smallest and largest key, to pass over chunks that can't hold a key.
    let span: ClosedRange<Int64>

    init(_ keys: ContiguousArray<Int64>) {
      self.keys = keys
      var (low, high) = (keys.first ?? 0, keys.first ?? 0)
      for key in keys { (low, high) = (min(low, key), max(high, key)) }
      span = low...high
    }
  }

  /// A chunk is split when it grows beyond twice this.
  static let chunkSize = 512

  var chunks: [Chunk] = [] {
    didSet { renumber() }
  }

  /// The index of the first key of each chunk.
  private(set) var starts: [Int] = []
  private(set) var count = 0

  init() {}

  init(_ keys: [Int64]) {
    self.init(chunks: Self.chunks(of: keys[...]))
  }

  init(chunks: [Chunk]) {
    self.chunks = chunks
    renumber()
  }

  var isEmpty: Bool { count == 0 }

  /// - Complexity: O(log n).
  subscript(index: Int) -> Int64 {
    let chunk = chunkIndex(of: index)
    return chunks[chunk].keys[index - starts[chunk]]
  }

  /// The keys of some positions; whole chunks are shared.
  ///
  /// - Complexity: O(number of chunks).
  subscript(positions: Range<Int>) -> OrderedKeys {
    guard positions != 0..<count else { return self }
    let parts = zip(chunks, starts).compactMap { chunk, start -> Chunk? in
      let whole = start..<(start + chunk.keys.count)
      let part = whole.clamped(to: positions)
      guard !part.isEmpty else { return nil }
      return part == whole
        ? chunk : Chunk(ContiguousArray(chunk.keys[(part.lowerBound - start)..<(part.upperBound - start)]))
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
  /// - Complexity: O(n) at worst; chunks whose span excludes the key are passed over.
  func firstIndex(of key: Int64) -> Int? {
    for (chunk, start) in zip(chunks, starts) where chunk.span.contains(key) {
      if let offset = chunk.keys.firstIndex(of: key) { return start + offset }
    }
    return nil
  }

  static func chunks(of keys: ArraySlice<Int64>) -> [Chunk] {
    stride(from: keys.startIndex, to: keys.endIndex, by: chunkSize).map { start in
      Chunk(ContiguousArray(keys[start..<min(start + chunkSize, keys.endIndex)]))
    }
  }

  /// The chunk that holds an index: the last one that starts at or before it.
  func chunkIndex(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "index out of range")
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func renumber() {
    starts.removeAll(keepingCapacity: true)
    count = 0
    for chunk in chunks {
      starts.append(count)
      count += chunk.keys.count
    }
  }
}

extension OrderedKeys: Equatable {
  /// Whether both have the same keys in the same order; chunks that are shared are not looked into.
  static func == (left: OrderedKeys, right: OrderedKeys) -> Bool {
    guard left.count == right.count else { return false }
    if left.starts == right.starts { return zip(left.chunks, right.chunks).allSatisfy { $0.keys == $1.keys } }
    return left.chunks.lazy.flatMap(\.keys).elementsEqual(right.chunks.lazy.flatMap(\.keys))
  }
}
