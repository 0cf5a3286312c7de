/// Reads items out of a file, one after the other.
protocol ItemReader {
  /// How many bytes were read.
  var offset: Int { get }

  /// The next item; nil at the end.
  ///
  /// - Throws: `InterchangeError`; if it is recoverable, the next call goes on behind what was wrong.
  mutating func next() throws -> ImportedItem?
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
