/// The bytes of one file, in equal chunks that are allocated on first use and never move.
///
/// Offsets that were never written read as zeros, as the write and truncate methods of a file must ensure:
/// https://www.sqlite.org/c3ref/io_methods.html
///
/// A page of a database is a power of two of at most 64 KiB, so that it never lies across two chunks
/// (https://www.sqlite.org/fileformat2.html#pages) and its address may be handed out.
struct MemoryChunks: ~Copyable {
  /// Bytes in one chunk.
  static let chunkSize = 256 * 1024

  /// The length of the file in bytes.
  private(set) var size = 0

  private var chunks: [UnsafeMutableRawPointer?] = []
  private var pinned = 0
  private var retired: [UnsafeMutableRawPointer] = []

  deinit {
    for chunk in chunks { ChunkMemory.free(chunk) }
    for chunk in retired { ChunkMemory.free(chunk) }
  }

  /// Bytes of memory held, which counts whole chunks.
  var allocated: Int {
    (chunks.count { $0 != nil } + retired.count) * Self.chunkSize
  }

  /// Copies out what the file has of the range, fills the rest with zeros, and tells whether it had everything.
  func read(into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int) -> Bool {
    let available = max(0, min(count, size - offset))
    var done = 0
    while done < available {
      let piece = ChunkPiece(at: offset + done, wanted: available - done)
      let target = buffer + done
      if let chunk = chunks[piece.chunk] {
        target.copyMemory(from: chunk + piece.start, byteCount: piece.count)
      } else {
        target.initializeMemory(as: UInt8.self, repeating: 0, count: piece.count)
      }
      done += piece.count
    }
    if available < count {
      (buffer + available).initializeMemory(as: UInt8.self, repeating: 0, count: count - available)
    }
    return available == count
  }

  /// Copies the bytes in, extends the file when needed, and tells whether there was memory for it.
  mutating func write(_ bytes: UnsafeRawPointer, count: Int, at offset: Int) -> Bool {
    var done = 0
    while done < count {
      let piece = ChunkPiece(at: offset + done, wanted: count - done)
      guard let chunk = chunk(piece.chunk) else { return false }
      (chunk + piece.start).copyMemory(from: bytes + done, byteCount: piece.count)
      done += piece.count
      size = max(size, offset + done)
    }
    return true
  }

  /// Shortens the file, or lengthens it with zeros.
  mutating func truncate(to newSize: Int) {
    if newSize < size { release(from: newSize) }
    size = newSize
    reserveEntries(upTo: newSize)
  }

  /// The address of a range that lies within the file and within one chunk, which stays good until `unpin()`.
  mutating func pin(count: Int, at offset: Int) -> UnsafeMutableRawPointer? {
    let piece = ChunkPiece(at: offset, wanted: count)
    guard offset + count <= size, piece.count == count, let chunk = chunks[piece.chunk] else { return nil }
    pinned += 1
    return chunk + piece.start
  }

  /// Gives back one address; with the last one, chunks cut off in the meantime are freed.
  mutating func unpin() {
    pinned -= 1
    guard pinned == 0 else { return }
    for chunk in retired { ChunkMemory.free(chunk) }
    retired.removeAll()
  }

  private mutating func chunk(_ index: Int) -> UnsafeMutableRawPointer? {
    reserveEntries(upTo: (index + 1) * Self.chunkSize)
    if let chunk = chunks[index] { return chunk }
    let chunk = ChunkMemory.allocate()
    chunks[index] = chunk
    return chunk
  }

  private mutating func reserveEntries(upTo end: Int) {
    let needed = (end + Self.chunkSize - 1) / Self.chunkSize
    while chunks.count < needed { chunks.append(nil) }
  }

  /// Frees whole chunks behind the new end and clears what is left of the last one.
  private mutating func release(from newSize: Int) {
    let kept = (newSize + Self.chunkSize - 1) / Self.chunkSize
    while chunks.count > kept {
      guard let chunk = chunks.removeLast() else { continue }
      if pinned > 0 { retired.append(chunk) } else { ChunkMemory.free(chunk) }
    }
    let start = newSize % Self.chunkSize
    if start > 0, let chunk = chunks[kept - 1] {
      let end = min(Self.chunkSize, start + size - newSize)
      (chunk + start).initializeMemory(as: UInt8.self, repeating: 0, count: end - start)
    }
  }
}
