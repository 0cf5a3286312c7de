import Foundation

/// Why the program could not do what it was asked to, as the one line that a person gets.
public struct Failure: Error, Sendable {
  let status: ExitStatus
  private let notice: Notice
  /// What else went wrong, each with a line of its own.
  private let others: [Failure]

  init(_ status: ExitStatus, _ what: String, place: String, remedy: String, others: [Failure] = []) {
    self.status = status
    notice = Notice(what: what, place: place, remedy: remedy)
    self.others = others
  }

  /// There is no terminal that can show the list.
  ///
  /// - Parameter variable: the environment variable that says so; nil if none does.
  public static func terminal(_ what: String, variable: String? = nil) -> Failure {
    Failure(
      .configuration, what, place: variable ?? "docket",
      remedy: "use a command such as 'docket list', or \(variable.map { "set \($0)" } ?? "run docket") in a terminal")
  }

  var line: String { notice.line }
  var lines: String { line + others.map(\.line).joined() }
}

/// A message of one line: what it is about, where, and what to do.
struct Notice: Hashable {
  let what: String
  let place: String
  let remedy: String

  /// The line, without control characters whatever the parts contain.
  var line: String { "docket: " + VisibleText.marked("\(what): \(place): \(remedy)") + "\n" }
}

enum SystemError {
  /// What an error number means, in the middle of a sentence.
  static func reason(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }
}

/// A failure after output that is valid anyway: what could be done was done.
struct PartlyDone: Error {
  let failure: Failure
}

/// No item matches a query: no failure, but the exit status tells scripts, as that of `grep` does.
struct NothingMatched: Error {}

/// The exit statuses, those of `sysexits.h` where there is one.
///
/// Source: https://man7.org/linux/man-pages/man3/sysexits.h.3head.html
enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// Nothing matched, or there is no such item.
  case noMatch = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75
  case notPermitted = 77
  /// The configuration or the terminal is not suitable.
  case configuration = 78

  /// What it means, in the middle of a sentence.
  var meaning: String {
    switch self {
    case .success: "done"
    case .noMatch: "no such item or nothing to do"
    case .usage: "wrong usage"
    case .badData: "bad data"
    case .noInput: "no such file"
    case .cannotCreate: "cannot create"
    case .inputOutput: "input or output failed"
    case .busy: "busy"
    case .notPermitted: "not permitted"
    case .configuration: "no suitable terminal or configuration"
    }
  }

  static let list = allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
}
