import Foundation

/// Reads the VTODO components of a calendar; other components are skipped and counted.
///
/// A changed occurrence of a series is skipped too: it has the identifier of the series, and an item is a whole series.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.6.2
struct ICalendarReader: ItemReader {
  private var lines: TextLineReader
  private let options: ImportOptions
  private var isAtStart = true
  private(set) var skipped: [String: Int] = [:]
  private(set) var unknownZones: [String: Int] = [:]
  /// The component that is being skipped.
  private var skipping: String?

  init(_ bytes: ByteReader, _ options: ImportOptions) {
    lines = TextLineReader(bytes, isFolded: true)
    self.options = options
  }

  var offset: Int { lines.offset }

  mutating func next() throws -> ImportedItem? {
    if isAtStart { try checkStart() }
    isAtStart = false
    while let (line, position) = try lines.next() {
      guard line.uppercased() == "BEGIN:VTODO" else {
        skip(line)
        continue
      }
      if let item = try item(position) { return item }
    }
    return nil
  }

  private mutating func skip(_ line: String) {
    let line = line.uppercased()
    if let skipping {
      if line == "END:\(skipping)" { self.skipping = nil }
    } else if line.hasPrefix("BEGIN:"), line != "BEGIN:VCALENDAR" {
      let name = String(line.dropFirst("BEGIN:".count))
      skipping = name
      skipped[name, default: 0] += 1
    }
  }

  private mutating func checkStart() throws {
    guard let (line, position) = try lines.next() else { return }
    guard line.uppercased() == "BEGIN:VCALENDAR" else {
      throw InterchangeError("A calendar begins with BEGIN:VCALENDAR.", at: position, isRecoverable: false)
    }
  }

  /// Reads a component after its first line.
  ///
  /// - Returns: nil if it is skipped.
  private mutating func item(_ start: InterchangeError.Position) throws -> ImportedItem? {
    var todo = ICalendarTodo(start, options)
    var failure: InterchangeError?
    // Alarms and the like are nested.
    var (depth, component): (Int, [String]) = (1, [])
    while let (line, position) = try lines.next() {
      let isBegin = line.uppercased().hasPrefix("BEGIN:")
      if isBegin { depth += 1 }
      let isWithin = depth > 1
      if line.uppercased().hasPrefix("END:") { depth -= 1 }
      if depth == 0 {
        guard !todo.isOccurrence else {
          skipped["VTODO with RECURRENCE-ID", default: 0] += 1
          return nil
        }
        for name in todo.unkept { skipped["\(name) that isn't iCalendar", default: 0] += 1 }
        for zone in todo.unknownZones { unknownZones[zone, default: 0] += 1 }
        if let failure { throw failure }
        return try todo.finished()
      }
      if isWithin {
        component.append(line)
        guard depth == 1 else { continue }
        todo.keep(component: component)
        component = []
        continue
      }
      guard !line.isEmpty else { continue }
      do {
        try todo.read(ICalendarProperty(line, at: position), line)
      } catch let error as InterchangeError {
        // The rest is read all the same, to continue after it.
        failure = failure ?? error
      }
    }
    throw InterchangeError("The VTODO has no end.", at: start, isRecoverable: false)
  }
}

private struct ICalendarTodo {
  private var item: ImportedItem
  private var hasTitle = false
  /// Whether the status is completed or cancelled, which is not open either; nil if there is none.
  private var isDone: Bool?
  private var completed: Replacement<Date>?
  private var categories: [ForeignField] = []
  private var hasOddCategories = false
  /// Whether it is a changed occurrence of a series.
  private(set) var isOccurrence = false
  /// What an export of ours says besides the rule that other programs read.
  private var ownRule: RecurrenceRule?
  /// The rule that other programs read, with its line.
  private var standardRule: (ICalendarProperty, String)?
  /// What an export of ours says besides the start that other programs read.
  private var ownStart: Due?
  /// The start that other programs read, with its line.
  private var standardStart: (ICalendarProperty, String)?
  private(set) var unkept: [String] = []
  private(set) var unknownZones: [String] = []
  private let options: ImportOptions

  init(_ position: InterchangeError.Position, _ options: ImportOptions) {
    item = ImportedItem(title: "", at: position)
    item.bearsMissingBlockers = true
    self.options = options
  }

  mutating func read(_ property: ICalendarProperty, _ line: String) throws {
    if let zone = ICalendarText.unknownZone(property) { unknownZones.append(zone) }
    switch property.name {
    case "UID": item.uid = value(property) { UUID(naming: $0.value) }
    case "SUMMARY":
      item.title = ICalendarText.unescaped(property.value)
      hasTitle = true
    case "DESCRIPTION": item.notes = ICalendarText.unescaped(property.value)
    case "CREATED": item.created = try value(property, date)
    case "LAST-MODIFIED": item.timestamp = try value(property, date)
    case "DUE": item.due = Replacement(try value(property, due))
    case "DTSTART":
      item.start = Replacement(try value(property, due))
      // Its form depends on that of the due date, which may come after it.
      standardStart = (property, line)
      return
    case "X-DOCKET-START": ownStart = try value(property, due)
    case "COMPLETED": completed = Replacement(try value(property, date))
    case "STATUS": isDone = value(property) { ["COMPLETED", "CANCELLED"].contains($0.value.uppercased()) }
    case "PRIORITY": item.priority = try value(property, priority) ?? Priority.none
    case "CATEGORIES": readTags(property, line)
    case "RRULE":
      // Our own rule may come after it.
      standardRule = (property, line)
      return
    case "X-DOCKET-RULE": ownRule = RecurrenceRule(rawValue: property.value)
    case "RELATED-TO" where property.isParent:
      item.parent = Replacement(value(property) { UUID(naming: $0.value) })
    case "RELATED-TO" where property.isBlocker:
      item.blockers = (item.blockers ?? []) + [value(property) { UUID(naming: $0.value) }].compactMap(\.self)
    case "X-DOCKET-LIST":
      item.list = Replacement(value(property) { ICalendarText.unescaped($0.value) })
      item.listField = ForeignField(name: property.name, text: line)
    case "X-DOCKET-ANCHOR": item.anchor = Replacement(try value(property, due))
    case "RECURRENCE-ID": isOccurrence = !property.value.isEmpty
    default: break
    }
    keep(property, line)
  }

  /// Takes the rule of other programs if one of them has changed it, else our own one, which may say more.
  private mutating func decideRule() {
    if let ownRule { item.rule = .value(ownRule) }
    guard let (property, line) = standardRule else { return }
    let ours = ownRule.flatMap { RecurrenceParts($0.standardText)?.normalized }
    if ours == nil || ours != RecurrenceParts(property.value)?.normalized {
      item.rule = Replacement(
        ICalendarText.rule(property.value, start: item.start?.value, due: item.due?.value, options.calendar))
    }
    // Without a due date the dates of the series are those of the start.
    if item.rule?.value != nil, item.anchor == nil, item.due?.value == nil, let start = item.start?.value {
      item.anchor = .value(start)
    }
    keep(property, line)
  }

  /// Takes the start of other programs if one of them has changed it, else our own one, which may say more.
  private mutating func decideStart() {
    guard let (property, line) = standardStart else {
      if let ownStart { item.start = .value(ownStart) }
      return
    }
    if let ownStart, item.start?.value == ICalendarText.standardStart(ownStart, item.due?.value, options.calendar) {
      item.start = .value(ownStart)
    }
    keep(property, line)
  }

  /// Keeps a property that an item has no place for, or that an export would write differently.
  ///
  /// One that an export writes in the same way removes what was kept.
  private mutating func keep(_ property: ICalendarProperty, _ line: String) {
    let isPlain: Bool
    switch property.name {
    case "CREATED", "LAST-MODIFIED", "COMPLETED", "DTSTAMP", "CATEGORIES", "X-DOCKET-LIST", "X-DOCKET-ANCHOR",
      "X-DOCKET-RULE", "X-DOCKET-START", ICalendarText.missing:
      return
    case "STATUS": isPlain = ["", "NEEDS-ACTION", "COMPLETED"].contains(property.value.uppercased())
    case "PERCENT-COMPLETE": isPlain = property.value == "100"
    case "RELATED-TO":
      // A VTODO may have other relationships, which stay.
      if property.isParent || property.isBlocker, ICalendarText.isExportedAlike(property, item) { return }
      isPlain = false
    case "DTSTART":
      let lines = (item.start?.value).map { ICalendarText.lines(ofStart: $0, due: item.due?.value, options.calendar) }
      isPlain = property.value.isEmpty || lines?.first == line
    case "UID", "SUMMARY", "DESCRIPTION", "DUE", "PRIORITY", "RRULE":
      isPlain = ICalendarText.isExportedAlike(property, item)
    default: isPlain = false
    }
    let field = ForeignField(name: property.name, text: isPlain ? "" : line)
    let isUsable = isPlain || ICalendarText.fieldName(line) == property.name
    if !isUsable, !ICalendarText.isSpelling(field) { unkept.append(property.name) }
    item.kept.append(isUsable ? field : field.removed)
  }

  /// Keeps a nested component with all its lines.
  mutating func keep(component lines: [String]) {
    let text = lines.joined(separator: "\n")
    if let name = ICalendarText.fieldName(text) {
      item.kept.append(ForeignField(name: name, text: text))
    } else {
      unkept.append(String((lines.first ?? "").dropFirst("BEGIN:".count)).uppercased())
    }
  }

  /// Collects categories, which may be on several lines.
  private mutating func readTags(_ property: ICalendarProperty, _ line: String) {
    item.tags = (item.tags ?? []) + ICalendarText.tags(property.value)
    categories.append(ForeignField(name: property.name, text: line))
    let isPlain =
      property.parameters.isEmpty && ICalendarText.list(property.value) == ICalendarText.tags(property.value)
    hasOddCategories = hasOddCategories || categories.count > 1 || !(isPlain || property.value.isEmpty)
  }

  mutating func finished() throws -> ImportedItem {
    guard hasTitle else { throw InterchangeError("The VTODO has no SUMMARY.", at: item.position) }
    decideStart()
    decideRule()
    var item = item
    if hasOddCategories { item.kept += categories } else { item.tagFields = categories }
    if completed?.value != nil || isDone == true {
      item.complete(at: completed?.value, or: options.now)
    } else if isDone == false || completed != nil {
      item.completed = Replacement.none
    }
    return item
  }

  /// The value of a property; nil if it is empty.
  private func value<Value>(
    _ property: ICalendarProperty, _ read: (ICalendarProperty) throws -> Value
  ) rethrows -> Value? {
    property.value.isEmpty ? nil : try read(property)
  }

  private func date(_ property: ICalendarProperty) throws -> Date {
    try ICalendarText.date(property, options.calendar).orThrow(notADate(property))
  }

  private func due(_ property: ICalendarProperty) throws -> Due {
    try ICalendarText.due(property, options.calendar).orThrow(notADate(property))
  }

  private func notADate(_ property: ICalendarProperty) -> InterchangeError {
    InterchangeError("“\(property.name)” isn't a date.", at: property.position)
  }

  private func priority(_ property: ICalendarProperty) throws -> Priority {
    try ICalendarText.priority(property.value)
      .orThrow(InterchangeError("“PRIORITY” is a number from 0 to 9.", at: property.position))
  }
}
