import Foundation

/// A VTODO while it is read.
struct ICalendarTodo {
  private var item: ImportedItem
  private var hasTitle = false
  /// What the status says; nil if there is none.
  private var isDone: Bool?
  private var completed: Replacement<Date>?
  private let options: ImportOptions

  init(_ position: InterchangeError.Position, _ options: ImportOptions) {
    item = ImportedItem(title: "", at: position)
    self.options = options
  }

  mutating func read(_ property: ICalendarProperty) throws {
    switch property.name {
    case "UID": item.uid = value(property) { UUID(naming: $0.value) }
    case "SUMMARY":
      item.title = ICalendarText.unescaped(property.value)
      hasTitle = true
    case "DESCRIPTION": item.notes = ICalendarText.unescaped(property.value)
    case "CREATED": item.created = try value(property, date)
    case "LAST-MODIFIED": item.timestamp = try value(property, date)
    case "DUE": item.due = Replacement(try value(property, due))
    case "COMPLETED": completed = Replacement(try value(property, date))
    case "STATUS": isDone = value(property) { $0.value.uppercased() == "COMPLETED" }
    case "PRIORITY": item.priority = try value(property, priority) ?? Priority.none
    case "CATEGORIES": item.tags = (item.tags ?? []) + tags(property.value)
    case "RRULE": item.recurrence = Replacement(Self.recurrence(property.value))
    case "RELATED-TO": readRelation(property)
    case "X-DOCKET-LIST": item.list = Replacement(value(property) { ICalendarText.unescaped($0.value) })
    default: break
    }
  }

  func finished() throws -> ImportedItem {
    guard hasTitle else { throw InterchangeError("The VTODO has no SUMMARY.", at: item.position) }
    var item = item
    if completed?.value != nil || isDone == true {
      item.completed = .value(completed?.value ?? item.timestamp ?? options.now)
    } else if isDone == false || completed != nil {
      item.completed = Replacement.none
    }
    return item
  }

  /// A value, or nil for a property that is empty.
  private func value<Value>(
    _ property: ICalendarProperty, _ read: (ICalendarProperty) throws -> Value
  ) rethrows -> Value? {
    property.value.isEmpty ? nil : try read(property)
  }

  /// Only a parent is something that there is a place for.
  private mutating func readRelation(_ property: ICalendarProperty) {
    let kind = property.parameters["RELTYPE"]?.uppercased() ?? "PARENT"
    if kind == "PARENT" { item.parent = Replacement(value(property) { UUID(naming: $0.value) }) }
  }

  /// Categories may have white space, which tags have not.
  private func tags(_ value: String) -> [String] {
    ICalendarText.list(value).compactMap { name in
      let word = name.split(whereSeparator: \.isWhitespace).joined(separator: "-")
      return word.isEmpty ? nil : word
    }
  }

  private func date(_ property: ICalendarProperty) throws -> Date {
    let zone = property.parameters["TZID"].flatMap(TimeZone.init(identifier:)) ?? options.calendar.timeZone
    guard let date = TimestampText.date(property.value, zone) else {
      throw InterchangeError("“\(property.name)” is no date.", at: property.position)
    }
    return date
  }

  /// What is due on a day is due at its end.
  private func due(_ property: ICalendarProperty) throws -> Date {
    let date = try date(property)
    guard property.parameters["VALUE"]?.uppercased() == "DATE" || property.value.count == 8 else { return date }
    return options.calendar.endOfDay(date)
  }

  private func priority(_ property: ICalendarProperty) throws -> Priority {
    switch Int(property.value) {
    case 0: .none
    case (1...4)?: .high
    case 5: .medium
    case (6...9)?: .low
    default: throw InterchangeError("“PRIORITY” is a number from 0 to 9.", at: property.position)
    }
  }

  /// Rules of whole intervals; others have no place.
  private static func recurrence(_ rule: String) -> Recurrence? {
    let parts = Dictionary(
      rule.uppercased().split(separator: ";").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        .filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
    let units: [String: Recurrence.Unit] = ["DAILY": .day, "WEEKLY": .week, "MONTHLY": .month, "YEARLY": .year]
    guard let unit = parts["FREQ"].flatMap({ units[$0] }), let interval = Int(parts["INTERVAL"] ?? "1") else {
      return nil
    }
    return Recurrence(every: interval, unit)
  }
}
