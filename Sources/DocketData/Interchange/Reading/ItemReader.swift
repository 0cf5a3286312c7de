/// Reads items out of a file, one after the other.
protocol ItemReader {
  /// How many bytes were read.
  var offset: Int { get }

  /// The records that are no items, by their kinds.
  var passedOver: [String: Int] { get }

  /// The fields that were not read because an item has no place for them, by their names.
  var unread: [String: Int] { get }

  /// The time zones that nobody knows here, with the moments that were read as those on the wall.
  var unknownZones: [String: Int] { get }

  /// The next item; nil at the end.
  ///
  /// - Throws: `InterchangeError`; if it is recoverable, the next call goes on behind what was wrong.
  mutating func next() throws -> ImportedItem?
}

extension ItemReader {
  var passedOver: [String: Int] { [:] }
  var unread: [String: Int] { [:] }
  var unknownZones: [String: Int] { [:] }
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
