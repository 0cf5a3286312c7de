import Foundation

extension UUID {
  /// A random one.
  ///
  /// Foundation's own initializer opens a file of the system for each, which takes longer than to read a row; and a
  /// default value is evaluated whenever a model is made, also for rows that have theirs.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc9562#section-5.4
  public static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var bits: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bits) { bytes in
      bytes.storeBytes(of: generator.next(), toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: generator.next(), toByteOffset: 8, as: UInt64.self)
      // Version 4, and the variant of the specification.
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    return UUID(uuid: bits)
  }
}
