/// An address that a link leads to: safe within a sequence for the terminal, whatever text it was made of.
///
/// It has the scheme `http`, `https` or `mailto`. All of it are ASCII characters that an address may have; the bytes of
/// all others are percent-encoded. So it holds no blank, no control and no escape character, and nothing in it ends the
/// sequence that it is sent in.
///
/// Source: https://www.rfc-editor.org/rfc/rfc3986#section-2
public struct LinkTarget: Hashable, Sendable, CustomStringConvertible {
  /// The longest address, in bytes; terminals ignore longer ones.
  ///
  /// Source: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
  public static let limit = 2_000

  /// What an address begins with, in lower case.
  private static let beginnings = ["https://", "http://", "mailto:"]
  /// The printable characters of ASCII that an address must not have; they are percent-encoded.
  private static let excluded = Set("\"<>\\^`{|}".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// The address.
  public let description: String

  /// Creates a target of an address.
  ///
  /// - Parameter address: Any text.
  /// - Returns: nil if it does not begin with `http://`, `https://` or `mailto:`, has nothing behind that, or is longer
  ///   than ``limit`` when it is encoded.
  /// - Complexity: linear in the limit, whatever the length of the text.
  public init?(_ address: some StringProtocol) {
    guard let beginning = Self.beginnings.first(where: { Self.begins(address.utf8, with: $0.utf8) }) else { return nil }
    // The scheme is the same in either case, and is in lower case then.
    var bytes = Array(beginning.utf8)
    for byte in address.utf8.dropFirst(bytes.count) {
      Self.append(byte, to: &bytes)
      if bytes.count > Self.limit { return nil }
    }
    guard bytes.count > beginning.utf8.count else { return nil }
    description = String(decoding: bytes, as: UTF8.self)
  }

  private static func begins(_ text: some Collection<UInt8>, with beginning: String.UTF8View) -> Bool {
    // Letters of ASCII in lower case; no other byte becomes one of the beginnings.
    text.prefix(beginning.count).map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
      .elementsEqual(beginning)
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    if 0x21...0x7E ~= byte, !excluded.contains(byte) { return bytes.append(byte) }
    bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
  }

  /// Its number, for cells; 0 if all numbers are used up.
  var number: UInt32 { CellNumbers.links.number(of: self) ?? 0 }
}
