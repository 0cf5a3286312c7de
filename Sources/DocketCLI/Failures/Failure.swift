/// Why the program could not do what it was asked to, as the one line that a person gets.
public struct Failure: Error, Sendable {
  let status: ExitStatus
  let what: String
  let place: String
  let remedy: String

  init(_ status: ExitStatus, _ what: String, place: String, remedy: String) {
    self.status = status
    self.what = what
    self.place = place
    self.remedy = remedy
  }

  /// There is no terminal that could show the list.
  public static func terminal(_ what: String) -> Failure {
    Failure(
      .configuration, what, place: "terminal", remedy: "use a command such as 'docket list', or set TERM in a terminal")
  }

  /// What went wrong, where, and what to do.
  var line: String { Notice(what: what, place: place, remedy: remedy).line }
}
