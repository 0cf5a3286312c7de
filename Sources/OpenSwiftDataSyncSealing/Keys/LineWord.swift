import Foundation
import OpenSwiftDataSync

/// Values as words of a line: ASCII without blanks and colons, whatever the values are.
enum LineWord {
  /// What stands for itself; every other byte is percent-encoded.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@".utf8)

  static func word(for text: String) -> String {
    var word = ""
    for byte in text.utf8 {
      if plain.contains(byte) {
        word.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        word += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return word
  }

  /// The text of a word; nil for a word that `word(for:)` gives for no text.
  ///
  /// Not with Foundation's `removingPercentEncoding`, which drops a byte order mark at the beginning.
  static func text(_ word: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = word.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    guard let text = String(validating: bytes, as: UTF8.self), self.word(for: text) == word else { return nil }
    return text
  }

  static func identity(_ word: some StringProtocol) -> SyncIdentity? {
    guard let uuid = UUID(uuidString: String(word))?.uuid else { return nil }
    return withUnsafeBytes(of: uuid) { SyncIdentity(bytes: $0) }
  }

  private static let readable = "readable"

  static func word(for protection: SpaceProtection) -> String {
    switch protection {
    case .sealed(let key): word(for: key.bytes)
    case .readable: readable
    }
  }

  static func protection(_ word: some StringProtocol) -> SpaceProtection? {
    word == readable ? .readable : bytes(word).flatMap(SpaceKey.init(bytes:)).map(SpaceProtection.sealed)
  }

  /// Bytes in the URL's alphabet, without padding.
  ///
  /// Source: RFC 4648, section 5.
  static func word(for bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static func bytes(_ word: some StringProtocol) -> [UInt8]? {
    let text = String(word).replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding), self.word(for: Array(data)) == word else { return nil }
    return Array(data)
  }
}
