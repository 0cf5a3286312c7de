import DocketData
import Foundation

/// For whom output is written.
enum OutputStyle: Sendable {
  /// A person at a terminal: columns, local times, marks for control characters.
  case terminal
  /// A program: fields separated by tabs, UTC, escapes.
  case pipe

  func line(_ text: String) -> String {
    switch self {
    case .terminal: VisibleText.marked(text)
    case .pipe: FieldText.escaped(text)
    }
  }

  /// A piece of a text file: as it is for a program, harmless to a terminal.
  func text(_ bytes: Data) -> Data {
    guard self == .terminal else { return bytes }
    return Data(Self.marked(String(decoding: bytes, as: UTF8.self)).joined(separator: "\n").utf8)
  }

  /// The lines of a text, harmless to a terminal.
  private static func marked(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { VisibleText.marked(String($0)) }
  }

  func named(_ name: String, _ value: String) -> String {
    switch self {
    case .terminal: Self.inColumn(name) + "\(line(value))\n"
    case .pipe: "\(name)\t\(line(value))\n"
    }
  }

  /// A name and a text that may have several lines, which are aligned for a person.
  func named(_ name: String, lines text: String) -> String {
    guard self == .terminal else { return named(name, text) }
    // Indented, so that no line can pass for another name.
    return Self.inColumn(name) + Self.marked(text).joined(separator: "\n" + Self.inColumn("")) + "\n"
  }

  private static func inColumn(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, 15 - name.count))
  }

  /// A moment as a part of a line; empty for nil.
  func moment(_ date: Date?) -> String {
    date.map { self == .terminal ? TimestampText.local($0) : TimestampText.extended($0) } ?? ""
  }

  /// A due date as a part of a line, without a time if it has none.
  func due(_ item: ItemValues) -> String { item.due?.day?.text ?? moment(item.dueAt) }

  /// A start date as a part of a line, without a time if it has none.
  func start(_ item: ItemValues) -> String { item.start?.day?.text ?? moment(item.start?.start(in: .current)) }

  static var current: OutputStyle { OutputStyle(descriptor: STDOUT_FILENO) }

  /// Whether standard output or standard error is a terminal, where a person can be told something.
  static var reachesPerson: Bool { current == .terminal || OutputStyle(descriptor: STDERR_FILENO) == .terminal }

  init(descriptor: Int32) { self = isatty(descriptor) == 1 ? .terminal : .pipe }
}

/// A text as one of the fields of a line, which are separated by tabs.
enum FieldText {
  /// The text without tabs, line ends and control characters; `\t`, `\n`, `\r`, `\\` and `\uXXXX` stand for them.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) { return text }
    return text.escaping { scalar in
      switch scalar {
      case "\t": "\\t"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\\": "\\\\"
      case "\u{2028}", "\u{2029}": ItemJSON.escape(scalar)
      default: scalar.isControl ? ItemJSON.escape(scalar) : nil
      }
    }
  }
}

/// Text for a terminal, without anything that the terminal obeys or that is invisible.
///
/// Control characters must not reach a terminal (git CVE-2024-52005); bidirectional controls and invisible characters
/// make text lie about itself (Trojan Source, CVE-2021-42574).
enum VisibleText {
  /// The text with a mark for each such character.
  ///
  /// - Complexity: linear in the length of the text.
  static func marked(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      result.append(isEmojiJoin(scalars, index) ? scalar : mark(scalar) ?? scalar)
    }
    return String(result)
  }

  private static func mark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.properties.generalCategory {
    case .control: control(scalar.value)
    case .format: scalar.isBidirectionalControl ? "⇄" : "·"
    case .lineSeparator, .paragraphSeparator: "␤"
    default: nil
    }
  }

  /// Pictures exist for C0 and DEL (https://www.unicode.org/charts/PDF/U2400.pdf), not for C1.
  private static func control(_ value: UInt32) -> Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{fffd}"
    case 0x7f: "␡"
    default: "\u{fffd}"
    }
  }

  /// Whether a zero-width joiner is between two emoji, which it joins into one.
  ///
  /// Source: https://www.unicode.org/reports/tr51/#Emoji_ZWJ_Sequences
  private static func isEmojiJoin(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard scalars[index] == "\u{200d}", index > 0, index + 1 < scalars.count else { return false }
    let before = scalars[index - 1]
    return (before.properties.isEmoji || before == "\u{fe0f}") && scalars[index + 1].properties.isEmoji
  }
}

extension Unicode.Scalar {
  /// Whether it changes the direction of the text around it.
  fileprivate var isBidirectionalControl: Bool {
    switch value {
    case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var isControl: Bool { value < 0x20 || (0x7f..<0xa0).contains(value) }
}
