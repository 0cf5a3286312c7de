/// A text as one field of a line of fields with tabs between them.
enum FieldText {
  /// The text without tabs, line ends and control characters; `\t`, `\n`, `\r`, `\\` and `\uXXXX` stand for them.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\\": result += "\\\\"
      case "\u{2028}", "\u{2029}": result += scalar.escape
      case _ where scalar.isControl: result += scalar.escape
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
