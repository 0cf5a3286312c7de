import Foundation

/// Which properties of a VTODO are kept with an item, and which of them are written again.
extension ICalendarText {
  /// The name of a property, or of a component with all its lines; nil if a VTODO can't contain it.
  static func fieldName(_ text: String) -> String? {
    let lines = text.unicodeScalars.split(separator: "\n").map { String($0) }
    guard !lines.contains(where: { $0.unicodeScalars.contains("\r") }),
      let first = lines.first.flatMap({ property($0) })
    else { return nil }
    guard first.name == "BEGIN" else { return lines.count == 1 && first.name != "END" ? first.name : nil }
    return isWhole(lines) ? first.value.uppercased() : nil
  }

  /// Whether lines are one component, which the first line begins and only the last one ends.
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

  /// Whether a property is kept only for its spelling.
  static func isSpelling(_ field: ForeignField) -> Bool {
    switch field.name {
    case "UID", "SUMMARY", "DESCRIPTION", "DUE", "PRIORITY", "CATEGORIES", "X-DOCKET-LIST", "DTSTART": true
    case "RRULE": property(field.text).flatMap { rule($0.value) } != nil
    case "RELATED-TO": property(field.text).map { $0.isParent || $0.isBlocker } == true
    default: false
    }
  }

  static func isExportedAlike(_ property: ICalendarProperty, _ item: ImportedItem) -> Bool {
    let hasParameters = !property.parameters.isEmpty
    return switch property.name {
    case "UID", "RELATED-TO":
      (!hasParameters || property.parameters == ["RELTYPE": ICalendarProperty.blockerType])
        && UUID(uuidString: property.value)?.uuidString == property.value || property.value.isEmpty
    case "DUE":
      property.value.isEmpty || property.value.hasSuffix("Z") && !hasParameters
        || property.parameters == ["VALUE": "DATE"]
    case "PRIORITY": !hasParameters && ["", "0", "1", "5", "9"].contains(property.value)
    case "RRULE": property.value.isEmpty || item.rule?.value?.standardText == property.value
    default: !hasParameters
    }
  }

  /// The lines of a VTODO with the kept ones.
  ///
  /// - Parameter lines: the lines of the export, each with the name of its property.
  static func adding(
    _ kept: [ForeignField], to lines: [(name: String, line: String)], of item: ItemValues, _ calendar: Calendar
  ) -> [(name: String, line: String)] {
    var lines = lines
    let all = kept
    let kept = written(kept, of: item, calendar)
    let properties = kept.filter { !$0.text.hasPrefix("BEGIN:") && $0.name != Self.missing }
    let replaced = Set(properties.map(\.name)).intersection(Self.written)
    let hasParent = properties.contains { $0.name == "RELATED-TO" && property($0.text)?.isParent == true }
    lines.removeAll { replaced.contains($0.name) || hasParent && $0.name == "PARENT" || $0.name == "BLOCKER" }
    let listed = Set(properties.compactMap { property($0.text) }.filter(\.isBlocker).map { UUID(naming: $0.value) })
    lines += (item.blockerUIDs + missing(all)).filter { !listed.contains($0) }.map { ("BLOCKER", blocker($0)) }
    lines += properties.map { ($0.name, $0.text) }
    for component in kept where component.text.hasPrefix("BEGIN:") {
      lines += component.text.unicodeScalars.split(separator: "\n").map { (component.name, String($0)) }
    }
    return lines
  }

  static func written(_ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar) -> [ForeignField] {
    kept.filter {
      $0.text.hasPrefix("BEGIN:") || $0.name == Self.missing || isStillTrue($0, of: item, calendar, kept)
    }
  }

  /// The name of the line that keeps the blockers that are neither in the file nor in the store; no export has it.
  static let missing = "X-DOCKET-MISSING"

  static func field(missing uuids: [UUID]) -> ForeignField {
    let text = uuids.isEmpty ? "" : "\(missing):" + uuids.map(\.uuidString).joined(separator: ",")
    return ForeignField(name: missing, text: text)
  }

  private static func missing(_ kept: [ForeignField]) -> [UUID] {
    let line = kept.first { $0.name == missing }.flatMap { property($0.text) }
    return line?.value.split(separator: ",").compactMap { UUID(uuidString: String($0)) } ?? []
  }

  static func blocker(_ uid: UUID) -> String { "RELATED-TO;RELTYPE=\(ICalendarProperty.blockerType):\(uid.uuidString)" }

  /// The properties that an export writes once, unless a kept line replaces them.
  private static let written: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "DUE", "PRIORITY", "CATEGORIES", "RRULE", "STATUS", "X-DOCKET-LIST",
    "DTSTART",
  ]

  /// Whether a kept line says that the task was cancelled: it counts as done here.
  private static func isCancellation(_ field: ForeignField) -> Bool {
    field.name == "STATUS" && property(field.text)?.value.uppercased() == "CANCELLED"
  }

  /// Whether a kept line agrees with the item, or says something that an item has no place for.
  private static func isStillTrue(
    _ field: ForeignField, of item: ItemValues, _ calendar: Calendar, _ kept: [ForeignField]
  ) -> Bool {
    guard let property = property(field.text) else { return false }
    switch field.name {
    case "UID": return UUID(naming: property.value) == item.uid
    case "SUMMARY": return unescaped(property.value) == item.title
    case "DESCRIPTION": return unescaped(property.value) == item.notes
    case "DUE": return due(property, calendar) == item.due
    case "PRIORITY": return priority(property.value) == item.priority
    case "CATEGORIES":
      let categories = kept.filter { $0.name == "CATEGORIES" }.compactMap { self.property($0.text) }
      return NameSpelling.areTags(categories.flatMap { tags($0.value) }, item.tags)
    case "X-DOCKET-LIST": return NameSpelling.isList(unescaped(property.value), item.list)
    case "RRULE": return [rule(property.value), RecurrenceRule(rawValue: property.value)].contains(item.rule)
    case "DTSTART":
      guard let start = due(property, calendar), start == item.start else { return false }
      return item.due.map { !isLate(start, $0, calendar) } ?? true
    case "RELATED-TO" where property.isBlocker:
      return (item.blockerUIDs + missing(kept)).contains(UUID(naming: property.value))
    case "RELATED-TO": return !property.isParent || UUID(naming: property.value) == item.parentUID
    case "STATUS": return isCancellation(field) == item.isDone
    case "PERCENT-COMPLETE": return !item.isDone || kept.contains(where: isCancellation)
    case "DTSTAMP", "CREATED", "LAST-MODIFIED", "COMPLETED", "BEGIN", "END": return false
    default: return !field.name.hasPrefix("X-DOCKET-")
    }
  }
}
