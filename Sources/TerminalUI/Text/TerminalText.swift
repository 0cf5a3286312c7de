/// Width, truncation and safe printing of text, for code that needs no cells.
public enum TerminalText {
  /// The number of columns that a text takes on the screen.
  ///
  /// - Complexity: linear in the length of the text.
  public static func width(of text: some StringProtocol) -> Int {
    width(of: String(text))
  }

  /// The number of columns that a text takes on the screen.
  ///
  /// - Complexity: linear in the length of the text.
  public static func width(of text: String) -> Int {
    let bytes = text.utf8.span
    for index in bytes.indices where !(0x20..<0x7F).contains(bytes[index]) { return CellLine(text).width }
    return bytes.count
  }

  /// The text if it is short, else its beginning and `…`; for texts of any length within a sentence.
  ///
  /// - Parameter limit: The number of scalars that are kept; a cluster may have any number of them.
  /// - Complexity: linear in the limit, whatever the length of the text.
  public static func beginning(of text: some StringProtocol, limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return String(text) }
    var beginning = String.UnicodeScalarView()
    beginning.append(contentsOf: scalars[..<end])
    return String(beginning) + "…"
  }

  /// The text with visible marks for everything that a terminal would obey and everything invisible.
  ///
  /// For text that is printed without a screen, such as error messages. Tabs become spaces.
  public static func printable(_ text: some StringProtocol) -> String {
    CellLine(text).description
  }
}
