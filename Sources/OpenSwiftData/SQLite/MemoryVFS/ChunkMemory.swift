import Glibc

/// Allocation of the chunks that hold the bytes of a file.
///
/// A chunk starts as zeros and the kernel supplies its pages on first touch, so that a small store costs little. A few
/// bytes follow each chunk, because SQLite may read a little past a page of a damaged database whose address it was
/// given: https://www.sqlite.org/mmap.html
enum ChunkMemory {
  private static let slack = 256

  /// A zeroed chunk, or nothing when memory has run out.
  static func allocate() -> UnsafeMutableRawPointer? {
    calloc(1, MemoryChunks.chunkSize + slack)
  }

  /// Gives a chunk back.
  static func free(_ chunk: UnsafeMutableRawPointer?) {
    Glibc.free(chunk)
  }
}

/// The part of a range of a file that lies in one chunk.
///
/// Reads and writes come with any offset and length: https://www.sqlite.org/c3ref/io_methods.html
struct ChunkPiece {
  /// Which chunk.
  let chunk: Int

  /// The first byte inside the chunk.
  let start: Int

  /// Bytes up to the end of the range or of the chunk, whichever comes first.
  let count: Int

  /// Cuts the first piece off a range.
  init(at offset: Int, wanted: Int) {
    chunk = offset / MemoryChunks.chunkSize
    start = offset % MemoryChunks.chunkSize
    count = min(wanted, MemoryChunks.chunkSize - start)
  }
}
