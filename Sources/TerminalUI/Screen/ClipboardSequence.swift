import Foundation

/// The sequence that puts a text on the clipboard of a terminal; nothing is ever asked for what is there.
///
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Manipulate Selection Data"
enum ClipboardSequence {
  /// The longest text, in bytes of UTF-8: encoded it stays below what terminals and multiplexers take.
  static let limit = 48 << 10

  /// The bytes for a text; nil if it is too long.
  ///
  /// In Base64 there is nothing that a terminal would obey.
  static func bytes(copying text: String) -> [UInt8]? {
    guard text.utf8.count <= limit else { return nil }
    return Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\".utf8)
  }
}
