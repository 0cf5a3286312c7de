/// Why the program could not do what it was asked to, as the one line that a person gets.
public struct Failure: Error, Sendable {
  let status: ExitStatus
  let what: String
  let place: String
  let remedy: String
  /// What else went wrong, each with a line of its own.
  private let others: [Failure]

  init(_ status: ExitStatus, _ what: String, place: String, remedy: String, others: [Failure] = []) {
    self.status = status
    self.what = what
    self.place = place
    self.remedy = remedy
    self.others = others
  }

  /// There is no terminal that could show the list.
  ///
  /// - Parameter variable: the variable of the environment that says so; nil where none does.
  public static func terminal(_ what: String, variable: String? = nil) -> Failure {
    Failure(
      .configuration, what, place: variable ?? "docket",
      remedy: "use a command such as 'docket list', or \(variable.map { "set \($0)" } ?? "run docket") in a terminal")
  }

  /// What went wrong, where, and what to do.
  var line: String { Notice(what: what, place: place, remedy: remedy).line }

  /// All that a person gets to read.
  var lines: String { line + others.map(\.line).joined() }
}
