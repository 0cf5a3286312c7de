import ArgumentParser
import DocketData

extension InterchangeFormat: ExpressibleByArgument {
  /// The format of a name; the endings of files and the other usual spellings are understood too.
  public init?(argument: String) {
    switch argument.lowercased() {
    case "todo.txt", "todo", "txt": self = .todotxt
    case "ics", "ical", "vtodo": self = .icalendar
    case "task": self = .taskwarrior
    case let name: self.init(rawValue: name)
    }
  }

  /// The names of all formats as a list for people.
  static let names = "json, csv, todotxt, taskwarrior or icalendar"
}

extension InterchangeFormat {
  /// The format that was asked for, or else the one that the name of a file suggests.
  ///
  /// - Parameters:
  ///   - format: what was asked for.
  ///   - file: the path; nil for a standard stream, whose usual format is JSON.
  /// - Throws: `Failure` with the status 64 if neither says.
  init(_ format: InterchangeFormat?, file: String?, command: String) throws {
    if let format {
      self = format
    } else if let file {
      guard let guess = InterchangeFormat(fileName: file) else {
        throw Failure(
          .usage, "the name of the file does not tell its format", place: file,
          remedy: "give '--format' with \(Self.names), see 'docket help \(command)'")
      }
      self = guess
    } else {
      self = .json
    }
  }
}
