import Dispatch
import Foundation

/// The log of statements that `OPENSWIFTDATA_SQL` in the environment turns on, on standard error.
///
/// `1` writes a line for each statement: how long it took, how many rows it gave or changed, its text. `2` writes the
/// bound values into the text; they may be private, so nobody gets them without asking. Unset, empty or `0` costs
/// nothing: connections are not even traced.
enum SQLLog {
  /// How much is written.
  enum Detail: Sendable {
    case nothing
    case statements
    case values

    /// What a value of the environment variable asks for; one that means nothing here asks for statements.
    init(variable: String?) {
      switch variable {
      case nil, "", "0": self = .nothing
      case "2": self = .values
      default: self = .statements
      }
    }
  }

  static let detail = Detail(variable: ProcessInfo.processInfo.environment["OPENSWIFTDATA_SQL"])

  static var isOn: Bool { detail != .nothing }

  /// Writes a line about something that no statement says, such as a condition that is evaluated in memory.
  ///
  /// - Parameter text: one sentence; made only while the log is on.
  static func note(_ text: @autoclosure () -> String) {
    if isOn { write(text()) }
  }

  /// Writes one line, in one piece so that lines of several threads do not mix.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("OpenSwiftData: \(oneLine(text))\n".utf8))
  }

  /// The text without line breaks and without control characters, which a terminal would obey.
  static func oneLine(_ text: String) -> String {
    let isControl: (Unicode.Scalar) -> Bool = { $0.properties.generalCategory == .control }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    let words = text.unicodeScalars.split(whereSeparator: { isControl($0) || $0 == " " })
    return words.map { String($0) }.joined(separator: " ")
  }
}
