import Foundation
import SwiftData

/// Adds the next items of series whose items were just done, with their checklists.
///
/// The sub-items of an item that comes again are its checklist. Those that are still open go over to the next item; those
/// that are done stay done where they are, and get open copies. What has a due date gets it later by as many days as the
/// item itself.
struct NextRound {
  private let context: ModelContext
  private let recorder: JournalRecorder
  private let date: Date
  private let calendar: Calendar
  /// What came in by it: the next items and the copies of their checklists, each with its own next date.
  private var made: Set<PersistentIdentifier> = []
  /// How deep items stand, as far as it is known.
  private var depths: [PersistentIdentifier: Int] = [:]

  /// - Parameters:
  ///   - date: when the items were done.
  ///   - calendar: the calendar and time zone that due dates are counted in.
  init(_ context: ModelContext, _ recorder: JournalRecorder, _ date: Date, _ calendar: Calendar) {
    self.context = context
    self.recorder = recorder
    self.date = date
    self.calendar = calendar
  }

  /// Adds the next items of those among some that come again; the recorder knows these already.
  ///
  /// - Returns: the new items, in the order of the others.
  /// - Throws: `CancellationError` if the command is to be ended.
  mutating func insert(after items: [Item]) throws -> [Item] {
    let recurring = items.enumerated().filter { $1.recurrence != nil }
    // What is a part of another one comes again before that does, so that it belongs to the checklist.
    let ordered = recurring.map { (index: $0, item: $1, depth: depth(of: $1)) }.sorted { $0.depth > $1.depth }
    var next: [(index: Int, item: Item)] = []
    for (index, item, _) in ordered { try insert(after: item).map { next.append((index, $0)) } }
    return next.sorted { $0.index < $1.index }.map(\.item)
  }

  private mutating func insert(after item: Item) throws -> Item? {
    guard let recurrence = item.recurrence else { return nil }
    let last = item.due ?? .day(CalendarDay(date, in: calendar.timeZone))
    let due = recurrence.due(following: last, anchor: item.anchor, after: date, calendar: calendar)
    let next = try insertCopy(of: item, under: item.parent)
    next.setDue(due, in: calendar)
    next.recurrence = recurrence
    next.anchor = item.anchor ?? last
    item.recurrence = nil
    item.anchor = nil
    try carryChecklist(of: item, to: next, later: day(of: last).days(to: day(of: due)))
    return next
  }

  /// An open item with what another one has, but for its dates and its recurrence.
  private mutating func insertCopy(of item: Item, under parent: Item?) throws -> Item {
    let copy = Item(title: item.title, timestamp: date, createTimestamp: date, position: item.position)
    context.insert(copy)
    made.insert(copy.persistentModelID)
    try recorder.didInsert(copy)
    copy.notes = item.notes
    copy.priority = item.priority
    if let extra = item.extra { copy.extra = extra.ofSeries }
    if !item.tags.isEmpty { copy.tags = item.tags }
    copy.list = item.list
    copy.parent = parent
    return copy
  }

  /// How many items an item is a part of, one within the other; a store that others wrote into may have a loop.
  ///
  /// Many items of one branch are a walk along it, and not one for each.
  private mutating func depth(of item: Item) -> Int {
    var path: [PersistentIdentifier] = []
    var seen: Set<PersistentIdentifier> = []
    var next: Item? = item
    while let item = next, depths[item.persistentModelID] == nil, seen.insert(item.persistentModelID).inserted {
      path.append(item.persistentModelID)
      next = item.parent
    }
    var depth = next.flatMap { depths[$0.persistentModelID] } ?? -1
    for id in path.reversed() {
      depth += 1
      depths[id] = depth
    }
    return depth
  }

  // MARK: - Checklists

  /// What tells an entry of a checklist from its neighbours: an entry that comes again itself leaves done ones behind.
  private struct Entry: Hashable {
    let title: String
    let position: Double

    init(_ item: Item) {
      title = item.title
      position = item.position
    }
  }

  /// An item whose parts are still to be looked at, and the one that they go over to; nil for parts that stay with it.
  private typealias Branch = (item: Item, next: Item?)

  /// Goes through all levels of a checklist; a list of what is left to do, as a stack would not hold any number of them.
  private mutating func carryChecklist(of item: Item, to next: Item, later days: Int) throws {
    var seen: Set<PersistentIdentifier> = [item.persistentModelID, next.persistentModelID]
    var rest: [Branch] = [(item, next)]
    while let (item, next) = rest.popLast() {
      let parts = item.subitems
      var present = Set(parts.filter { !$0.isDone }.map(Entry.init))
      for part in parts where seen.insert(part.persistentModelID).inserted {
        if made.contains(part.persistentModelID) {
          // A round before this one has given it its date and its checklist.
          if let next { part.parent = next }
        } else if !part.isDone {
          rest.append(try carry(part, to: next, later: days))
        } else if present.insert(Entry(part)).inserted {
          rest.append((part, try renewedCopy(of: part, under: next ?? item, later: days)))
        }
      }
    }
  }

  /// Takes an open entry along.
  ///
  /// - Parameter next: the item that it goes over to; nil if it stays where it is.
  private func carry(_ part: Item, to next: Item?, later days: Int) throws -> Branch {
    try recorder.willChange(part, [.parent, .deadline, .dueDay])
    if let next { part.parent = next }
    postpone(part, days)
    return (part, nil)
  }

  /// A copy of an entry that stays where it was done.
  private mutating func renewedCopy(of part: Item, under next: Item, later days: Int) throws -> Item {
    let copy = try insertCopy(of: part, under: next)
    copy.recurrence = part.recurrence
    copy.setDue(part.deadline, day: part.dueDay)
    postpone(copy, days)
    return copy
  }

  private func postpone(_ item: Item, _ days: Int) {
    switch item.due {
    case .day(let day)?: item.setDue(.day(day.adding(days: days)), in: calendar)
    case .moment(let moment)?:
      item.setDue(.moment(calendar.date(byAdding: .day, value: days, to: moment) ?? moment), in: calendar)
    case nil: break
    }
  }

  private func day(of due: Due) -> CalendarDay { due.day ?? CalendarDay(due.date(in: calendar), in: calendar.timeZone) }
}
