import Foundation
import SwiftData

/// The sixth version of the schema: start dates, recurrence rules of iCalendar, and items that others wait for.
public enum SchemaV6: VersionedSchema {
  /// The model types of this version.
  public static var models: [any PersistentModel.Type] {
    [Item.self, Tag.self, ItemList.self, SavedFilter.self, JournalStep.self]
  }

  /// 6.0.0, written into every store of this version.
  public static let versionIdentifier = Schema.Version(6, 0, 0)
}

extension SchemaV6 {
  /// An item of the list.
  @Model
  public final class Item {
    #Index<Item>(
      [\.timestamp], [\.createTimestamp], [\.title], [\.deadline], [\.priority, \.timestamp], [\.orderKey, \.uid],
      [\.completedAt, \.deadline], [\.completedAt, \.timestamp], [\.completedAt, \.orderKey, \.uid])
    #FullTextIndex<Item>(\.title, \.notes)

    /// What identifies the item in other stores and in files; never changes.
    @Attribute(.unique) public private(set) var uid: UUID = UUID.random()
    /// The title; never empty.
    public var title: String
    /// The notes.
    public var notes: String = ""
    /// When it was updated last: changed in any way, or marked as current.
    public var timestamp: Date
    /// When it was added.
    public private(set) var createTimestamp: Date
    /// When it was done; nil while it is open.
    public var completedAt: Date?
    /// The priority.
    public var priority: Priority = Priority.none
    /// The due date, or the distant future for none: so an index alone sorts items without a date last.
    public var deadline: Date = Date.distantFuture
    /// The due day, if it has no time; nil if `deadline` is a moment, or none.
    public private(set) var dueDay: CalendarDay?
    /// The key of its place in the manual order, ascending; where two items have one, `uid` is the last word.
    @Attribute(originalName: "position") public var orderKey: OrderKey = OrderKey.unplaced
    /// The first moment at which something can be done about it, or the distant past for none: so the column sorts.
    public private(set) var startMoment: Date = Date.distantPast
    /// The start day, if it has no time; nil if `startMoment` is a moment, or none.
    public private(set) var startDay: CalendarDay?
    /// How it repeats; nil if it does not.
    @Attribute(originalName: "recurrence") public var rule: RecurrenceRule?
    /// The first due date of the series, from which the others are computed; nil for the item's own.
    public var anchor: Due?
    /// The fields of other formats that an item has no place for; nil for none.
    public var extra: ItemExtra?
    /// The tags.
    @Relationship(deleteRule: .nullify, inverse: \Tag.items) public var tags: [Tag] = []
    /// The list it is on.
    @Relationship(deleteRule: .nullify, inverse: \ItemList.items) public var list: ItemList?
    /// The parent item.
    public var parent: Item?
    /// The sub-items; they are deleted with the item.
    @Relationship(deleteRule: .cascade, inverse: \Item.parent) public var subitems: [Item] = []
    /// The items that have to be done before it, in no order; two machines that sync can make a loop.
    @Relationship(deleteRule: .nullify, inverse: \Item.blocked) public var blockers: [Item] = []
    /// The items that wait for it, in no order.
    @Relationship(deleteRule: .nullify) public var blocked: [Item] = []

    /// Creates an item.
    public init(
      title: String, timestamp: Date, createTimestamp: Date, uid: UUID = .random(),
      orderKey: OrderKey = .unplaced
    ) {
      self.uid = uid
      self.title = title
      self.timestamp = timestamp
      self.createTimestamp = createTimestamp
      self.orderKey = orderKey
    }
  }

  /// A tag, which any number of items can have.
  @Model
  public final class Tag {
    /// The unique key: the name without regard to case.
    @Attribute(.unique) public private(set) var key: String
    /// The name, as it was first written.
    public private(set) var name: String
    /// The items that have the tag.
    public var items: [Item] = []

    /// Creates a tag.
    public init(_ name: TagName) {
      key = name.key
      self.name = name.text
    }

    func rename(to name: TagName) {
      key = name.key
      self.name = name.text
    }
  }

  /// A list of items; an item is on at most one.
  @Model
  public final class ItemList {
    /// The unique key: the name without regard to case.
    @Attribute(.unique) public private(set) var key: String
    /// The name, as it was first written.
    public private(set) var name: String
    /// The items on the list.
    public var items: [Item] = []

    /// Creates a list.
    public init(_ name: ListName) {
      key = name.key
      self.name = name.text
    }

    func rename(to name: ListName) {
      key = name.key
      self.name = name.text
    }
  }

  /// A saved query with a name.
  @Model
  public final class SavedFilter {
    /// The unique key: the name without regard to case.
    @Attribute(.unique) public private(set) var key: String
    /// The name, as it was written.
    public private(set) var name: String
    /// The query, as it was typed.
    public var query: String
    /// The position among the filters, ascending.
    public var position: Double

    /// Creates a saved filter.
    public init(_ name: ListName, query: String, position: Double = Position.atTheEnd()) {
      key = name.key
      self.name = name.text
      self.query = query
      self.position = position
    }

    func rename(to name: ListName) {
      key = name.key
      self.name = name.text
    }
  }

  /// One command that changed items, with what is needed to undo and redo it.
  ///
  /// It is written in the transaction of the change itself.
  @Model
  public final class JournalStep {
    #Index<JournalStep>([\.number], [\.state])

    /// The position in the order of the steps; their dates may be out of order if the clock was set back.
    public private(set) var number: Int
    /// The author of the command.
    public private(set) var author: String
    /// When it was given.
    public private(set) var date: Date
    /// The description: "complete 3 items".
    public private(set) var words: String
    /// How many items, tags and lists it changed.
    public private(set) var rowCount: Int
    /// Whether it can be undone, or redone.
    public var state: JournalState
    /// Who undid or redid it last; nil if nobody did.
    public var lastTurnedBy: String?
    /// When it was undone or redone last; nil if it never was.
    public var lastTurnedAt: Date?
    /// How many bytes `changes` has.
    public private(set) var size: Int
    /// The values before and after, see `JournalCoder`; empty once they are too old to be kept.
    public private(set) var changes: Data

    init(number: Int, author: String, date: Date, words: String, rowCount: Int, changes: Data) {
      self.number = number
      self.author = author
      self.date = date
      self.words = words
      self.rowCount = rowCount
      state = .done
      size = changes.count
      self.changes = changes
    }

    /// Removes the values: the step stays in the log and can't be undone any more.
    func forgetChanges() {
      state = .forgotten
      size = 0
      changes = Data()
    }
  }
}

extension SchemaV6.Item {
  /// The due date, or nil.
  ///
  /// In predicates use `deadline`, which is a column. Setting the last second of a day, in the time zone of the process,
  /// means the day: nobody types seconds. `setDue(_:in:)` tells them apart.
  public var dueAt: Date? {
    get { deadline == .distantFuture ? nil : deadline }
    set { setDue(newValue.map { Due(typed: $0, in: .current) }, in: .current) }
  }

  /// The due date: a day or a moment; nil for none.
  public var due: Due? { Due(deadline: deadline, day: dueDay) }

  /// Sets the due date.
  ///
  /// - Parameter calendar: the calendar and time zone in which a day ends.
  public func setDue(_ due: Due?, in calendar: Calendar) {
    setDue(due?.date(in: calendar) ?? .distantFuture, day: due?.day)
  }

  /// Sets the stored due date; a column that stays the same is not written.
  func setDue(_ deadline: Date, day: CalendarDay?) {
    if self.deadline != deadline { self.deadline = deadline }
    if dueDay != day { dueDay = day }
  }

  /// The start date: a day or a moment; nil for none.
  ///
  /// In predicates use `startMoment`, which is a column.
  public var start: Due? { Due(startMoment: startMoment, day: startDay) }

  /// Sets the start date.
  ///
  /// - Parameter calendar: the calendar and time zone in which a day begins.
  public func setStart(_ start: Due?, in calendar: Calendar) {
    let moment = start?.start(in: calendar) ?? .distantPast
    if startMoment != moment { startMoment = moment }
    if startDay != start?.day { startDay = start?.day }
  }

  /// The repeat interval; nil for none, or for a rule that says more.
  public var recurrence: Recurrence? { rule?.recurrence }

  /// Whether the item is done.
  public var isDone: Bool { completedAt != nil }

  /// Whether something can be done about it: it is open, has started or is overdue, and waits for no open item.
  public func isReady(at now: Date) -> Bool {
    !isDone && (startMoment <= now || deadline < now) && !blockers.contains { !$0.isDone }
  }
}
