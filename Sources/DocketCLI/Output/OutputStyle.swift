import DocketData
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

  /// A piece of a text file: as it is for a program, and so that nothing of it is obeyed on a terminal.
  func text(_ bytes: Data) -> Data {
    guard self == .terminal else { return bytes }
    return Data(Self.marked(String(decoding: bytes, as: UTF8.self)).joined(separator: "\n").utf8)
  }

  /// The lines of a text, so that nothing of them is obeyed on a terminal.
  private static func marked(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { VisibleText.marked(String($0)) }
  }

  /// A name and a value as a line.
  func named(_ name: String, _ value: String) -> String {
    switch self {
    case .terminal: Self.inColumn(name) + "\(line(value))\n"
    case .pipe: "\(name)\t\(line(value))\n"
    }
  }

  /// A name and a text that may have several lines, which stand below each other for a person.
  func named(_ name: String, lines text: String) -> String {
    guard self == .terminal else { return named(name, text) }
    // Indented, so that no line of it can pass for another name.
    return Self.inColumn(name) + Self.marked(text).joined(separator: "\n" + Self.inColumn("")) + "\n"
  }

  private static func inColumn(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, 15 - name.count))
  }

  /// A moment as a part of a line; empty for nil.
  func moment(_ date: Date?) -> String {
    guard let timestamp = date.map(Timestamp.init) else { return "" }
    switch self {
    case .terminal: return timestamp.local
    case .pipe: return timestamp.universal
    }
  }

  /// When an item is due, as a part of a line: without a time where none was given.
  func due(_ item: ItemValues) -> String { item.due?.day?.text ?? moment(item.dueAt) }

  /// What standard output is.
  static var current: OutputStyle { OutputStyle(descriptor: STDOUT_FILENO) }

  /// What an open descriptor is.
  init(descriptor: Int32) { self = isatty(descriptor) == 1 ? .terminal : .pipe }
}
