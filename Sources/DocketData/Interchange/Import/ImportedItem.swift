import Foundation
import SwiftData

/// An item as a file describes it; nil for what the file does not say.
struct ImportedItem: Hashable {
  /// A value that is validated once the whole item is read.
  enum ValidatedValue: Hashable {
    case title, tags, list
  }

  let position: InterchangeError.Position
  /// The number in the store that the item came from.
  var number: Int64?
  var uid: UUID?
  var title: String
  var notes: String?
  var timestamp: Date?
  var created: Date?
  var completed: Replacement<Date>?
  /// Whether the file says that the item is done, but not when; one that is done already keeps its date then.
  private(set) var isCompletionUndated = false
  var priority: Priority?
  var due: Replacement<Due>?
  var rule: Replacement<RecurrenceRule>?
  var anchor: Replacement<Due>?
  var start: Replacement<Due>?
  /// The fields of other formats.
  var extra: Replacement<ItemExtra>?
  /// The fields of the file's format to keep.
  var kept: [ForeignField] = []
  /// The body of a line of todo.txt, if it is more than a title.
  var line: String?
  var tags: [String]?
  /// The tags in the file's format, to keep if they are stored in another spelling.
  var tagFields: [ForeignField] = []
  var list: Replacement<String>?
  /// The list in the file's format, to keep if it is stored in another spelling.
  var listField: ForeignField?
  var parent: Replacement<UUID>?
  /// The items that have to be done before it.
  var blockers: [UUID]?
  /// Whether blockers that are nowhere are kept, instead of being an error: other programs have them among what is done or
  /// deleted, and in other files.
  var bearsMissingBlockers = false
  /// Whether `rule` is that of a series of Taskwarrior: a file that only repeats it does not change the item's.
  var isInSeries = false
  /// The due date as the file writes it, of a task of Taskwarrior.
  var dueText: String?
  /// The place among the instances of a template of Taskwarrior that the item has instead of it; nil for another item.
  var instances: Int?
  /// The template of its series, which an earlier file may have made an item of.
  var template: UUID?
  var orderKey: OrderKey?
  /// The positions of values in the file, as far as the reader knows them.
  var valuePositions: [ValidatedValue: InterchangeError.Position] = [:]

  init(title: String, at position: InterchangeError.Position) {
    self.title = title
    self.position = position
  }

  /// Marks the item as done.
  ///
  /// - Parameters:
  ///   - date: when; nil if the file does not say.
  ///   - fallback: when, if the file has no update time either.
  mutating func complete(at date: Date?, or fallback: Date) {
    completed = .value(date ?? timestamp ?? fallback)
    isCompletionUndated = date == nil
  }

  /// The position of a value in the file, or else of the item.
  func position(of value: ValidatedValue) -> InterchangeError.Position { valuePositions[value] ?? position }

  /// Records the positions of values in JSON.
  mutating func notePositions(title: JSONNode, tags: JSONNode?, list: JSONNode?) {
    valuePositions[.title] = title.position
    valuePositions[.tags] = tags?.position
    valuePositions[.list] = list?.position
  }

  /// The values of a new item, except the moments of its due and start dates, which depend on a calendar.
  ///
  /// - Parameter now: when it was added, if the file does not say.
  func newItem(now: Date) -> NewItem {
    let created = created ?? timestamp ?? now
    return NewItem(
      title: title, timestamp: timestamp ?? created, createTimestamp: created, uid: uid ?? .random(),
      notes: notes ?? "", completedAt: completed?.value, priority: priority ?? .none, rule: rule?.value,
      start: start?.value,
      tags: tags ?? [], list: list?.value, orderKey: orderKey, anchor: anchor?.value, extra: extra?.value)
  }
}

/// The precision of a format's dates: a date with fewer digits than the stored one is not a change.
struct DatePrecision {
  let format: InterchangeFormat
  let calendar: Calendar

  /// The new date, or the old one if the format writes both in the same way.
  ///
  /// - Parameter hasTime: whether todo.txt writes this date with a time.
  func date(_ new: Date, insteadOf old: Date?, hasTime: Bool = true) -> Date {
    guard let old, new == old || isSame(new, old, hasTime) else { return new }
    return old
  }

  /// Whether the format writes two due dates in the same way.
  ///
  /// - Parameter isStart: whether they are start dates, which a day's last moment is not a form of.
  func isSame(_ new: Due?, _ old: Due?, isStart: Bool = false) -> Bool {
    switch (new, old) {
    case (.day(let new)?, .day(let old)?): new == old
    case (.moment(let new)?, .moment(let old)?): new == old || isSame(new, old, true)
    case (.day(let new)?, .moment(let old)?):
      format == .taskwarrior && (isStart ? old == new.start(in: calendar) : isBound(old, of: new))
    case (nil, nil): true
    default: false
    }
  }

  /// Whether a moment is in the first or the last second of a day, by which Taskwarrior means the day.
  private func isBound(_ moment: Date, of day: CalendarDay) -> Bool {
    let second = Date(timeIntervalSince1970: moment.timeIntervalSince1970.rounded(.down))
    return second == day.start(in: calendar) || second == day.end(in: calendar)
  }

  private func isSame(_ new: Date, _ old: Date, _ hasTime: Bool) -> Bool {
    switch format {
    case .json, .csv: TimestampText.extended(new) == TimestampText.extended(old)
    case .todotxt where !hasTime: new == calendar.startOfDay(for: old)
    case .todotxt, .taskwarrior, .icalendar: TimestampText.basic(new) == TimestampText.basic(old)
    }
  }
}
