import Foundation

/// Reads items from comma-separated values whose first line names the columns.
struct CSVItemReader: ItemReader {
  /// A column of a file: one of ours, or what the file calls it.
  private enum Column {
    case known(CSVColumn)
    case other(String)

    init(_ name: String, number: Int) {
      let column = CSVColumn(rawValue: name.lowercased())
      self = column.map(Self.known) ?? .other(name.isEmpty ? "column \(number)" : name)
    }

    var known: CSVColumn? { if case .known(let column) = self { column } else { nil } }
  }

  private(set) var unread: [String: Int] = [:]
  private var records: CSVRecordReader
  private var columns: [Column]?
  private let options: ImportOptions

  init(_ bytes: ByteReader, _ options: ImportOptions) {
    records = CSVRecordReader(bytes)
    self.options = options
  }

  var offset: Int { records.offset }

  mutating func next() throws -> ImportedItem? {
    let columns = try columns ?? readHeader()
    self.columns = columns
    while true {
      let position = records.position
      guard let fields = try records.next() else { return nil }
      // An empty line is no record.
      if fields.count == 1, fields[0].text.isEmpty { continue }
      return try item(fields, columns, position)
    }
  }

  private mutating func readHeader() throws -> [Column] {
    let position = records.position
    let names = try records.next()?.map { $0.text.trimmingCharacters(in: .whitespaces) } ?? []
    let columns = zip(names, 1...).map { Column($0, number: $1) }
    guard columns.contains(where: { $0.known == .title }) else {
      throw InterchangeError(
        "The first line must name the columns, “title” among them.", at: position, isRecoverable: false)
    }
    if let name = columns.compactMap(\.known).firstRepeated {
      throw InterchangeError(
        "The first line names the column “\(name.rawValue)” twice.", at: position, isRecoverable: false)
    }
    return columns
  }

  private mutating func item(
    _ fields: [(text: String, position: InterchangeError.Position)], _ columns: [Column],
    _ position: InterchangeError.Position
  ) throws -> ImportedItem {
    guard fields.count == columns.count else {
      throw InterchangeError(
        "The first line names \(Quantity(columns.count, "column")), and this one has \(Quantity(fields.count, "field")).",
        at: position)
    }
    var item = ImportedItem(title: "", at: position)
    for rank in 0...2 {
      for case (.known(let column), let field) in zip(columns, fields) where column.rank == rank {
        try column.read(field.text, into: &item, at: field.position, options)
        if let value = column.judgedValue { item.valuePositions[value] = field.position }
      }
    }
    for case (.other(let name), let field) in zip(columns, fields) where !field.text.isEmpty {
      unread[name, default: 0] += 1
    }
    return item
  }
}

extension Sequence where Element: Hashable {
  /// The first element that has been there before.
  fileprivate var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
