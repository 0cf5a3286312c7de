import Foundation

/// Appends JSON (RFC 8259) to bytes; `JSONReader` reads it.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// An object, whose body writes members.
  mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }

  /// An array, whose body writes elements.
  mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  /// The name of a member; its value is written next.
  mutating func member(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += Array((byte < 16 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// What stands for itself: a number, or one of `null`, `true` and `false`.
  mutating func literal(_ text: String) {
    separate()
    bytes += Array(text.utf8)
  }

  /// Bytes, as a text in base64.
  mutating func base64(_ bytes: [UInt8]) { text(Data(bytes).base64EncodedString()) }

  private mutating func nest(_ start: Unicode.Scalar, _ end: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: start))
    body(&self)
    bytes.append(UInt8(ascii: end))
  }

  /// Writes the comma before what is neither the first of an array or object nor the value of a member.
  private mutating func separate() {
    guard let last = bytes.last, !"{[:".utf8.contains(last) else { return }
    bytes.append(UInt8(ascii: ","))
  }
}
