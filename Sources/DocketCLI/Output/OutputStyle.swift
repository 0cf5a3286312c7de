import Foundation

/// For whom the output is written.
enum OutputStyle: Sendable {
  /// A person at a terminal: columns, local times, marks for what a terminal would obey.
  case terminal
  /// A program: fields with a tab between them, UTC, escapes.
  case pipe

  /// What standard output is.
  static var current: OutputStyle { isatty(STDOUT_FILENO) == 1 ? .terminal : .pipe }
}
