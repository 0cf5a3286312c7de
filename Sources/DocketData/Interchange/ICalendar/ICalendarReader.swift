import Foundation

/// Reads the VTODO components of a calendar; all others are passed over, and counted.
///
/// So is an occurrence of a series that was changed by itself: it has the identifier of the series, and an item is all of
/// a series or nothing.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.6.2
struct ICalendarReader: ItemReader {
  private var lines: TextLineReader
  private let options: ImportOptions
  private var isAtStart = true
  private(set) var passedOver: [String: Int] = [:]
  private(set) var unknownZones: [String: Int] = [:]
  /// The component that is passed over at present.
  private var passing: String?

  init(_ bytes: ByteReader, _ options: ImportOptions) {
    lines = TextLineReader(bytes, isFolded: true)
    self.options = options
  }

  var offset: Int { lines.offset }

  mutating func next() throws -> ImportedItem? {
    if isAtStart { try checkStart() }
    isAtStart = false
    while let (line, position) = try lines.next() {
      guard line.uppercased() == "BEGIN:VTODO" else {
        passOver(line)
        continue
      }
      if let item = try item(position) { return item }
    }
    return nil
  }

  private mutating func passOver(_ line: String) {
    let line = line.uppercased()
    if let passing {
      if line == "END:\(passing)" { self.passing = nil }
    } else if line.hasPrefix("BEGIN:"), line != "BEGIN:VCALENDAR" {
      let name = String(line.dropFirst("BEGIN:".count))
      passing = name
      passedOver[name, default: 0] += 1
    }
  }

  private mutating func checkStart() throws {
    guard let (line, position) = try lines.next() else { return }
    guard line.uppercased() == "BEGIN:VCALENDAR" else {
      throw InterchangeError("A calendar begins with BEGIN:VCALENDAR.", at: position, isRecoverable: false)
    }
  }

  /// - Returns: nil for what is passed over.
  private mutating func item(_ start: InterchangeError.Position) throws -> ImportedItem? {
    var todo = ICalendarTodo(start, options)
    var failure: InterchangeError?
    // Alarms and the like lie within.
    var (depth, component): (Int, [String]) = (1, [])
    while let (line, position) = try lines.next() {
      let isBegin = line.uppercased().hasPrefix("BEGIN:")
      if isBegin { depth += 1 }
      let isWithin = depth > 1
      if line.uppercased().hasPrefix("END:") { depth -= 1 }
      if depth == 0 {
        guard !todo.isOccurrence else {
          passedOver["VTODO with RECURRENCE-ID", default: 0] += 1
          return nil
        }
        for name in todo.unkept { passedOver["\(name) that is no iCalendar", default: 0] += 1 }
        for zone in todo.unknownZones { unknownZones[zone, default: 0] += 1 }
        if let failure { throw failure }
        return try todo.finished()
      }
      if isWithin {
        component.append(line)
        guard depth == 1 else { continue }
        todo.keep(component: component)
        component = []
        continue
      }
      guard !line.isEmpty else { continue }
      do {
        try todo.read(ICalendarProperty(line, at: position), line)
      } catch let error as InterchangeError {
        // The rest is read all the same, to go on behind it.
        failure = failure ?? error
      }
    }
    throw InterchangeError("The VTODO has no end.", at: start, isRecoverable: false)
  }
}
