import Glibc

/// The memory that all connections to one database in WAL mode share: the index of the log.
///
/// Blocks are zeroed, never move, and are freed when the last connection lets go; the next one then builds the index
/// anew from the log. SQLite itself reads and writes the blocks by the protocol of the WAL format.
///
/// Manual: https://www.sqlite.org/walformat.html#the_wal_index_file_format
struct MemorySharedIndex: ~Copyable {
  /// The locks of the index.
  var slots = SharedIndexSlots()

  private var blocks: [UnsafeMutableRawPointer] = []
  private var connections = 0

  deinit {
    for block in blocks { free(block) }
  }

  /// Whether any block is held.
  var isEmpty: Bool { blocks.isEmpty }

  /// Counts one more connection.
  mutating func join() {
    connections += 1
  }

  /// Counts one connection less and frees the blocks after the last.
  mutating func leave() {
    connections -= 1
    guard connections == 0 else { return }
    for block in blocks { free(block) }
    blocks.removeAll()
  }

  /// Makes sure that the block exists; false when memory has run out.
  mutating func extend(to index: Int, blockSize: Int) -> Bool {
    while blocks.count <= index {
      guard let block = calloc(1, blockSize) else { return false }
      blocks.append(block)
    }
    return true
  }

  /// The address of a block, if it exists.
  func block(_ index: Int) -> UnsafeMutableRawPointer? {
    index < blocks.count ? blocks[index] : nil
  }
}
