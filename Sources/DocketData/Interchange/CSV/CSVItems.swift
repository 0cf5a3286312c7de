import Foundation

/// Writes items as CSV, with a header line.
struct CSVItemWriter: ItemWriter {
  /// The headings of kept columns, which come after our own.
  let foreign: [String]

  mutating func begin() -> String { Self.record(CSVColumn.allCases.map(\.rawValue) + foreign) }

  mutating func text(of item: ItemValues, urgency _: Double?) -> String {
    let columns = foreign.isEmpty ? [:] : item.extra?.writtenColumns(of: item) ?? [:]
    let fields = CSVColumn.allCases.map { $0 == .extra ? extra(item) : $0.text(of: item) }
    return Self.record(fields + foreign.map { columns[$0] ?? "" })
  }

  mutating func end() -> String { "" }

  /// What has no column of its own.
  private func extra(_ item: ItemValues) -> String {
    guard !foreign.isEmpty, let extra = item.extra else { return CSVColumn.extra.text(of: item) }
    return extra.without(columns: Set(foreign))?.json ?? ""
  }

  private static func record(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

  private static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }) else { return text }
    // A quotation mark with a combining mark is another character, but still the same byte.
    let doubled = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: "\"\"")
    return "\"\(doubled)\""
  }
}

/// Reads items from CSV with a header line.
struct CSVItemReader: ItemReader {
  private var records: CSVRecordReader
  private var header: CSVHeader?
  private let options: ImportOptions

  init(_ bytes: ByteReader, _ options: ImportOptions) {
    records = CSVRecordReader(bytes)
    self.options = options
  }

  var offset: Int { records.offset }
  var columns: [ColumnUse] { header?.uses ?? [] }

  mutating func next() throws -> ImportedItem? {
    let header = try header ?? readHeader()
    self.header = header
    while true {
      let position = records.position
      guard let fields = try records.next() else { return nil }
      // An empty line is not a record.
      if fields.count == 1, fields[0].text.isEmpty { continue }
      do {
        return try item(fields, header, position)
      } catch let error as InterchangeError {
        throw error.in(header.uses)
      }
    }
  }

  private mutating func readHeader() throws -> CSVHeader {
    let position = records.position
    guard let header = try records.header(CSVHeader.init) else {
      throw InterchangeError(
        "The first line must name the columns, “title” among them, with commas, semicolons or tabs between them.",
        at: position, isRecoverable: false)
    }
    if let name = header.repeated {
      throw InterchangeError(
        "The first line names the column “\(name.rawValue)” twice.", at: position, isRecoverable: false)
    }
    return header
  }

  private func item(
    _ fields: [(text: String, position: InterchangeError.Position)], _ header: CSVHeader,
    _ position: InterchangeError.Position
  ) throws -> ImportedItem {
    guard fields.count == header.columns.count else {
      throw InterchangeError(
        """
        The first line names \(Quantity(header.columns.count, "column")), and this one has \
        \(Quantity(fields.count, "field")).
        """, at: position)
    }
    var item = ImportedItem(title: "", at: position)
    let columns = Array(zip(zip(header.columns, header.headings), fields))
    for rank in 0...2 {
      for case ((.known(let column), let heading), let field) in columns where column.rank == rank {
        try column.read(field.text, into: &item, at: field.position, options)
        if let value = column.validatedValue { item.valuePositions[value] = field.position }
        if CSVWords.isOdd(field.text, in: column) {
          item.keep(field.text, under: CSVWords.keptHeading(heading))
        } else if [.state, .priority].contains(column), CSVColumn.isForeign(heading) {
          item.keep("", under: heading)
        }
      }
    }
    for case ((.other(let name), _), let field) in columns { item.keep(field.text, under: name) }
    return item
  }
}

extension ImportedItem {
  /// Keeps the value of a column; an empty one removes what was kept.
  fileprivate mutating func keep(_ value: String, under heading: String) {
    kept.append(ForeignField(name: heading, text: value.isEmpty ? "" : ItemJSON.quoted(value)))
  }
}

/// Reads the records of CSV one by one, with the positions of their fields.
///
/// Spreadsheets write semicolons where the comma is the decimal mark, and tabs if asked for.
///
/// Source: https://www.rfc-editor.org/rfc/rfc4180
private struct CSVRecordReader {
  private static let allSeparators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  private var bytes: ByteReader
  /// The byte between fields; nil for any of the possible ones, until the header is read.
  private var separator: UInt8?

  init(_ bytes: ByteReader) { self.bytes = bytes }

  var offset: Int { bytes.offset }
  var position: InterchangeError.Position { bytes.position }

  /// Reads the first record, and chooses the first separator between whose fields the columns can be found.
  ///
  /// - Parameter columns: the columns for some names; nil if they are not those of a header.
  mutating func header<Columns>(_ columns: ([String]) -> Columns?) throws -> Columns? {
    var (fields, ends): ([String], [UInt8]) = ([], [])
    repeat {
      fields.append(try field(bytes.position))
      ends.append(try takeSeparator() ?? 0)
    } while ends.last != 0
    for candidate in Self.allSeparators {
      var names = [""]
      for (field, end) in zip(fields, ends) {
        names[names.count - 1] += field
        switch end {
        case candidate: names.append("")
        case 0: break
        default: names[names.count - 1].unicodeScalars.append(Unicode.Scalar(end))
        }
      }
      guard let found = columns(names) else { continue }
      separator = candidate
      return found
    }
    return nil
  }

  /// Takes a separator, or the end of a record; nil for the latter.
  private mutating func takeSeparator() throws -> UInt8? {
    guard let byte = try bytes.next() else { return nil }
    guard Self.isLineEnd(byte) else { return byte }
    if byte == UInt8(ascii: "\r"), try bytes.peek() == UInt8(ascii: "\n") { _ = try bytes.next() }
    return nil
  }

  /// The fields of the next record with their positions; nil at the end.
  mutating func next() throws -> [(text: String, position: InterchangeError.Position)]? {
    guard try bytes.peek() != nil else { return nil }
    var fields: [(String, InterchangeError.Position)] = []
    repeat {
      let position = bytes.position
      fields.append((try field(position), position))
    } while try takeSeparator() != nil
    return fields
  }

  private mutating func field(_ position: InterchangeError.Position) throws -> String {
    var text: [UInt8] = []
    if try bytes.peek() == UInt8(ascii: "\"") {
      try quotedField(into: &text, position)
    } else {
      try bytes.take(into: &text) { [separator] in !Self.isEnd($0, separator) }
    }
    guard let field = String(validating: text, as: UTF8.self) else {
      throw InterchangeError("This field is not UTF-8.", at: position, isRecoverable: false)
    }
    return field
  }

  private mutating func quotedField(into text: inout [UInt8], _ position: InterchangeError.Position) throws {
    _ = try bytes.next()
    while let byte = try bytes.next() {
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      guard try bytes.peek() == UInt8(ascii: "\"") else {
        if let next = try bytes.peek(), !Self.isEnd(next, separator) {
          throw InterchangeError(
            "A comma or the like is missing after the quotation mark.", at: bytes.position, isRecoverable: false)
        }
        return
      }
      text.append(byte)
      _ = try bytes.next()
    }
    throw InterchangeError("The quotation has no end.", at: position, isRecoverable: false)
  }

  private static func isEnd(_ byte: UInt8, _ separator: UInt8?) -> Bool {
    isLineEnd(byte) || (separator.map { $0 == byte } ?? allSeparators.contains(byte))
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
