import Foundation
import SwiftData

extension DataHandler {
  /// Marks items as done, in one transaction; items that are done already stay as they are.
  ///
  /// A repeating item passes its recurrence on to a new, open item with the next due date, in the same transaction:
  /// whoever completes it, and however often that is tried, there is one next item. Its checklist moves with
  /// it, open again; see `NextOccurrences`.
  ///
  /// - Parameters:
  ///   - date: when they were done.
  ///   - calendar: the calendar and time zone of due dates.
  ///   - takesNext: whether a next item that is there already is taken for theirs: another machine completed them.
  /// - Returns: the identifiers of the new items.
  /// - Throws: `ItemError.noSuchItem`.
  @discardableResult
  public func completeItems(
    ids: [PersistentIdentifier], at date: Date = Date(), calendar: Calendar = .current, takesNext: Bool = false
  ) throws -> [PersistentIdentifier] {
    try perform(at: date) { recorder in
      var items = try stateOfItems(ids)
      return try complete(&items, date, calendar, recorder, takesNext: takesNext)
    }.next.map(\.persistentModelID)
  }

  /// Marks items as open again, in one transaction.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func reopenItems(ids: [PersistentIdentifier], at date: Date = Date()) throws {
    try perform(at: date) { recorder in
      var items = try stateOfItems(ids)
      return (try reopen(&items, recorder), ())
    }
  }

  /// Marks items as done or as open, in one transaction; items in that state already stay as they are.
  ///
  /// - Parameters:
  ///   - areDone: whether they are to be done; nil for done if some of them are open, else open.
  ///   - date: when they were done.
  ///   - calendar: the calendar and time zone of due dates.
  /// - Throws: `ItemError.noSuchItem`.
  public func markItems(
    ids: [PersistentIdentifier], areDone: Bool?, at date: Date = Date(), calendar: Calendar = .current
  ) throws -> StateChange {
    let (isDone, count, succession) = try perform(at: date) { recorder in
      var items = try stateOfItems(ids)
      let openCount = items[.completed].count { $0 == .none }
      guard areDone ?? (openCount > 0) else {
        return (try reopen(&items, recorder), (false, items.keys.count - openCount, Succession()))
      }
      let (description, succession) = try complete(&items, date, calendar, recorder)
      return (description, (true, openCount, succession))
    }
    return StateChange(
      isDone: isDone, count: count, next: succession.next.map(\.persistentModelID),
      last: succession.last.map(\.persistentModelID))
  }

  private func stateOfItems(_ ids: [PersistentIdentifier]) throws -> ChangedItems {
    try ChangedItems(ids, ChangedItems.stateFields, in: modelContext)
  }

  /// Marks items as done, as a part of a command, and writes them.
  ///
  /// - Parameter items: read with `ChangedItems.stateFields`.
  /// - Returns: the step's description, and what follows those that repeat.
  func complete(
    _ items: inout ChangedItems, _ date: Date, _ calendar: Calendar, _ recorder: JournalRecorder,
    takesNext: Bool = false
  ) throws -> (StepDescription, Succession) {
    let series = try items.complete(at: date)
    try recorder.write(items, in: modelContext)
    // Once all are done: a checklist is copied in its final state.
    var occurrences = NextOccurrences(modelContext, recorder, date, calendar, takesExisting: takesNext)
    let repeating = try models(series.map { try identifier(number: $0.item) })
    let succession = try occurrences.insert(after: Array(zip(repeating, series)))
    return (StepDescription(items) { _ in "complete" }, succession)
  }

  /// Marks items as open, as a part of a command, and writes them; returns the step's description.
  ///
  /// - Parameter items: read with `ChangedItems.stateFields`.
  func reopen(_ items: inout ChangedItems, _ recorder: JournalRecorder) throws -> StepDescription {
    items.set(.completed, to: .none)
    try recorder.write(items, in: modelContext)
    return StepDescription(items) { _ in "reopen" }
  }
}

/// What follows items that repeated until they were done.
struct Succession {
  /// The next items, in the order of the others.
  fileprivate(set) var next: [Item] = []
  /// Those without a next one, in the same order: their series are over.
  fileprivate(set) var last: [Item] = []
}

/// The series that an item passes on when it is done.
private struct Series {
  let item: Int64
  let rule: RecurrenceRule
  let anchor: Due?
}

extension ChangedItems {
  static let stateFields: [JournalField] = [.completed, .recurrence, .anchor]

  /// Marks those that are open as done; they repeat no longer.
  ///
  /// - Returns: the series of those that did.
  fileprivate mutating func complete(at date: Date) throws -> [Series] {
    let (completed, recurrences, anchors) = (self[.completed], self[.recurrence], self[.anchor])
    let open = keys.indices.filter { completed[$0] == .none }
    // A series whose next date can't be computed stays where it is.
    let rules = Dictionary(
      open.compactMap { row in RecurrenceRule(recurrences[row]).map { (row, $0) } }, uniquingKeysWith: { $1 })
    let repeating = open.filter { rules[$0]?.isComputable == true }
    set(.completed, to: JournalValue(date), of: open)
    guard !repeating.isEmpty else { return [] }
    set(.recurrence, to: .none, of: repeating)
    set(.anchor, to: .none, of: repeating)
    return repeating.compactMap { row in
      rules[row].map { Series(item: keys[row], rule: $0, anchor: Due(anchors[row])) }
    }
  }
}

/// What changed when items were marked as done or as open.
public struct StateChange: Hashable, Sendable {
  /// Whether the items are done now.
  public let isDone: Bool
  /// How many of them were in the other state before.
  public let count: Int
  /// The new items that follow repeating ones.
  public let next: [PersistentIdentifier]
  /// The repeating ones without a next one: their series are over.
  public let last: [PersistentIdentifier]

  /// Creates a state change.
  public init(isDone: Bool, count: Int, next: [PersistentIdentifier], last: [PersistentIdentifier] = []) {
    (self.isDone, self.count, self.next, self.last) = (isDone, count, next, last)
  }
}

/// Adds the next items of series whose items were just done, with their checklists.
///
/// The sub-items of a repeating item are its checklist. Open ones move to the next item; done ones stay done where they
/// are, and get open copies. Due dates and start dates move by as many days as the due date of the item itself.
private struct NextOccurrences {
  private let context: ModelContext
  private let recorder: JournalRecorder
  /// When the items were done.
  private let date: Date
  private let calendar: Calendar
  /// Whether a next item that is there already is the one.
  private let takesExisting: Bool
  /// The next items and the copies of their checklists, each with its own next date.
  private var inserted: Set<PersistentIdentifier> = []
  /// The depths of items in the outline, as far as they are known.
  private var depths: [PersistentIdentifier: Int] = [:]

  init(
    _ context: ModelContext, _ recorder: JournalRecorder, _ date: Date, _ calendar: Calendar, takesExisting: Bool
  ) {
    self.takesExisting = takesExisting
    self.context = context
    self.recorder = recorder
    self.date = date
    self.calendar = calendar
  }

  /// Adds the next items of series, whose items do not repeat any more.
  ///
  /// - Throws: `CancellationError` if the command was cancelled.
  mutating func insert(after items: [(Item, Series)]) throws -> Succession {
    // A sub-item is renewed before its parent, so that it belongs to the parent's checklist.
    let depths = items.map { depth(of: $0.0) }
    var found: [(index: Int, next: Item?)] = []
    for index in items.indices.sorted(by: { depths[$0] > depths[$1] }) {
      switch try insert(after: items[index].0, items[index].1) {
      case .next(let item): found.append((index, item))
      case .over: found.append((index, nil))
      case .taken: break
      }
    }
    found.sort { $0.index < $1.index }
    return Succession(next: found.compactMap(\.next), last: found.filter { $0.next == nil }.map { items[$0.index].0 })
  }

  /// What follows an item of a series.
  private enum Successor {
    case next(Item)
    /// It is there already.
    case taken
    /// Nothing: the series is over.
    case over
  }

  private mutating func insert(after item: Item, _ series: Series) throws -> Successor {
    let lastDue = item.due ?? .day(CalendarDay(date, in: calendar.timeZone))
    guard let due = series.rule.due(following: lastDue, anchor: series.anchor, after: date, calendar: calendar) else {
      return .over
    }
    let uid = uid(ofNext: item, series.rule, due: due)
    let existing = try self.item(uid)
    if let existing, takesExisting || isWaiting(existing, series, due) { return .taken }
    if try isOverdue(nextOf: item, series, lastDue, before: due) { return .taken }
    let next = try insertCopy(of: item, under: item.parent, uid: existing == nil ? uid : .random())
    next.setDue(due, in: calendar)
    next.rule = series.rule.ofNext
    if let extra = item.extra { next.extra = extra.ofNext(series.rule, due: due, calendar) }
    next.anchor = series.anchor ?? lastDue
    let days = lastDue.day(in: calendar).days(to: due.day(in: calendar))
    next.setStart(item.start?.adding(days: days, in: calendar), in: calendar)
    if let extra = item.extra, let last = item.start, let start = next.start {
      next.extra = ItemExtra.keepingWait(of: extra, last, in: next.extra, start, calendar)
    }
    try renewChecklist(of: item, for: next, later: days)
    return .next(next)
  }

  private func uid(ofNext item: Item, _ rule: RecurrenceRule, due: Due) -> UUID {
    uid(of: item, as: cause(of: due, rule))
  }

  /// What tells the next item from other copies of an item: its date.
  ///
  /// A date that is reckoned from completion differs with the day on which each machine completes the item, and there is
  /// one next item all the same.
  private func cause(of due: Due, _ rule: RecurrenceRule) -> String {
    if rule.isAfterCompletion { return "next" }
    return "next \(due.day?.text ?? "\(due.date(in: calendar).timeIntervalSinceReferenceDate)")"
  }

  /// Inserts an open copy of an item, without its dates and its recurrence.
  ///
  /// - Parameter uid: follows from the item, so that where two machines complete it before they have synced, there is one
  ///   copy; a random one if that is taken: an item can repeat, be reopened, and repeat on the same day again.
  private mutating func insertCopy(of item: Item, under parent: Item?, uid: UUID) throws -> Item {
    let copy = Item(
      title: item.title, timestamp: date, createTimestamp: date, uid: uid, orderKey: item.orderKey)
    context.insert(copy)
    inserted.insert(copy.persistentModelID)
    try recorder.didInsert(copy)
    copy.notes = item.notes
    copy.priority = item.priority
    if let extra = item.extra { copy.extra = extra.ofSeries }
    if !item.tags.isEmpty { copy.tags = item.tags }
    copy.list = item.list
    copy.parent = parent
    return copy
  }

  private func uid(of item: Item, as cause: String) -> UUID { UUID(naming: "\(item.uid) \(cause)") }

  private func item(_ uid: UUID) throws -> Item? {
    var item = FetchDescriptor<Item>(predicate: #Predicate { $0.uid == uid })
    item.fetchLimit = 1
    return try context.fetch(item).first
  }

  /// Whether the next item is there and open, so that a series whose last item is done again, as after an import that had it
  /// open, does not go on twice.
  ///
  /// One that is done, or has another date, is not the next one any longer.
  private func isWaiting(_ next: Item, _ series: Series, _ due: Due) -> Bool {
    !next.isDone && next.rule != nil && (series.rule.isAfterCompletion || next.due == due)
  }

  /// The same of the next item that was made when the item was done in time, and is overdue itself by now.
  private func isOverdue(nextOf item: Item, _ series: Series, _ lastDue: Due, before due: Due) throws -> Bool {
    let first = series.rule.due(
      following: lastDue, anchor: series.anchor, after: lastDue.date(in: calendar), calendar: calendar)
    guard let first, first != due, let next = try self.item(uid(ofNext: item, series.rule, due: first)) else {
      return false
    }
    return takesExisting || isWaiting(next, series, first)
  }

  /// How many ancestors an item has; a store that another program wrote to may have a loop.
  ///
  /// Depths are remembered, so that many items of one branch are one walk along it.
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

  /// An item with sub-items to visit, and the item that they move to; nil if they stay.
  private typealias Branch = (item: Item, next: Item?)

  /// Visits all levels of a checklist, with a list of branches to do: recursion would not hold any number of levels.
  private mutating func renewChecklist(of item: Item, for next: Item, later days: Int) throws {
    var seen: Set<PersistentIdentifier> = [item.persistentModelID, next.persistentModelID]
    var rest: [Branch] = [(item, next)]
    while let (item, next) = rest.popLast() {
      let subitems = item.subitems
      var present = Set(subitems.filter { !$0.isDone }.map(ChecklistEntry.init))
      for subitem in subitems where seen.insert(subitem.persistentModelID).inserted {
        if inserted.contains(subitem.persistentModelID) {
          // It has its date and its checklist already.
          if let next { subitem.parent = next }
        } else if !subitem.isDone {
          rest.append(try move(subitem, to: next, later: days))
        } else if present.insert(ChecklistEntry(subitem)).inserted {
          rest.append((subitem, try renewedCopy(of: subitem, under: next ?? item, later: days)))
        }
      }
    }
  }

  /// Takes an open entry along.
  ///
  /// - Parameter next: the item that it moves to; nil if it stays where it is.
  private func move(_ entry: Item, to next: Item?, later days: Int) throws -> Branch {
    try recorder.willChange(entry, [.parent, .deadline, .dueDay, .start, .startDay])
    if let next { entry.parent = next }
    entry.postpone(by: days, in: calendar)
    return (entry, nil)
  }

  private mutating func renewedCopy(of entry: Item, under next: Item, later days: Int) throws -> Item {
    let uid = uid(of: entry, as: "entry of \(next.uid)")
    let copy = try insertCopy(of: entry, under: next, uid: try item(uid) == nil ? uid : .random())
    copy.rule = entry.rule
    copy.setDue(entry.deadline, day: entry.dueDay)
    copy.setStart(entry.start, in: calendar)
    copy.postpone(by: days, in: calendar)
    return copy
  }
}

/// What identifies an entry of a checklist among its neighbours: a repeating entry leaves done ones behind.
struct ChecklistEntry: Hashable {
  private let title: String
  private let orderKey: OrderKey

  init(_ item: Item) {
    title = item.title
    orderKey = item.orderKey
  }
}

extension Item {
  /// Moves the due date and the start date, where there are such.
  func postpone(by days: Int, in calendar: Calendar) {
    if let due { setDue(due.adding(days: days, in: calendar), in: calendar) }
    if let start { setStart(start.adding(days: days, in: calendar), in: calendar) }
  }
}
