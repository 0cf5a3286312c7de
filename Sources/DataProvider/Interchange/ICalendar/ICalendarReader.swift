import Foundation

/// Reads the VTODO components of a calendar; all others are passed over.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.6.2
struct ICalendarReader: ItemReader {
  private var lines: TextLineReader
  private let options: ImportOptions
  private var isAtStart = true

  init(_ bytes: ByteReader, _ options: ImportOptions) {
    lines = TextLineReader(bytes, isFolded: true)
    self.options = options
  }

  var offset: Int { lines.offset }

  mutating func next() throws -> ImportedItem? {
    if isAtStart { try checkStart() }
    isAtStart = false
    while let (line, position) = try lines.next() {
      if line.uppercased() == "BEGIN:VTODO" { return try item(position) }
    }
    return nil
  }

  private mutating func checkStart() throws {
    guard let (line, position) = try lines.next() else { return }
    guard line.uppercased() == "BEGIN:VCALENDAR" else {
      throw InterchangeError("A calendar begins with BEGIN:VCALENDAR.", at: position, isRecoverable: false)
    }
  }

  private mutating func item(_ start: InterchangeError.Position) throws -> ImportedItem {
    var todo = ICalendarTodo(start, options)
    var failure: InterchangeError?
    // Alarms and the like lie within.
    var depth = 1
    while let (line, position) = try lines.next() {
      let isBegin = line.uppercased().hasPrefix("BEGIN:")
      if line.uppercased().hasPrefix("END:") { depth -= 1 }
      if isBegin { depth += 1 }
      if depth == 0 {
        if let failure { throw failure }
        return try todo.finished()
      }
      guard depth == 1, !isBegin, !line.isEmpty else { continue }
      do {
        try todo.read(ICalendarProperty(line, at: position))
      } catch let error as InterchangeError {
        // The rest is read all the same, to go on behind it.
        failure = failure ?? error
      }
    }
    throw InterchangeError("The VTODO has no end.", at: start, isRecoverable: false)
  }
}
