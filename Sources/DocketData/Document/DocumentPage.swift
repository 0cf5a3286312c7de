/// The text of an item taken apart: its fields, not understood yet, and its notes.
struct DocumentPage: Hashable, Sendable {
  static let rule = "---"

  private(set) var entries: [DocumentField: DocumentEntry] = [:]
  private(set) var notes = ""
  /// The line that ends the fields.
  private(set) var endOfFields = 1

  /// - Throws: `DocumentError` for the first line that makes no sense.
  init(_ text: String) throws(DocumentError) {
    var lines = DocumentLines(text)
    try Self.skipToFields(&lines)
    let hasReturns = try readFields(&lines)
    notes = Self.notes(lines.rest, hasReturns: hasReturns)
  }

  /// A body as it stands below the fields: after an empty line, with the end that editors give to the last line.
  static func written(_ notes: String) -> String { notes.isEmpty ? "\n" : "\n\(notes)\n" }

  private static func notes(_ body: String, hasReturns: Bool) -> String {
    // Where the editor gave every line another end, it gave it to those of the notes.
    var scalars = Array(body.unicodeScalars)
    if hasReturns {
      scalars = scalars.indices.filter { scalars[$0] != "\r" || scalars.dropFirst($0 + 1).first != "\n" }
        .map { scalars[$0] }
    }
    if scalars.first == "\n" { scalars.removeFirst() }
    if scalars.last == "\n" { scalars.removeLast() }
    var notes = String.UnicodeScalarView()
    notes.append(contentsOf: scalars)
    return String(notes)
  }

  private static func skipToFields(_ lines: inout DocumentLines) throws(DocumentError) {
    while let line = lines.next() {
      if isRule(line.drop { $0 == "\u{FEFF}" }) { return }
      guard isIgnored(line) else { break }
    }
    throw DocumentError(
      line: max(1, lines.number), column: 1,
      message: "The fields begin with a line “\(rule)”: put it before them.")
  }

  /// - Returns: whether each line ended with a carriage return.
  private mutating func readFields(_ lines: inout DocumentLines) throws(DocumentError) -> Bool {
    var hasReturns = true
    while let line = lines.next() {
      hasReturns = hasReturns && line.unicodeScalars.last == "\r"
      endOfFields = lines.number
      if Self.isRule(line) { return hasReturns }
      if !Self.isIgnored(line) { try readField(line, lines.number) }
    }
    throw DocumentError(
      line: max(1, lines.number), column: 1,
      message: "The fields have no end: put a line “\(Self.rule)” between them and the notes.")
  }

  private mutating func readField(_ line: String, _ number: Int) throws(DocumentError) {
    guard let colon = line.firstIndex(of: ":") else {
      throw DocumentError(
        line: number, column: 1, message: "A field is “name: value”: notes go below the second “\(Self.rule)”.")
    }
    let name = line[..<colon].trimmed
    guard let field = DocumentField(rawValue: name.lowercased()) else {
      throw DocumentError(
        line: number, column: 1, message: "There is no field “\(name)”: use one of \(DocumentField.names).")
    }
    guard entries[field] == nil else {
      throw DocumentError(line: number, column: 1, message: "“\(field.rawValue)” is there twice: delete one of them.")
    }
    entries[field] = Self.entry(line, behind: colon, number)
  }

  private static func entry(_ line: String, behind colon: String.Index, _ number: Int) -> DocumentEntry {
    let tail = line[line.index(after: colon)...]
    let value = tail.trimmed
    let place = value.isEmpty ? tail.startIndex : value.startIndex
    return DocumentEntry(
      value: String(value), line: number, column: line.distance(from: line.startIndex, to: place) + 1)
  }

  private static func isRule(_ line: some StringProtocol) -> Bool { line.trimmedAtEnd == rule }

  private static func isIgnored(_ line: String) -> Bool { line.hasPrefix("#") || line.trimmedAtEnd.isEmpty }
}

extension StringProtocol {
  /// Without blanks, tabs and carriage returns at its end.
  fileprivate var trimmedAtEnd: SubSequence {
    let last = unicodeScalars.lastIndex { !$0.isBlank }
    return self[..<(last.map { unicodeScalars.index(after: $0) } ?? startIndex)]
  }

  /// Without blanks, tabs and carriage returns at both ends.
  fileprivate var trimmed: SubSequence {
    let end = trimmedAtEnd
    return end[(end.unicodeScalars.firstIndex { !$0.isBlank } ?? end.endIndex)...]
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}
