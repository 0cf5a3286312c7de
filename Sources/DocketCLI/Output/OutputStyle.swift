import Foundation

/// For whom the output is written.
enum OutputStyle: Sendable {
  /// A person at a terminal: columns, local times, marks for what a terminal would obey.
  case terminal
  /// A program: fields with a tab between them, UTC, escapes.
  case pipe

  /// A text as a part of a line.
  func line(_ text: String) -> String {
    switch self {
    case .terminal: VisibleText.marked(text)
    case .pipe: FieldText.escaped(text)
    }
  }

  /// A name and a value as a line.
  func named(_ name: String, _ value: String) -> String {
    switch self {
    case .terminal: name + String(repeating: " ", count: max(1, 15 - name.count)) + "\(line(value))\n"
    case .pipe: "\(name)\t\(line(value))\n"
    }
  }

  /// A moment as a part of a line; empty for nil.
  func moment(_ date: Date?) -> String {
    guard let timestamp = date.map(Timestamp.init) else { return "" }
    switch self {
    case .terminal: return timestamp.local
    case .pipe: return timestamp.universal
    }
  }

  /// What standard output is.
  static var current: OutputStyle { isatty(STDOUT_FILENO) == 1 ? .terminal : .pipe }
}
