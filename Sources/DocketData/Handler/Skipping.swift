import Foundation
import SwiftData

extension DataHandler {
  /// Moves repeating items to the next dates of their series, in one transaction and without completing them.
  ///
  /// No item is left behind: the due date is set, so wherever that is done it is the same. Their checklists come along,
  /// open again, as they do when the items are done; see `completeItems`.
  ///
  /// - Parameters:
  ///   - date: the moment after which the next date is; where dates are reckoned from completion, it is counted from it,
  ///     or from the due date, whichever is later.
  ///   - calendar: the calendar and time zone of due dates.
  /// - Returns: the new due dates, in the order of the items.
  /// - Throws: `ItemError.doesNotRepeat`; `ItemError.hasNoNextDate` for an item that is done, or whose rule has no dates that
  ///   can be computed; `ItemError.lastOfSeries`; `ItemError.noSuchItem`. None is moved then.
  @discardableResult
  public func skipItems(
    ids: [PersistentIdentifier], at date: Date = Date(), calendar: Calendar = .current
  ) throws -> [Due] {
    try perform(at: date) { recorder in
      var seen: Set<PersistentIdentifier> = []
      let items = try models(ids.filter { seen.insert($0).inserted })
      let skip = SkippedOccurrences(items, recorder, date, calendar)
      let dates = try items.map { try skip.move($0) }
      let numbers = items.compactMap(\.persistentModelID.primaryKey)
      return (StepDescription(numbers) { _ in "skip" }, dates)
    }
  }

  /// Ends the series of items, in one transaction: they stay, with their due dates, and are the last ones.
  ///
  /// - Parameter all: whether all of them have to repeat; else those that don't stay as they are.
  /// - Returns: how many of them repeated.
  /// - Throws: `ItemError.noSuchItem`; `ItemError.doesNotRepeat` for the first one that does not, if all have to.
  @discardableResult
  public func endSeries(ids: [PersistentIdentifier], ofAll all: Bool = false, at date: Date = Date()) throws -> Int {
    try perform(at: date) { recorder in
      var items = try ChangedItems(ids, [.recurrence, .anchor], in: modelContext)
      if all, let other = items[.recurrence].firstIndex(of: .none) { throw ItemError.doesNotRepeat(items.keys[other]) }
      let count = items[.recurrence].count { $0 != .none }
      items.set(.recurrence, to: .none)
      items.set(.anchor, to: .none)
      try recorder.write(items, in: modelContext)
      return (StepDescription(items) { _ in "end the series of" }, count)
    }
  }
}

/// Moves items to their next dates, with their checklists.
private struct SkippedOccurrences {
  private let recorder: JournalRecorder
  private let date: Date
  private let calendar: Calendar
  /// Those that have a next date of their own.
  private let moved: Set<PersistentIdentifier>

  init(_ items: [Item], _ recorder: JournalRecorder, _ date: Date, _ calendar: Calendar) {
    (self.recorder, self.date, self.calendar) = (recorder, date, calendar)
    moved = Set(items.map(\.persistentModelID))
  }

  /// - Returns: the new due date.
  func move(_ item: Item) throws -> Due {
    let number = item.persistentModelID.primaryKey ?? 0
    guard let rule = item.rule else { throw ItemError.doesNotRepeat(number) }
    guard rule.isComputable, !item.isDone else { throw ItemError.hasNoNextDate(number) }
    let last = item.due ?? .day(CalendarDay(date, in: calendar.timeZone))
    let moment = rule.isAfterCompletion ? max(date, last.date(in: calendar)) : date
    guard let due = rule.due(following: last, anchor: item.anchor, after: moment, calendar: calendar) else {
      throw ItemError.lastOfSeries(number)
    }
    let extra = item.extra?.ofMoved(rule, due: due, calendar)
    let changesExtra = extra != item.extra
    try recorder.willChange(
      item, [.deadline, .dueDay, .start, .startDay, .recurrence, .anchor] + (changesExtra ? [.extra] : []))
    if changesExtra { item.extra = extra }
    let days = last.day(in: calendar).days(to: due.day(in: calendar))
    item.setDue(due, in: calendar)
    if let start = item.start { item.setStart(start.adding(days: days, in: calendar), in: calendar) }
    // The series goes on from its first date, which may be the one that is skipped.
    if item.anchor == nil { item.anchor = last }
    if rule.ofNext != rule { item.rule = rule.ofNext }
    try renewChecklist(of: item, later: days)
    return due
  }

  /// Opens all levels of a checklist again, with a list of items to do: recursion would not hold any number of levels.
  private func renewChecklist(of item: Item, later days: Int) throws {
    var seen: Set<PersistentIdentifier> = [item.persistentModelID]
    var rest = [item]
    while let item = rest.popLast() {
      let entries = item.subitems
      var open = Set(entries.filter { !$0.isDone }.map(ChecklistEntry.init))
      for entry in entries where seen.insert(entry.persistentModelID).inserted {
        // It has its own date, and its checklist too.
        if moved.contains(entry.persistentModelID) { continue }
        // A repeating entry has left it behind.
        if entry.isDone, !open.insert(ChecklistEntry(entry)).inserted { continue }
        try recorder.willChange(entry, [.completed, .deadline, .dueDay, .start, .startDay])
        if entry.isDone { entry.completedAt = nil }
        entry.postpone(by: days, in: calendar)
        rest.append(entry)
      }
    }
  }
}
