import Foundation

/// A file format for import and export.
public enum InterchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// Docket's own format, without loss: a JSON array of items.
  case json
  /// Comma-separated values with a header line, for spreadsheets.
  case csv
  /// One item per line, as in `todo.txt`.
  case todotxt
  /// The JSON that `task export` writes and `task import` reads.
  case taskwarrior
  /// An iCalendar file of VTODO components.
  case icalendar

  /// The format that a file name suggests, or nil.
  public init?(fileName: String) {
    switch fileName.split(separator: ".").last?.lowercased() {
    case "json": self = .json
    case "csv": self = .csv
    case "txt": self = .todotxt
    case "ics", "ical", "icalendar": self = .icalendar
    default: return nil
    }
  }
}

/// Reads items from a file, one after the other.
protocol ItemReader {
  /// The number of bytes read.
  var offset: Int { get }
  /// The numbers of records that are not items, by kind.
  var skipped: [String: Int] { get }
  /// The identifiers of the records that other programs keep of items that they deleted, with when that was; they are
  /// counted as skipped.
  var deleted: [UUID: Date] { get }
  /// The numbers of fields that were not read because an item has no place for them, by name.
  var unread: [String: Int] { get }
  /// The numbers of moments in unknown time zones, by zone; they were read as local times.
  var unknownZones: [String: Int] { get }
  /// The columns of the file, and what they became; empty for a format without columns.
  var columns: [ColumnUse] { get }

  /// The next item; nil at the end.
  ///
  /// - Throws: `InterchangeError`; if it is recoverable, the next call continues after it.
  mutating func next() throws -> ImportedItem?
}

extension ItemReader {
  var skipped: [String: Int] { [:] }
  var deleted: [UUID: Date] { [:] }
  var unread: [String: Int] { [:] }
  var unknownZones: [String: Int] { [:] }
  var columns: [ColumnUse] { [] }
}

/// What a reader has counted beside the items.
struct ReaderCounts: Sendable {
  private(set) var skipped: [String: Int] = [:]
  private(set) var deleted: [UUID: Date] = [:]
  private(set) var unread: [String: Int] = [:]
  private(set) var unknownZones: [String: Int] = [:]
  private(set) var columns: [ColumnUse] = []

  init() {}

  init(_ reader: some ItemReader) {
    (skipped, unread, unknownZones) = (reader.skipped, reader.unread, reader.unknownZones)
    (deleted, columns) = (reader.deleted, reader.columns)
  }

  /// Takes records of deleted items for what they became: some are no longer skipped.
  mutating func unskip(_ count: Int, of kind: String) {
    guard count > 0, let all = skipped[kind] else { return }
    skipped[kind] = all > count ? all - count : nil
  }
}

extension InterchangeFormat {
  func reader(_ bytes: ByteReader, _ options: ImportOptions) -> any ItemReader {
    switch self {
    case .json: JSONItemReader(bytes, options)
    case .csv: CSVItemReader(bytes, options)
    case .todotxt: TodoTxtReader(bytes, options)
    case .taskwarrior: TaskwarriorReader(bytes, options)
    case .icalendar: ICalendarReader(bytes, options)
    }
  }
}

/// Writes items to a file, one after the other.
protocol ItemWriter {
  mutating func begin() -> String
  /// - Parameter urgency: that of an open item, if it is to be written; only docket's own JSON has a place for it.
  mutating func text(of item: ItemValues, urgency: Double?) -> String
  /// The text of an item that was deleted at a moment; nil if the format does not tell of those.
  mutating func text(ofDeleted item: ItemValues, at date: Date) -> String?
  mutating func end() -> String
}

extension ItemWriter {
  func text(ofDeleted _: ItemValues, at _: Date) -> String? { nil }
}

extension InterchangeFormat {
  /// Whether its files tell of deleted items.
  var tellsOfDeletions: Bool { self == .taskwarrior }

  /// - Parameter columns: the headings of kept columns, for CSV.
  func writer(_ options: ExportOptions, columns: [String]) -> any ItemWriter {
    switch self {
    case .json: JSONItemWriter()
    case .csv: CSVItemWriter(foreign: columns)
    case .todotxt: TodoTxtWriter(calendar: options.calendar)
    case .taskwarrior: TaskwarriorWriter(calendar: options.calendar)
    case .icalendar: ICalendarWriter(options)
    }
  }
}

/// What is wrong with a file, and where.
public struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A position in a file.
  public struct Position: Hashable, Sendable, Comparable {
    /// The line, counted from 1.
    public let line: Int
    /// The byte in the line, counted from 1.
    public let column: Int

    /// Compares lines, then columns.
    public static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// What is wrong, as a sentence for people.
  public let message: String
  /// The position in the file.
  public let position: Position
  /// Whether the rest of the file can still be read.
  let isRecoverable: Bool
  /// Whether only this record is left out, although the import stops for other errors.
  let isAlwaysLeftOut: Bool
  /// What the columns of the file were taken for; empty for a file without.
  public private(set) var columns: [ColumnUse] = []

  init(_ message: String, at position: Position, isRecoverable: Bool = true, isAlwaysLeftOut: Bool = false) {
    self.message = message
    self.position = position
    self.isRecoverable = isRecoverable
    self.isAlwaysLeftOut = isAlwaysLeftOut
  }

  /// The same error, with what the columns of its file were taken for.
  func `in`(_ columns: [ColumnUse]) -> InterchangeError {
    var error = self
    error.columns = columns
    return error
  }

  /// The position and the message.
  public var description: String { "line \(position.line), column \(position.column): \(message)" }
}
