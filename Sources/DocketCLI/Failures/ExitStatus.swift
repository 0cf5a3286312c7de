/// The exit statuses, those of `sysexits.h` where there is one.
///
/// Source: https://man7.org/linux/man-pages/man3/sysexits.h.3head.html
enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// Nothing matched, or there is no such item.
  case noMatch = 1
  case usage = 64
  case badData = 65
  /// There is no such file.
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75
  case notPermitted = 77
  /// The configuration or the terminal is not suitable.
  case configuration = 78

  /// What it says, in the middle of a sentence.
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

  /// All of them as a list for people.
  static let list = allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
}
