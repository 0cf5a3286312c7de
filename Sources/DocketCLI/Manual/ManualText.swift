/// Text in the language of manual pages.
///
/// Source: https://mandoc.bsd.lv/man/mdoc.7.html
enum ManualText {
  /// Lines that stand for themselves, each sentence in one of its own.
  static func escaped(_ text: String) -> String {
    text.replacing(/([.!?]) (?=[A-Z])/) { "\($0.1)\n" }.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      let plain = line.replacing("\\", with: "\\e")
      // A line must not look like a request.
      return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }.joined(separator: "\n")
  }

  /// Text with an empty line between paragraphs.
  static func paragraphs(_ text: String) -> String {
    escaped(text).replacing("\n\n", with: "\n.Pp\n")
  }

  /// Words that are typed, within the arguments of a macro.
  static func word(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq").replacing("-", with: "\\-")
    return "\"\(escaped)\""
  }
}
