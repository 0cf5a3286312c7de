import Foundation

/// The values and lines of iCalendar.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3
enum ICalendarText {
  private static let maxLineLength = 75

  /// A text as a value of the type TEXT.
  static func escaped(_ text: String) -> String {
    text.escaping { scalar in
      switch scalar {
      case "\\", ";", ",": "\\\(scalar)"
      case "\n": "\\n"
      default: nil
      }
    }
  }

  static func unescaped(_ text: some StringProtocol) -> String {
    var (result, isEscaped) = ("", false)
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The texts between unescaped commas.
  static func list(_ text: String) -> [String] {
    var (parts, isEscaped): ([String.UnicodeScalarView], Bool) = ([.init()], false)
    for scalar in text.unicodeScalars {
      if scalar == ",", !isEscaped {
        parts.append(.init())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map { unescaped(String($0)) }
  }

  /// A line folded into pieces of at most 75 bytes, none of which ends within a character.
  static func folded(_ line: String) -> String {
    var (result, length) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if length + size > maxLineLength {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += size
    }
    return result + "\r\n"
  }
}

// MARK: - Values

extension ICalendarText {
  /// The tags for categories, in which white space becomes a hyphen.
  static func tags(_ value: String) -> [String] {
    list(value).flatMap(TagName.names)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: "-") }.filter { !$0.isEmpty }
  }

  /// A moment; without a known time zone it is a local time.
  static func date(_ property: ICalendarProperty, _ calendar: Calendar) -> Date? {
    let zone = property.parameters["TZID"].flatMap(TimeZone.init(identifier:)) ?? calendar.timeZone
    return TimestampText.date(property.value, zone)
  }

  /// The unknown time zone of a moment, such as one that the file defines; nil if it is known.
  static func unknownZone(_ property: ICalendarProperty) -> String? {
    guard let name = property.parameters["TZID"], moments.contains(property.name), !property.value.isEmpty,
      !property.value.uppercased().hasSuffix("Z"), CalendarDay(property.value) == nil,
      TimeZone(identifier: name) == nil
    else { return nil }
    return name
  }

  private static let moments: Set<String> = [
    "CREATED", "LAST-MODIFIED", "DUE", "COMPLETED", "DTSTART", "X-DOCKET-ANCHOR",
  ]

  static func due(_ property: ICalendarProperty, _ calendar: Calendar) -> Due? {
    CalendarDay(property.value).map { .day($0) } ?? date(property, calendar).map { .moment($0) }
  }

  static func priority(_ value: String) -> Priority? {
    switch Int(value) {
    case 0: Priority.none
    case (1...4)?: .high
    case 5: .medium
    case (6...9)?: .low
    default: nil
    }
  }

  /// The rule of an interval; nil for a rule that says more.
  static func rule(_ value: String) -> RecurrenceRule? { RecurrenceParts(value)?.recurrence.map { RecurrenceRule($0) } }

  /// The rule of an item; nil for one whose dates are not those of the item.
  ///
  /// The dates of a rule are those on which a component starts, and here those on which it is due. Where these are other
  /// days, only a rule that names no days has the same meaning for both.
  static func rule(_ value: String, start: Due?, due: Due?, _ calendar: Calendar) -> RecurrenceRule? {
    if let rule = rule(value) { return rule }
    guard let rule = RecurrenceRule(rawValue: value), rule.isComputable, let parts = RecurrenceParts(value) else {
      return nil
    }
    let isSameDay = start == nil || due == nil || start?.day(in: calendar) == due?.day(in: calendar)
    return isSameDay || parts.numbers.isEmpty && parts.days.isEmpty && parts.until == nil ? rule : nil
  }

  /// The start date that other programs read: of a kind with the due date, as the standard asks for.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.8.2.3
  static func standardStart(_ start: Due, _ due: Due?, _ calendar: Calendar) -> Due {
    switch (start, due) {
    case (.day(let day), .moment?): .moment(day.start(in: calendar))
    case (.moment, .day?): .day(start.day(in: calendar))
    default: start
    }
  }

  /// The lines of a start date: the standard one, and one of ours if that can't say it.
  static func lines(ofStart start: Due, due: Due?, _ calendar: Calendar) -> [String] {
    let standard = standardStart(start, due, calendar)
    // "Its value MUST be a date/time value after the DTSTART value":
    // https://www.rfc-editor.org/rfc/rfc5545#section-3.8.2.3
    if let due, isLate(standard, due, calendar) { return [line("X-DOCKET-START", start)] }
    return [line("DTSTART", standard)] + (standard == start ? [] : [line("X-DOCKET-START", start)])
  }

  /// Whether a start date is not before the due date, which no file may say.
  static func isLate(_ start: Due, _ due: Due, _ calendar: Calendar) -> Bool {
    switch (start, due) {
    // Many programs have tasks of one day, which begin on the day on which they are due.
    case (.day(let start), .day(let due)): start > due
    default: start.start(in: calendar) >= due.date(in: calendar)
    }
  }

  static func line(_ name: String, _ due: Due) -> String {
    switch due {
    case .day(let day): "\(name);VALUE=DATE:\(TimestampText.pad(day.rawValue, 8))"
    case .moment(let date): "\(name):\(TimestampText.basic(date))"
    }
  }
}

/// A content line: its name, its parameters and its value.
struct ICalendarProperty {
  let name: String
  let parameters: [String: String]
  let value: String
  let position: InterchangeError.Position

  /// - Throws: `InterchangeError` if there is no colon.
  init(_ line: String, at position: InterchangeError.Position) throws {
    // Scalars, because a colon with a combining mark is another character.
    var (parts, isQuoted): ([Substring.UnicodeScalarView], Bool) = ([.init()], false)
    var (rest, hasColon) = (line.unicodeScalars[...], false)
    while !hasColon, let scalar = rest.popFirst() {
      if scalar == "\"" { isQuoted.toggle() }
      switch scalar {
      case ":" where !isQuoted: hasColon = true
      case ";" where !isQuoted: parts.append(.init())
      default: parts[parts.count - 1].append(scalar)
      }
    }
    guard hasColon else { throw InterchangeError("A line needs a name and a colon.", at: position) }
    name = String(parts[0]).uppercased()
    parameters = Dictionary(parts.dropFirst().compactMap(Self.parameter), uniquingKeysWith: { $1 })
    value = String(rest)
    self.position = position
  }

  /// The type of the relationship to something that has to be done before.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc9253#section-5
  static let blockerType = "DEPENDS-ON"

  /// Whether it is the relationship to something that has to be done before.
  var isBlocker: Bool { name == "RELATED-TO" && parameters["RELTYPE"]?.uppercased() == Self.blockerType }

  /// Whether it is the relationship to a parent, which is the default type.
  var isParent: Bool { (parameters["RELTYPE"]?.uppercased() ?? "PARENT") == "PARENT" }

  private static func parameter(_ text: Substring.UnicodeScalarView) -> (String, String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let value = text[text.index(after: sign)...]
    return (String(text[..<sign]).uppercased(), String(value.first == "\"" ? value.dropFirst().dropLast() : value))
  }
}
