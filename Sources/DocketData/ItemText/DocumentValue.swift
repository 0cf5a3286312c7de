import Foundation

/// The text of a field in a line: as it is, or quoted if it contains invisible characters.
enum DocumentValue {
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\",
  ]

  /// A text as it is written after the colon.
  ///
  /// - Parameter reserved: a word that has another meaning unless it is quoted.
  static func written(_ text: String, reserved: String? = nil) -> String {
    guard text.lowercased() == reserved || needsQuotation(text) else { return text }
    return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// The text of a value, which may be quoted as a whole.
  ///
  /// - Throws: `DocumentError` for an invalid escape.
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

  /// Whether the text would be read back differently, or looks like another one.
  private static func needsQuotation(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    return first == "\"" || first.properties.isWhitespace || last.properties.isWhitespace
      || text.unicodeScalars.contains(where: isHidden)
  }

  /// Whether it is a control character, a line separator, or changes the direction of the text.
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

  /// Whether the first quotation mark is closed by the last character, and by none before.
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
    let offset = Substring(entry.value.unicodeScalars[..<before.startIndex]).count - 1
    throw entry.error("“\\” is followed by n, r, t, \", \\ or a number such as u{1b} here.", at: offset)
  }

  /// Parses a scalar such as `{1b}`.
  private static func number(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
    defer { rest = rest[rest.index(after: end)...] }
    return UInt32(String(Substring(rest[..<end])), radix: 16).flatMap(Unicode.Scalar.init)
  }
}

/// The tags of an item in a line: words separated by commas or white space, with or without `#`.
enum DocumentTags {
  /// A tag; if its name begins with `#`, another one is written before it.
  static func written(_ name: String) -> String { name.hasPrefix("#") ? "#" + name : name }

  /// The names, each once.
  ///
  /// - Throws: `DocumentError` for the first word that can't be a tag.
  static func read(_ entry: DocumentEntry) throws(DocumentError) -> [String] {
    var names: [String] = []
    var keys: Set<String> = []
    for word in entry.value.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let name = try? TagName(word) else {
        let offset = entry.value.distance(from: entry.value.startIndex, to: word.startIndex)
        throw entry.error("\(ItemError.unusableTag(String(word)))", at: offset)
      }
      if keys.insert(name.key).inserted { names.append(name.text) }
    }
    return names
  }
}

/// A date in a line: a day, or a day and a time.
enum DocumentDate {
  /// "2026-11-21" for a day, or the end of one; "2026-11-21 17:00" otherwise.
  static func text(_ due: Due, _ calendar: Calendar) -> String {
    if let day = due.day { return day.text }
    let date = due.date(in: calendar)
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let day = "\(pad(parts.year, 4))-\(pad(parts.month))-\(pad(parts.day))"
    return date.isEndOfDay(in: calendar) ? day : "\(day) \(pad(parts.hour)):\(pad(parts.minute))"
  }

  /// - Throws: `DocumentError` if the value is not a date.
  static func read(_ entry: DocumentEntry, _ reference: DateReference) throws(DocumentError) -> DateSpan? {
    if entry.value.isEmpty || entry.value.lowercased() == "none" { return nil }
    if let span = DatePhrase.span(of: entry.value, reference) { return span }
    throw entry.error("“\(entry.value)” isn't a date: try \(DateForm.hints(quote: "")), or nothing.")
  }

  private static func pad(_ number: Int?, _ width: Int = 2) -> String { TimestampText.pad(number ?? 0, width) }
}
