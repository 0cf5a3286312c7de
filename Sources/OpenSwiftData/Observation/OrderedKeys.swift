/// The primary keys of a result in their order, in chunks: a million of them are cheap to keep, to copy and to change
/// in the middle.
///
/// A copy shares all chunks. Inserting or removing a key touches one chunk and the list of chunks.
struct OrderedKeys: Sendable {
  private struct Chunk: Sendable {
    var keys: ContiguousArray<Int64>
    /// The smallest and largest key, to pass over chunks that can't hold a key.
    var span: ClosedRange<Int64>

    init(_ keys: ContiguousArray<Int64>) {
      self.keys = keys
      span = (keys.min() ?? 0)...(keys.max() ?? 0)
    }
  }

  /// A chunk is split when it grows beyond twice this.
  private static let chunkSize = 512

  private var chunks: [Chunk] = []
  /// The index of the first key of each chunk.
  private var starts: [Int] = []
  private(set) var count = 0

  init() {}

  init(_ keys: [Int64]) {
    for start in stride(from: 0, to: keys.count, by: Self.chunkSize) {
      chunks.append(Chunk(ContiguousArray(keys[start..<min(start + Self.chunkSize, keys.count)])))
    }
    renumber()
  }

  /// - Complexity: O(log n).
  subscript(index: Int) -> Int64 {
    let chunk = chunkIndex(of: index)
    return chunks[chunk].keys[index - starts[chunk]]
  }

  /// All keys in their order.
  var all: [Int64] { chunks.flatMap(\.keys) }

  /// The position of a key, or nil.
  ///
  /// - Complexity: O(n) at worst; chunks whose span excludes the key are passed over.
  func firstIndex(of key: Int64) -> Int? {
    for (chunk, start) in zip(chunks, starts) where chunk.span.contains(key) {
      if let offset = chunk.keys.firstIndex(of: key) { return start + offset }
    }
    return nil
  }

  /// Removes keys, wherever they are.
  ///
  /// - Complexity: O(n) at worst, for any number of keys.
  mutating func remove(_ keys: Set<Int64>) {
    guard let smallest = keys.min(), let largest = keys.max() else { return }
    for index in chunks.indices where chunks[index].span.overlaps(smallest...largest) {
      guard chunks[index].keys.contains(where: keys.contains) else { continue }
      chunks[index] = Chunk(chunks[index].keys.filter { !keys.contains($0) })
    }
    chunks.removeAll { $0.keys.isEmpty }
    renumber()
  }

  /// Inserts a key before the one at an index.
  ///
  /// - Complexity: O(number of chunks).
  mutating func insert(_ key: Int64, at index: Int) {
    guard !chunks.isEmpty else {
      chunks = [Chunk([key])]
      return renumber()
    }
    let chunk = index == count ? chunks.count - 1 : chunkIndex(of: index)
    chunks[chunk].keys.insert(key, at: index - starts[chunk])
    let span = chunks[chunk].span
    chunks[chunk].span = min(span.lowerBound, key)...max(span.upperBound, key)
    if chunks[chunk].keys.count > 2 * Self.chunkSize { split(chunk) }
    renumber()
  }

  private mutating func split(_ index: Int) {
    let keys = chunks[index].keys
    let middle = keys.count / 2
    chunks[index] = Chunk(ContiguousArray(keys[..<middle]))
    chunks.insert(Chunk(ContiguousArray(keys[middle...])), at: index + 1)
  }

  private mutating func renumber() {
    starts.removeAll(keepingCapacity: true)
    count = 0
    for chunk in chunks {
      starts.append(count)
      count += chunk.keys.count
    }
  }

  /// The chunk that holds an index: the last one that starts at or before it.
  private func chunkIndex(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "index out of range")
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }
}
