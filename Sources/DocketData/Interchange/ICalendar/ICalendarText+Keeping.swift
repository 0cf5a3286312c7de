import Foundation

/// Which properties of a VTODO are kept with an item, and which of these are written again.
extension ICalendarText {
  /// The name of what is kept: of a property, or of a component with all its lines; nil if it can't stand in a VTODO.
  static func fieldName(_ text: String) -> String? {
    let lines = text.unicodeScalars.split(separator: "\n").map { String($0) }
    guard !lines.contains(where: { $0.unicodeScalars.contains("\r") }),
      let first = lines.first.flatMap({ property($0) })
    else { return nil }
    guard first.name == "BEGIN" else { return lines.count == 1 && first.name != "END" ? first.name : nil }
    return isWhole(lines) ? first.value.uppercased() : nil
  }

  /// Whether lines are one component: the first begins it, the last ends it, and none in between does.
  private static func isWhole(_ lines: [String]) -> Bool {
    var open: [String] = []
    for (index, line) in lines.enumerated() {
      guard let property = property(line) else { return false }
      if property.name == "BEGIN" { open.append(property.value.uppercased()) }
      if property.name == "END", open.popLast() != property.value.uppercased() { return false }
      if open.isEmpty != (index == lines.count - 1) { return false }
    }
    return true
  }

  static func property(_ line: String) -> ICalendarProperty? {
    try? ICalendarProperty(line, at: InterchangeError.Position(line: 1, column: 1))
  }

  /// Whether an item has a place for a property that is kept for its spelling.
  static func isSpelling(_ field: ForeignField) -> Bool {
    switch field.name {
    case "UID", "SUMMARY", "DESCRIPTION", "DUE", "PRIORITY", "CATEGORIES", "X-DOCKET-LIST": true
    case "RRULE": property(field.text).flatMap { recurrence($0.value) } != nil
    case "RELATED-TO": property(field.text)?.isParent == true
    default: false
    }
  }

  /// Whether an export says the same as a property that was understood in the same way.
  static func isWrittenSo(_ property: ICalendarProperty, _ item: ImportedItem) -> Bool {
    let hasParameters = !property.parameters.isEmpty
    return switch property.name {
    case "UID", "RELATED-TO":
      !hasParameters && UUID(uuidString: property.value)?.uuidString == property.value || property.value.isEmpty
    case "DUE":
      property.value.isEmpty || property.value.hasSuffix("Z") && !hasParameters
        || property.parameters == ["VALUE": "DATE"]
    case "PRIORITY": !hasParameters && ["", "0", "1", "5", "9"].contains(property.value)
    case "RRULE": property.value.isEmpty || item.recurrence?.value.map(rule) == property.value
    default: !hasParameters
    }
  }

  /// The lines of a VTODO with those that are kept.
  ///
  /// - Parameters:
  ///   - kept: what is kept.
  ///   - lines: the lines of the export, each with the name of its property.
  static func adding(
    _ kept: [ForeignField], to lines: [(name: String, line: String)], of item: ItemValues, _ calendar: Calendar
  ) -> [(name: String, line: String)] {
    var lines = lines
    let kept = written(kept, of: item, calendar)
    let properties = kept.filter { !$0.text.hasPrefix("BEGIN:") }
    let replaced = Set(properties.map(\.name)).intersection(Self.written)
    let hasParent = properties.contains { $0.name == "RELATED-TO" && property($0.text)?.isParent == true }
    lines.removeAll { replaced.contains($0.name) || hasParent && $0.name == "PARENT" }
    lines += properties.map { ($0.name, $0.text) }
    for component in kept where component.text.hasPrefix("BEGIN:") {
      lines += component.text.unicodeScalars.split(separator: "\n").map { (component.name, String($0)) }
    }
    return lines
  }

  /// Those of the kept fields that are written.
  static func written(_ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar) -> [ForeignField] {
    let categories = kept.filter { $0.name == "CATEGORIES" }
    return kept.filter { $0.text.hasPrefix("BEGIN:") || isStillTrue($0, of: item, calendar, categories) }
  }

  /// What an export writes once itself, unless a kept line takes its place.
  private static let written: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "DUE", "PRIORITY", "CATEGORIES", "RRULE", "STATUS", "X-DOCKET-LIST",
  ]

  /// Whether a kept line says what the item does, or what it has no place for.
  private static func isStillTrue(
    _ field: ForeignField, of item: ItemValues, _ calendar: Calendar, _ categories: [ForeignField]
  ) -> Bool {
    guard let property = property(field.text) else { return false }
    switch field.name {
    case "UID": return UUID(naming: property.value) == item.uid
    case "SUMMARY": return unescaped(property.value) == item.title
    case "DESCRIPTION": return unescaped(property.value) == item.notes
    case "DUE": return due(property, calendar) == item.due
    case "PRIORITY": return priority(property.value) == item.priority
    case "CATEGORIES":
      return NameSpelling.areTags(
        categories.flatMap { self.property($0.text).map { tags($0.value) } ?? [] }, item.tags)
    case "X-DOCKET-LIST": return NameSpelling.isList(unescaped(property.value), item.list)
    case "RRULE": return recurrence(property.value) == item.recurrence
    case "RELATED-TO": return !property.isParent || UUID(naming: property.value) == item.parentUID
    case "STATUS", "PERCENT-COMPLETE": return !item.isDone
    case "DTSTAMP", "CREATED", "LAST-MODIFIED", "COMPLETED", "BEGIN", "END": return false
    default: return !field.name.hasPrefix("X-DOCKET-")
    }
  }
}

// MARK: - Values

extension ICalendarText {
  /// Categories may have white space, which tags have not.
  static func tags(_ value: String) -> [String] {
    list(value).compactMap { name in
      let word = name.split(whereSeparator: \.isWhitespace).joined(separator: "-")
      return word.isEmpty ? nil : word
    }
  }

  /// A moment; one that does not say its time zone, or one that nobody knows, is on the wall.
  static func date(_ property: ICalendarProperty, _ calendar: Calendar) -> Date? {
    let zone = property.parameters["TZID"].flatMap(TimeZone.init(identifier:)) ?? calendar.timeZone
    return TimestampText.date(property.value, zone)
  }

  /// The time zone that a moment is in and that nobody knows here, as one that the file makes itself.
  static func unknownZone(_ property: ICalendarProperty) -> String? {
    guard let name = property.parameters["TZID"], moments.contains(property.name), !property.value.isEmpty,
      !property.value.uppercased().hasSuffix("Z"), CalendarDay(property.value) == nil,
      TimeZone(identifier: name) == nil
    else { return nil }
    return name
  }

  /// The properties that are read as moments.
  private static let moments: Set<String> = ["CREATED", "LAST-MODIFIED", "DUE", "COMPLETED", "X-DOCKET-ANCHOR"]

  /// A day or a moment.
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

  /// The recurrence of a rule of whole intervals; nil for one that says more.
  static func recurrence(_ rule: String) -> Recurrence? {
    var parts: [String: String] = [:]
    for part in rule.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    let units: [String: Recurrence.Unit] = ["DAILY": .day, "WEEKLY": .week, "MONTHLY": .month, "YEARLY": .year]
    guard let unit = parts["FREQ"].flatMap({ units[$0] }), let interval = Int(parts["INTERVAL"] ?? "1"),
      parts.keys.allSatisfy({ ["FREQ", "INTERVAL", "WKST"].contains($0) })
    else { return nil }
    return Recurrence(every: interval, unit)
  }

  static func rule(_ recurrence: Recurrence) -> String {
    let frequency =
      switch recurrence.unit {
      case .day: "DAILY"
      case .week: "WEEKLY"
      case .month: "MONTHLY"
      case .year: "YEARLY"
      }
    return "FREQ=\(frequency)" + (recurrence.interval == 1 ? "" : ";INTERVAL=\(recurrence.interval)")
  }
}

extension ICalendarProperty {
  /// Whether it is a relationship to a parent, as it is if it does not say its kind.
  var isParent: Bool { (parameters["RELTYPE"]?.uppercased() ?? "PARENT") == "PARENT" }
}
