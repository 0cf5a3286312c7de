extension OrderedKeys {
  /// Takes keys one after the other, chunk by chunk.
  struct Collector {
    private var chunks: [Chunk] = []
    private var keys: ContiguousArray<Int64> = []

    init() { keys.reserveCapacity(chunkSize) }

    mutating func append(_ key: Int64) {
      keys.append(key)
      if keys.count == chunkSize { endChunk() }
    }

    /// All that were appended.
    consuming func collected() -> OrderedKeys {
      if !keys.isEmpty { endChunk() }
      return OrderedKeys(chunks: chunks)
    }

    private mutating func endChunk() {
      chunks.append(Chunk(keys))
      keys = []
      keys.reserveCapacity(chunkSize)
    }
  }
}
