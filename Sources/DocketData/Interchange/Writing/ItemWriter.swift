/// Writes items into a file, one after the other.
protocol ItemWriter {
  /// What comes before the first item.
  mutating func begin() -> String
  /// An item.
  mutating func text(of item: ItemValues) -> String
  /// What comes after the last item.
  mutating func end() -> String
}

extension InterchangeFormat {
  func writer(_ options: ExportOptions) -> any ItemWriter {
    switch self {
    case .json: JSONItemWriter()
    case .csv: CSVItemWriter()
    case .todotxt: TodoTxtWriter(calendar: options.calendar)
    case .taskwarrior: TaskwarriorWriter(calendar: options.calendar)
    case .icalendar: ICalendarWriter(options)
    }
  }
}
