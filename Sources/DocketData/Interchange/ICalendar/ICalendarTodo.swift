import Foundation

/// A VTODO while it is read.
struct ICalendarTodo {
  private var item: ImportedItem
  private var hasTitle = false
  /// What the status says; nil if there is none.
  private var isDone: Bool?
  private var completed: Replacement<Date>?
  private var categories: [ForeignField] = []
  private var hasOddCategories = false
  /// Whether it is one changed occurrence of a series, whose identifier it has.
  private(set) var isOccurrence = false
  /// The names of what can't be kept.
  private(set) var unkept: [String] = []
  /// The time zones of moments that nobody knows here.
  private(set) var unknownZones: [String] = []
  private let options: ImportOptions

  init(_ position: InterchangeError.Position, _ options: ImportOptions) {
    item = ImportedItem(title: "", at: position)
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
    case "COMPLETED": completed = Replacement(try value(property, date))
    case "STATUS": isDone = value(property) { $0.value.uppercased() == "COMPLETED" }
    case "PRIORITY": item.priority = try value(property, priority) ?? Priority.none
    case "CATEGORIES": readTags(property, line)
    case "RRULE": item.recurrence = Replacement(ICalendarText.recurrence(property.value))
    case "RELATED-TO" where property.isParent:
      item.parent = Replacement(value(property) { UUID(naming: $0.value) })
    case "X-DOCKET-LIST":
      item.list = Replacement(value(property) { ICalendarText.unescaped($0.value) })
      item.listField = ForeignField(name: property.name, text: line)
    case "X-DOCKET-ANCHOR": item.anchor = Replacement(try value(property, due))
    case "RECURRENCE-ID": isOccurrence = !property.value.isEmpty
    default: break
    }
    keep(property, line)
  }

  /// Keeps what an item has no place for, and what an export would write in another way; what it would write in the same
  /// way takes away what was kept.
  private mutating func keep(_ property: ICalendarProperty, _ line: String) {
    let isPlain: Bool
    switch property.name {
    case "CREATED", "LAST-MODIFIED", "COMPLETED", "DTSTAMP", "CATEGORIES", "X-DOCKET-LIST", "X-DOCKET-ANCHOR": return
    case "STATUS": isPlain = ["", "NEEDS-ACTION", "COMPLETED"].contains(property.value.uppercased())
    case "PERCENT-COMPLETE": isPlain = property.value == "100"
    case "RELATED-TO":
      // There are others of this name, which a parent says nothing about.
      if property.isParent, ICalendarText.isWrittenSo(property, item) { return }
      isPlain = false
    case "UID", "SUMMARY", "DESCRIPTION", "DUE", "PRIORITY", "RRULE":
      isPlain = ICalendarText.isWrittenSo(property, item)
    default: isPlain = false
    }
    let field = ForeignField(name: property.name, text: isPlain ? "" : line)
    let isUsable = isPlain || ICalendarText.fieldName(line) == property.name
    if !isUsable, !ICalendarText.isSpelling(field) { unkept.append(property.name) }
    item.kept.append(isUsable ? field : field.removed)
  }

  /// Keeps a component that lies within, with all its lines.
  mutating func keep(component lines: [String]) {
    let text = lines.joined(separator: "\n")
    if let name = ICalendarText.fieldName(text) {
      item.kept.append(ForeignField(name: name, text: text))
    } else {
      unkept.append(String((lines.first ?? "").dropFirst("BEGIN:".count)).uppercased())
    }
  }

  /// Notes what is known to be of several lines once all are read.
  private mutating func readTags(_ property: ICalendarProperty, _ line: String) {
    item.tags = (item.tags ?? []) + ICalendarText.tags(property.value)
    categories.append(ForeignField(name: property.name, text: line))
    let isPlain =
      property.parameters.isEmpty && ICalendarText.list(property.value) == ICalendarText.tags(property.value)
    hasOddCategories = hasOddCategories || categories.count > 1 || !(isPlain || property.value.isEmpty)
  }

  func finished() throws -> ImportedItem {
    guard hasTitle else { throw InterchangeError("The VTODO has no SUMMARY.", at: item.position) }
    var item = item
    if hasOddCategories { item.kept += categories } else { item.tagFields = categories }
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

  private func date(_ property: ICalendarProperty) throws -> Date {
    guard let date = ICalendarText.date(property, options.calendar) else {
      throw InterchangeError("“\(property.name)” is no date.", at: property.position)
    }
    return date
  }

  private func due(_ property: ICalendarProperty) throws -> Due {
    guard let due = ICalendarText.due(property, options.calendar) else {
      throw InterchangeError("“\(property.name)” is no date.", at: property.position)
    }
    return due
  }

  private func priority(_ property: ICalendarProperty) throws -> Priority {
    guard let priority = ICalendarText.priority(property.value) else {
      throw InterchangeError("“PRIORITY” is a number from 0 to 9.", at: property.position)
    }
    return priority
  }
}
