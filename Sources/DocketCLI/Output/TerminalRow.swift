import DocketOutput
import Foundation

/// A line for a terminal, of parts in colours, which ends with `…` where the terminal does.
struct TerminalRow {
  private var parts: [(text: String, role: TerminalColors.Role?)] = []

  /// - Parameter text: without anything that a terminal obeys.
  mutating func append(_ text: String, _ role: TerminalColors.Role? = nil) {
    if !text.isEmpty { parts.append((text, role)) }
  }

  /// The line with its end.
  ///
  /// - Parameter width: the columns that there are; nil if that is not known.
  func line(_ colors: TerminalColors, width: Int?) -> String {
    var room = width ?? .max
    var isCut = false
    var line = ""
    for (index, part) in parts.enumerated() where !isCut {
      let columns = TerminalColumns.width(of: part.text)
      // The mark of what is left out takes a column.
      let isLast = index == parts.count - 1
      isCut = columns > room || !isLast && columns == room
      let text = isCut ? TerminalColumns.cut(part.text + "…", to: room) : part.text
      line += part.role.map { colors.text(text, $0) } ?? text
      room -= columns
    }
    return line + "\n"
  }
}

/// The colours of a command's output, for terminals that have any.
struct TerminalColors: Sendable {
  enum Role: String {
    case heading = "1"
    case warning = "1;31"
    case label = "36"
    case detail = "2"
  }

  /// No colours.
  static let none = TerminalColors(["NO_COLOR": "1"])

  private let areUsed: Bool

  /// - Parameter environment: where `NO_COLOR` and `TERM` are read (https://no-color.org).
  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    areUsed = environment["NO_COLOR", default: ""].isEmpty && !["", "dumb"].contains(environment["TERM", default: ""])
  }

  /// Source: ECMA-48, SGR.
  func text(_ text: String, _ role: Role) -> String {
    areUsed && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
