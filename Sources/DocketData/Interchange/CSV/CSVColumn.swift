import Foundation
import SwiftData

/// The columns of CSV, in the order in which they are written.
enum CSVColumn: String, CaseIterable {
  case id, uid, title, notes, state, priority, tags, list, due, timestamp, created, completed, parent, position
  case recurrence, anchor, extra, start, blockers

  func text(of item: ItemValues) -> String {
    switch self {
    case .id: "\(item.number)"
    case .uid: item.uid.uuidString
    case .title: item.title
    case .notes: item.notes
    case .state: item.state.rawValue
    case .priority: item.priority.name
    case .tags: item.tags.joined(separator: ",")
    case .list: item.list ?? ""
    case .due: item.due?.rawValue ?? ""
    case .timestamp: Self.text(item.timestamp)
    case .created: Self.text(item.createTimestamp)
    case .completed: Self.text(item.completedAt)
    case .parent: item.parentUID?.uuidString ?? ""
    case .position: item.orderKey.text
    case .recurrence: item.rule?.text ?? ""
    case .anchor: item.anchor?.rawValue ?? ""
    case .extra: item.extra?.json ?? ""
    case .start: item.start?.rawValue ?? ""
    case .blockers: item.blockerUIDs.map(\.uuidString).joined(separator: ",")
    }
  }

  /// UUIDs with commas between them.
  private static func uuids(_ text: String) -> [UUID]? {
    let parts = text.split(separator: ",")
    let uuids = parts.compactMap { UUID(uuidString: $0.trimmingCharacters(in: .whitespaces)) }
    return uuids.count == parts.count ? uuids : nil
  }

  /// A date as people type it, such as “24 dec 2026”.
  fileprivate static func typed(_ text: String, _ options: ImportOptions) -> (due: Due, moment: Date)? {
    DatePhrase.span(of: text, options.reference).map { ($0.start(in: options.calendar), $0.start) }
  }

  private static func text(_ date: Date?) -> String { date.map(TimestampText.extended) ?? "" }

  /// The order in which columns are read: the state needs the timestamp, and the completion date overrules the state.
  var rank: Int {
    switch self {
    case .completed: 2
    case .state: 1
    default: 0
    }
  }

  /// The value that is validated once the whole item is read.
  var validatedValue: ImportedItem.ValidatedValue? {
    switch self {
    case .title: .title
    case .tags: .tags
    case .list: .list
    default: nil
    }
  }

  /// Reads a field; an empty field removes the value, or changes nothing if every item has one.
  ///
  /// - Parameter options: the completion date of items without one, and the time zone of dates without an offset.
  func read(
    _ text: String, into item: inout ImportedItem, at position: InterchangeError.Position, _ options: ImportOptions
  ) throws {
    let zone = options.calendar.timeZone
    let field = CSVField(text: text, name: rawValue, position: position)
    switch self {
    case .id: item.number = try field.present { Int64($0) }
    case .uid: item.uid = try field.present { UUID(uuidString: $0) }
    case .title: item.title = text
    case .notes: item.notes = text
    case .state:
      switch try field.present(CSVWords.state) {
      case .done?: item.complete(at: nil, or: options.now)
      case .open?: item.completed = Replacement.none
      case nil: break
      }
    case .priority: item.priority = try field.present(CSVWords.priority) ?? Priority.none
    case .tags: item.tags = text.isEmpty ? [] : TagName.names(in: text)
    case .list: item.list = Replacement(text.isEmpty ? nil : text)
    case .due: item.due = Replacement(try field.date(options) { Due($0, in: zone) ?? Self.typed($0, options)?.due })
    case .timestamp: item.timestamp = try field.moment(zone, options)
    case .created: item.created = try field.moment(zone, options)
    case .completed:
      if let state = CSVWords.state(text) {
        // A column of other programs that says only whether.
        if state == .done { item.complete(at: nil, or: options.now) } else { item.completed = Replacement.none }
        return
      }
      let completed = Replacement(
        try field.moment(zone, options))
      if completed.value != nil, item.completed == Replacement.none { throw field.contradiction("its state is open") }
      // The state counts if there is no completion date.
      if let date = completed.value { item.complete(at: date, or: date) }
      if item.completed == nil { item.completed = completed }
    case .parent: item.parent = Replacement(try field.present { UUID(uuidString: $0) })
    case .position: item.orderKey = try field.present { OrderKey(typed: $0) }
    case .recurrence: item.rule = Replacement(try field.present { RecurrencePhrase.rule(of: $0, options.reference) })
    case .anchor: item.anchor = Replacement(try field.date(options) { Due($0, in: zone) })
    case .start: item.start = Replacement(try field.date(options) { Due($0, in: zone) ?? Self.typed($0, options)?.due })
    case .blockers: item.blockers = try field.present(Self.uuids) ?? []
    case .extra:
      item.extra = try field.present { JSONNode(text: $0).flatMap(ItemExtra.replacement) } ?? Replacement.none
    }
  }
}

/// A field that knows its column and its position, for error messages.
private struct CSVField {
  let text: String
  let name: String
  let position: InterchangeError.Position

  private func failure(_ advice: String) -> InterchangeError {
    InterchangeError("“\(text.prefix(40))” isn't a value of the column “\(name)”\(advice).", at: position)
  }

  func contradiction(_ reason: String) -> InterchangeError {
    InterchangeError("The item has a value in the column “\(name)”, and \(reason).", at: position)
  }

  /// The value of the field; nil if it is empty.
  func present<Value>(or advice: String = "", _ read: (String) -> Value?) throws -> Value? {
    guard !text.isEmpty else { return nil }
    return try read(text).orThrow(failure(advice))
  }

  func date<Value>(_ options: ImportOptions, _ read: (String) -> Value?) throws -> Value? {
    try present(or: isSlashed(options) ? Self.slashAdvice : Self.dateAdvice, read)
  }

  func moment(_ zone: TimeZone, _ options: ImportOptions) throws -> Date? {
    try date(options) { TimestampText.date($0, zone) ?? CSVColumn.typed($0, options)?.moment }
  }

  private static let dateAdvice = " (a date is written 2026-12-24, 24 dec or 2026-12-24T17:00)"
  private static let slashAdvice =
    " (slash-dates in the configuration says whether the month or the day comes first; see 'docket config --print')"

  /// Whether it is a date with slashes, which only a setting can tell the meaning of.
  private func isSlashed(_ options: ImportOptions) -> Bool {
    options.reference.slashDates == .off && text.wholeMatch(of: /\d{1,2}\/\d{1,2}(\/\d{4})?(\s.*)?/) != nil
  }
}
