import Foundation

/// Reads items from comma-separated values whose first line names the columns.
struct CSVItemReader: ItemReader {
  private var records: CSVRecordReader
  private var columns: [CSVColumn?]?
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

  private mutating func readHeader() throws -> [CSVColumn?] {
    let position = records.position
    let names = try records.next()?.map { $0.text.trimmingCharacters(in: .whitespaces).lowercased() } ?? []
    let columns = names.map(CSVColumn.init(rawValue:))
    guard columns.contains(.title) else {
      throw InterchangeError(
        "The first line must name the columns, “title” among them.", at: position, isRecoverable: false)
    }
    return columns
  }

  private func item(
    _ fields: [(text: String, position: InterchangeError.Position)], _ columns: [CSVColumn?],
    _ position: InterchangeError.Position
  ) throws -> ImportedItem {
    guard fields.count == columns.count else {
      throw InterchangeError(
        "The first line names \(Quantity(columns.count, "column")), and this one has \(Quantity(fields.count, "field")).",
        at: position)
    }
    var item = ImportedItem(title: "", at: position)
    for rank in 0...2 {
      for case (let column?, let field) in zip(columns, fields) where column.rank == rank {
        try column.read(field.text, into: &item, at: field.position, options)
        if let value = column.judgedValue { item.valuePositions[value] = field.position }
      }
    }
    return item
  }
}
