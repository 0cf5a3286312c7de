/// A format in which items come in and go out.
public enum InterchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// Docket's own: an array of items that loses nothing.
  case json
  /// Comma-separated values with a line of names, as spreadsheets have them.
  case csv
  /// One item in a line, as `todo.txt` has them.
  case todotxt
  /// What `task export` writes and `task import` reads.
  case taskwarrior
  /// Calendar components of the kind VTODO.
  case icalendar

  /// The format that the name of a file suggests, or nil.
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
