/// Texts in JSON.
///
/// Source: https://www.rfc-editor.org/rfc/rfc8259#section-7
enum JSONText {
  /// A string with its quotation marks.
  ///
  /// More is escaped than must be, so that the output is harmless on a terminal too; a parser gives back exactly the
  /// text.
  static func string(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return "\"" + text + "\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{2028}", "\u{2029}": result += scalar.escape
      case _ where scalar.isControl || scalar.isBidirectionalControl: result += scalar.escape
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
