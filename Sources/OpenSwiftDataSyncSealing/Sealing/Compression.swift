import COpenSwiftDataZlib
import OpenSwiftDataSync

// The format:
//
//   packed   0 bytes | 1 length(LEB128) zlib-stream
//
// The length is what the stream unpacks to. It is claimed by the bytes themselves, so it is not believed before it was
// compared with the limit and with what deflate can reach.

/// Bytes made smaller where that is possible.
enum Compression {
  private static let plain: UInt8 = 0
  private static let deflated: UInt8 = 1

  /// No stream unpacks to more than this times its length.
  ///
  /// Source: https://zlib.net/zlib_tech.html, "Maximum Compression Factor": 1032 to 1.
  private static let largestFactor = 1_032

  /// Makes bytes smaller; they are kept as they are if that does not help.
  ///
  /// The same bytes and the same build of zlib give the same result.
  ///
  /// - Complexity: O(bytes).
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    var head = ByteWriter()
    head.byte(deflated)
    head.count(bytes.count)
    guard let stream = deflate(bytes), head.bytes.count + stream.count <= bytes.count else { return [plain] + bytes }
    return head.bytes + stream
  }

  /// The bytes that `pack` was given.
  ///
  /// - Parameter limit: how many bytes are taken at most; no more memory than that is used.
  /// - Throws: `SealingError.tooLarge` or `unpackable`.
  static func unpack(_ packed: [UInt8], limit: Int) throws(SealingError) -> [UInt8] {
    switch packed.first {
    case plain:
      guard packed.count - 1 <= limit else { throw .tooLarge(bytes: UInt64(packed.count - 1), limit: limit) }
      return Array(packed.dropFirst())
    case deflated: return try unpackStream(packed, limit)
    default: throw .unpackable
    }
  }

  private static func unpackStream(_ packed: [UInt8], _ limit: Int) throws(SealingError) -> [UInt8] {
    var reader = ByteReader(packed)
    guard (try? reader.byte()) != nil, let length = try? reader.number() else { throw .unpackable }
    guard length <= UInt64(max(0, limit)) else { throw .tooLarge(bytes: length, limit: limit) }
    // Compared by division, so that nothing overflows.
    guard length / UInt64(largestFactor) <= UInt64(reader.rest),
      let bytes = inflate(packed[reader.offset...], length: Int(length))
    else { throw .unpackable }
    return bytes
  }

  private static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    let stream = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      let status = bytes.withUnsafeBufferPointer {
        compress2(buffer.baseAddress, &length, $0.baseAddress, uLong($0.count), Z_DEFAULT_COMPRESSION)
      }
      count = status == Z_OK ? Int(length) : 0
    }
    return stream.isEmpty ? nil : stream
  }

  /// Unpacks a stream that has exactly this length; nil if it has another one, is damaged, or is followed by bytes.
  private static func inflate(_ stream: ArraySlice<UInt8>, length: Int) -> [UInt8]? {
    var (written, read) = (uLong(length), uLong(stream.count))
    var status = Z_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      status = stream.withUnsafeBufferPointer { uncompress2(buffer.baseAddress, &written, $0.baseAddress, &read) }
      count = status == Z_OK ? min(Int(written), length) : 0
    }
    return status == Z_OK && bytes.count == length && read == uLong(stream.count) ? bytes : nil
  }
}
