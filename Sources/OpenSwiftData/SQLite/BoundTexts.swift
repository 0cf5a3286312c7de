/// The memory of the short texts that are bound to one statement.
///
/// SQLite reads them there. A copy of its own it would allocate and free again for each text of each row
/// (`SQLITE_TRANSIENT` and `SQLITE_STATIC`, https://www.sqlite.org/c3ref/c_static.html).
struct BoundTexts: ~Copyable {
  /// The longest text that is kept; few are longer.
  private static let maxLength = 1_024

  /// By parameters; empty for one that never had such a text.
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// Copies a text; it stays where it is until the next one for the same parameter.
  ///
  /// - Returns: nil if the text is too long to be kept.
  mutating func keep(_ text: UnsafeBufferPointer<UInt8>, for parameter: Int32) -> UnsafePointer<CChar>? {
    guard text.count <= Self.maxLength else { return nil }
    let index = Int(parameter)
    while buffers.count <= index { buffers.append(UnsafeMutableRawBufferPointer(start: nil, count: 0)) }
    if buffers[index].count <= text.count {
      buffers[index].deallocate()
      buffers[index] = .allocate(byteCount: Self.capacity(for: text.count), alignment: 1)
    }
    buffers[index].copyMemory(from: UnsafeRawBufferPointer(text))
    return UnsafePointer(buffers[index].baseAddress?.assumingMemoryBound(to: CChar.self))
  }

  /// Not less than one byte: SQLite takes a null pointer for NULL.
  private static func capacity(for count: Int) -> Int { max(64, (count + 1) * 2) }
}
