import ArgumentParser
import DocketData
import Foundation

/// A value of the command line that can say what may be typed for it.
protocol TypedValue: Sendable {
  /// What may be typed, to follow "give".
  static var allowed: String { get }

  /// - Returns: nil if the text is not such a value.
  init?(typed text: String)

  /// - Throws: `NotAllowed`.
  static func value(_ text: String) throws -> Self
}

extension TypedValue {
  static func value(_ text: String) throws -> Self {
    guard let value = Self(typed: text) else { throw NotAllowed(allowed: allowed) }
    return value
  }
}

/// Says what may be typed instead of an invalid value; the parser appends the description to its own message.
struct NotAllowed: Error, CustomStringConvertible {
  let allowed: String

  static let lead = "give "
  var description: String { Self.lead + allowed }
}

/// A value, or `none`.
struct OrNone<Value: TypedValue>: TypedValue {
  let value: Value?

  init?(typed text: String) {
    guard text.lowercased() != "none" else {
      value = nil
      return
    }
    guard let value = Value(typed: text) else { return nil }
    self.value = value
  }

  static var allowed: String { Value.allowed + ", or none" }
}

struct WholeNumber: TypedValue {
  static let allowed = "a whole number, 0 or more"
  let value: Int

  init?(typed text: String) {
    guard let value = Int(text), value >= 0 else { return nil }
    self.value = value
  }
}

struct PositiveNumber: TypedValue {
  static let allowed = "a whole number, 1 or more"
  let value: Int

  init?(typed text: String) {
    guard let value = Int(text), value > 0 else { return nil }
    self.value = value
  }
}

struct PreviewSize: TypedValue {
  private static let maxCount = 10_000_000
  static let allowed = "a whole number from 0 to \(maxCount)"
  let count: Int

  init?(typed text: String) {
    guard let count = Int(text), (0...Self.maxCount).contains(count) else { return nil }
    self.count = count
  }
}

/// A due date as it is typed: `tomorrow`, `fri 17:00`, `+3d`, `2026-12-24`.
struct DueDate: TypedValue {
  private let span: DateSpan

  init?(typed text: String) {
    guard let span = DatePhrase.span(of: text, DateReference()) else { return nil }
    self.span = span
  }

  /// The date for an item that repeats, or will: a time without a day is that of the first day that the rule names.
  func date(repeating rule: RecurrenceRule?) -> Date { span.due(repeating: rule, DateReference()) }

  static let help = "\(DateForm.hints(quote: "'")), and more; or none"
  static let allowed = "a date such as \(DateForm.hints(quote: "'"))"
}

/// A start date as it is typed.
struct StartDate: TypedValue {
  let date: Due

  init?(typed text: String) {
    let reference = DateReference()
    guard let span = DatePhrase.span(of: text, reference) else { return nil }
    date = span.start(in: reference.calendar)
  }

  static let allowed = DueDate.allowed
}

/// Items to wait for: `3,5`, or `+3` and `-5` for more and for fewer than before.
struct BlockerChange: TypedValue, Hashable {
  enum Kind {
    case all, added, removed
  }

  let kind: Kind
  let numbers: [Int64]

  init?(typed text: String) {
    kind = text.hasPrefix("+") ? .added : text.hasPrefix("-") ? .removed : .all
    guard let list = NumberList(typed: String(text.dropFirst(kind == .all ? 0 : 1))) else { return nil }
    numbers = list.values
  }

  static let allowed = "numbers that 'docket list' shows, such as 3, 3,5, +8 or -8"
}

/// Tags to add, `+name` or `name`, or to remove, `-name`; commas separate them, and one without a sign has the sign of
/// the one before it.
struct TagChange: TypedValue {
  let added: [String]
  let removed: [String]

  init?(typed text: String) {
    var (added, removed): ([String], [String]) = ([], [])
    var isRemoval = false
    for part in TagName.names(in: text) {
      if let sign = part.first, "+-".contains(sign) { isRemoval = sign == "-" }
      guard let name = try? TagName(part.drop { "+-".contains($0) }).text else { return nil }
      if isRemoval { removed.append(name) } else { added.append(name) }
    }
    (self.added, self.removed) = (added, removed)
  }

  static let allowed = "words of up to \(TagName.maxLength) characters, such as +home, -home or +home,-work"
}

/// How an item repeats, as it is typed: `weekdays`, `2weeks`, `last fri`.
struct Repetition: TypedValue {
  let rule: RecurrenceRule

  init?(typed text: String) {
    guard let rule = RecurrencePhrase.rule(of: text, DateReference()) else { return nil }
    self.rule = rule
  }

  static let help = RecurrencePhrase.help + "; or none"
  static let allowed = RecurrencePhrase.briefHelp
}

extension Priority: ExpressibleByArgument {
  /// Parses a name or its first letter.
  public init?(argument: String) { self.init(name: argument) }

  /// The name.
  public var defaultValueDescription: String { name }

  /// The names.
  public static var allValueStrings: [String] { allCases.map(\.name) }
  /// None: the names are enough.
  public static var allValueDescriptions: [String: String] { [:] }
}

extension ItemOrder: TypedValue {
  static var allowed: String {
    Key.allCases.map(\.rawValue).joined(separator: ", ") + ", or one with a dash before it for the reverse"
  }
}

extension InterchangeFormat: ExpressibleByArgument {
  /// Parses a name, a file name extension, or another usual spelling.
  public init?(argument: String) {
    switch argument.lowercased() {
    case "todo.txt", "todo", "txt": self = .todotxt
    case "ics", "ical", "vtodo": self = .icalendar
    case "task": self = .taskwarrior
    case let name: self.init(rawValue: name)
    }
  }

  static let names = "json, csv, todotxt, taskwarrior or icalendar"
}
