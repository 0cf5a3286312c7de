/// The text of an item split into fields, whose values are not parsed yet, and notes.
struct DocumentPage: Hashable, Sendable {
  static let rule = "---"

  private(set) var entries: [DocumentField: DocumentEntry] = [:]
  private(set) var notes = ""
  /// The number of the line that ends the fields.
  private(set) var endOfFields = 1

  /// - Throws: `DocumentError` for the first invalid line.
  init(_ text: String) throws(DocumentError) {
    var lines = DocumentLines(text)
    try Self.skipToFields(&lines)
    let hasReturns = try readFields(&lines)
    notes = Self.notes(lines.rest, hasReturns: hasReturns)
  }

  /// The notes as they are written below the fields: after an empty line, with the line end that editors add.
  static func written(_ notes: String) -> String { notes.isEmpty ? "\n" : "\n\(notes)\n" }

  private static func notes(_ body: String, hasReturns: Bool) -> String {
    // If the editor changed every line end, it changed those of the notes too.
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
      line: max(1, lines.number), column: 1, message: "The fields begin with a line “\(rule)”: put it before them.")
  }

  /// Reads the fields, and returns whether each line ended with a carriage return.
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
    let start = value.isEmpty ? tail.startIndex : value.startIndex
    return DocumentEntry(
      value: String(value), line: number, column: line.distance(from: line.startIndex, to: start) + 1)
  }

  private static func isRule(_ line: some StringProtocol) -> Bool { line.trimmedAtEnd == rule }
  private static func isIgnored(_ line: String) -> Bool { line.hasPrefix("#") || line.trimmedAtEnd.isEmpty }
}

extension StringProtocol {
  /// The text without trailing spaces, tabs and carriage returns.
  fileprivate var trimmedAtEnd: SubSequence {
    let last = unicodeScalars.lastIndex { !$0.isBlank }
    return self[..<(last.map { unicodeScalars.index(after: $0) } ?? startIndex)]
  }

  /// The text without leading and trailing spaces, tabs and carriage returns.
  fileprivate var trimmed: SubSequence {
    let end = trimmedAtEnd
    return end[(end.unicodeScalars.firstIndex { !$0.isBlank } ?? end.endIndex)...]
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}

/// The fields above an item's notes, in the order in which they are written.
enum DocumentField: String, CaseIterable, Hashable, Sendable {
  case title, state, priority, due, start, list, tags, every, after, parent

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

struct DocumentEntry: Hashable, Sendable {
  /// The text after the colon, trimmed.
  let value: String
  /// The line, counted from 1.
  let line: Int
  /// The column at which the value begins, counted from 1.
  let column: Int

  /// An error at the value, or some characters after its beginning.
  func error(_ message: String, at offset: Int = 0) -> DocumentError {
    DocumentError(line: line, column: column + offset, message: message)
  }
}

/// What is wrong with the text of an item, and where.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1.
  public let column: Int
  /// What is wrong and what to do, as a sentence for people.
  public let message: String

  /// The position and the message.
  public var description: String { "line \(line), column \(column): \(message)" }

  /// The same error some lines further down.
  func moved(down lines: Int) -> DocumentError {
    DocumentError(line: line + lines, column: column, message: message)
  }
}

/// The lines of a text, one after the other; only a line feed ends a line.
struct DocumentLines {
  private(set) var number = 0
  private var bytes: Substring.UTF8View

  init(_ text: String) { bytes = text[...].utf8 }

  var isAtEnd: Bool { bytes.isEmpty }
  var rest: String { String(Substring(bytes)) }

  mutating func next() -> String? {
    guard !bytes.isEmpty else { return nil }
    number += 1
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    defer { bytes = end < bytes.endIndex ? bytes[bytes.index(after: end)...] : bytes[end...] }
    return String(Substring(bytes[..<end]))
  }
}
