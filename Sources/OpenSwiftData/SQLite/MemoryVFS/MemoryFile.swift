import DocketLocking
import Glibc

/// One file in memory: a database, its write-ahead log, its journal, or a temporary file.
///
/// Several connections may have it open at once. Each of the three parts has its own mutex, and none is ever taken
/// while another is held, so copying bytes never delays a decision about locks.
///
/// Manual: https://www.sqlite.org/c3ref/file.html
final class MemoryFile: Sendable {
  /// The bytes, copied while the mutex is held.
  let contents = Lock(MemoryChunks())
  /// The locks of the rollback journal's protocol.
  let locks = Lock(MemoryFileLocks())
  /// The index of the write-ahead log with its locks, for database files only.
  let index = Lock(MemorySharedIndex())

  /// The bytes of memory that the contents take.
  var allocated: Int { contents.withLock { $0.allocated } }
}

/// The bytes of one file, in chunks of equal size that are allocated on first use and never move.
///
/// Offsets that were never written read as zeros, as the write and truncate methods of a file must ensure:
/// https://www.sqlite.org/c3ref/io_methods.html
///
/// A page of a database is a power of two of at most 64 KiB, so that it never lies across two chunks
/// (https://www.sqlite.org/fileformat2.html#pages) and its address may be handed out.
struct MemoryChunks: ~Copyable {
  static let chunkSize = 256 * 1024

  private(set) var size = 0
  private var chunks: [UnsafeMutableRawPointer?] = []
  private var pinned = 0
  private var retired: [UnsafeMutableRawPointer] = []

  deinit {
    for chunk in chunks { free(chunk) }
    for chunk in retired { free(chunk) }
  }

  /// The bytes of memory held, in whole chunks.
  var allocated: Int {
    (chunks.count { $0 != nil } + retired.count) * Self.chunkSize
  }

  /// Copies out the part of the range that the file has and zeros for the rest; true if the file had the whole range.
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

  /// Copies the bytes in and extends the file as needed; false when memory has run out.
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

  /// The address of a range within the file and within one chunk, valid until `unpin()`; nil for any other range.
  mutating func pin(count: Int, at offset: Int) -> UnsafeMutableRawPointer? {
    let piece = ChunkPiece(at: offset, wanted: count)
    guard offset + count <= size, piece.count == count, let chunk = chunks[piece.chunk] else { return nil }
    pinned += 1
    return chunk + piece.start
  }

  /// Releases one address; the last one frees the chunks that have been cut off since.
  mutating func unpin() {
    pinned -= 1
    guard pinned == 0 else { return }
    for chunk in retired { free(chunk) }
    retired.removeAll()
  }

  private mutating func chunk(_ index: Int) -> UnsafeMutableRawPointer? {
    reserveEntries(upTo: (index + 1) * Self.chunkSize)
    if let chunk = chunks[index] { return chunk }
    let chunk = Self.allocate()
    chunks[index] = chunk
    return chunk
  }

  /// A zeroed chunk, whose pages the kernel supplies on first touch; nil when memory has run out.
  ///
  /// A few bytes follow it, because SQLite may read a little past a page of a damaged database whose address it was
  /// given: https://www.sqlite.org/mmap.html
  private static func allocate() -> UnsafeMutableRawPointer? { calloc(1, chunkSize + 256) }

  private mutating func reserveEntries(upTo end: Int) {
    let needed = (end + Self.chunkSize - 1) / Self.chunkSize
    while chunks.count < needed { chunks.append(nil) }
  }

  /// Frees the chunks past the new end and clears the rest of the last one.
  private mutating func release(from newSize: Int) {
    let kept = (newSize + Self.chunkSize - 1) / Self.chunkSize
    while chunks.count > kept {
      guard let chunk = chunks.removeLast() else { continue }
      if pinned > 0 { retired.append(chunk) } else { free(chunk) }
    }
    let start = newSize % Self.chunkSize
    if start > 0, let chunk = chunks[kept - 1] {
      let end = min(Self.chunkSize, start + size - newSize)
      (chunk + start).initializeMemory(as: UInt8.self, repeating: 0, count: end - start)
    }
  }
}

/// The part of a range of a file that lies in one chunk.
///
/// Reads and writes come with any offset and length: https://www.sqlite.org/c3ref/io_methods.html
private struct ChunkPiece {
  let chunk: Int
  /// The first byte within the chunk.
  let start: Int
  /// Bytes up to the end of the range or of the chunk, whichever comes first.
  let count: Int

  init(at offset: Int, wanted: Int) {
    chunk = offset / MemoryChunks.chunkSize
    start = offset % MemoryChunks.chunkSize
    count = min(wanted, MemoryChunks.chunkSize - start)
  }
}
