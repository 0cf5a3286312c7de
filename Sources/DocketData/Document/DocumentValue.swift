/// The value of a field, as it stands in a line: as it is, or between quotation marks where something in it can't be seen.
enum DocumentValue {
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\",
  ]

  /// A text as it stands behind the colon.
  ///
  /// - Parameter reserved: a word that means something else unless it is quoted.
  static func written(_ text: String, reserved: String? = nil) -> String {
    guard text.lowercased() == reserved || needsQuotation(text) else { return text }
    return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// The text of a value; one that is a quotation as a whole is taken out of it.
  ///
  /// - Throws: `DocumentError` for a backslash that means nothing.
  static func read(_ entry: DocumentEntry) throws(DocumentError) -> String {
    let scalars = entry.value.unicodeScalars
    guard isQuotation(scalars) else { return entry.value }
    var text = String.UnicodeScalarView()
    var rest = scalars.dropFirst().dropLast()
    while let scalar = rest.popFirst() {
      text.append(scalar == "\\" ? try escape(&rest, entry) : scalar)
    }
    return String(text)
  }

  /// Whether the text would be read as another one, or lies to whoever looks at it.
  private static func needsQuotation(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    return first == "\"" || first.properties.isWhitespace || last.properties.isWhitespace
      || text.unicodeScalars.contains(where: isHidden)
  }

  /// Control characters, separators of lines, and what turns the direction of the text.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.properties.isBidiControl || scalar == "\u{FEFF}"
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if let letter = escapes.first(where: { $0.value == scalar })?.key { return "\\\(letter)" }
    return isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }

  /// Whether the first mark is closed by the last character, and by none before.
  private static func isQuotation(_ scalars: String.UnicodeScalarView) -> Bool {
    guard scalars.first == "\"" else { return false }
    var index = scalars.index(after: scalars.startIndex)
    while index < scalars.endIndex, scalars[index] != "\"" {
      if scalars[index] == "\\" { index = scalars.index(after: index) }
      if index < scalars.endIndex { index = scalars.index(after: index) }
    }
    return index < scalars.endIndex && scalars.index(after: index) == scalars.endIndex
  }

  private static func escape(
    _ rest: inout Substring.UnicodeScalarView, _ entry: DocumentEntry
  ) throws(DocumentError) -> Unicode.Scalar {
    let before = rest
    if let letter = rest.popFirst() {
      if let scalar = escapes[letter] { return scalar }
      if letter == "u", let scalar = number(&rest) { return scalar }
    }
    let place = Substring(entry.value.unicodeScalars[..<before.startIndex]).count - 1
    throw entry.error("“\\” is followed by n, r, t, \", \\ or a number such as u{1b} here.", at: place)
  }

  /// The scalar of `{1b}`.
  private static func number(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
    defer { rest = rest[rest.index(after: end)...] }
    return UInt32(String(Substring(rest[..<end])), radix: 16).flatMap(Unicode.Scalar.init)
  }
}
