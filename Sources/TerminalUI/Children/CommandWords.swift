/// Words of a command line as a shell would split it, with quotations, and without everything else a shell does.
enum CommandWords {
  /// The words; nil if a quotation does not end.
  static func split(_ text: String) -> [String]? {
    var (words, word) = ([String](), String?.none)
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\\": word = (word ?? "") + (rest.popFirst().map(String.init) ?? "\\")
      case "'", "\"":
        guard let quoted = quotation(character, &rest) else { return nil }
        word = (word ?? "") + quoted
      case _ where character.isWhitespace:
        words += word.map { [$0] } ?? []
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  private static func quotation(_ mark: Character, _ rest: inout Substring) -> String? {
    var text = ""
    while let character = rest.popFirst() {
      if character == mark { return text }
      if mark == "\"", character == "\\", let next = rest.first, "\"\\$`".contains(next) {
        text.append(rest.removeFirst())
      } else {
        text.append(character)
      }
    }
    return nil
  }
}
