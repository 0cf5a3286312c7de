/// Questions about text that need no cells.
public enum TerminalText {
  /// The columns that a text takes on the screen.
  ///
  /// - Complexity: linear in the length of the text.
  public static func width(of text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return CellLine(text).width
  }

  /// The text with everything a terminal would obey, and everything invisible, replaced by visible marks.
  ///
  /// For text that is printed without the screen, as error messages are. Tabs become spaces.
  public static func printable(_ text: some StringProtocol) -> String {
    CellLine(text).description
  }
}
