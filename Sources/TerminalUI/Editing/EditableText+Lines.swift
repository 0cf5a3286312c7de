extension EditableText.Lines {
  /// The text without what such a text can't have.
  func cleaned(_ text: String) -> String {
    switch self {
    case .one: Self.oneLine(text)
    case .many: text.utf8.contains(0x0D) ? Self.withSimpleEnds(text) : text
    }
  }

  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return text }
    return withSimpleEnds(text).replacing("\n", with: " ").replacing("\t", with: " ")
  }

  private static func withSimpleEnds(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }
}
