extension EditableText.Lines {
  /// The text without what such a text can't have.
  func cleaned(_ text: String) -> String {
    switch self {
    case .one: Self.oneLine(text)
    case .many: text.withSimpleLineEnds
    }
  }

  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return text }
    return text.withSimpleLineEnds.replacing("\n", with: " ").replacing("\t", with: " ")
  }
}
