import Foundation
import SwiftData

/// The third version of the schema: due dates without a time, the anchor of a series, and fields of other formats.
public enum SchemaV3: VersionedSchema {
  /// The model types of this version.
  public static var models: [any PersistentModel.Type] {
    [Item.self, Tag.self, ItemList.self, SavedFilter.self, JournalStep.self]
  }

  /// 3.0.0, written into every store of this version.
  public static let versionIdentifier = Schema.Version(3, 0, 0)
}

// MARK: - Items

extension SchemaV3 {
  /// One thing to keep in mind.
  @Model
  public final class Item {
    #Index<Item>(
      [\.timestamp], [\.createTimestamp], [\.title], [\.deadline], [\.completedAt], [\.priority], [\.position],
      [\.completedAt, \.deadline], [\.completedAt, \.timestamp], [\.completedAt, \.position])
    #FullTextIndex<Item>(\.title, \.notes)

    /// What stands for the item in other stores and in files; never changes.
    @Attribute(.unique) public private(set) var uid: UUID = UUID.random()
    /// What it is about; never empty.
    public var title: String
    /// What else there is to say.
    public var notes: String = ""
    /// When it was updated last: changed in whatever way, or said to be current.
    public var timestamp: Date
    /// When it was added.
    public private(set) var createTimestamp: Date
    /// When it was done; nil while it is open.
    public var completedAt: Date?
    /// How much it matters.
    public var priority: Priority = Priority.none
    /// When it is due, or the distant future if never: so an index alone puts items without a date last.
    public var deadline: Date = Date.distantFuture
    /// The day on which it is due if it has no time; nil if `deadline` is a moment, or never.
    public private(set) var dueDay: CalendarDay?
    /// The place in the manual order; smaller comes first.
    public var position: Double = Position.atTheEnd()
    /// How it comes again once it is done; nil for never.
    public var recurrence: Recurrence?
    /// The first due date of the series, from which the others are reckoned; nil if that is its own.
    public var anchor: Due?
    /// What files of other formats say about it that has no place here; nil for nothing.
    public var extra: ItemExtra?

    /// The labels.
    @Relationship(deleteRule: .nullify, inverse: \Tag.items) public var tags: [Tag] = []
    /// The list it is on.
    @Relationship(deleteRule: .nullify, inverse: \ItemList.items) public var list: ItemList?
    /// The item it is a part of.
    public var parent: Item?
    /// The items it consists of; they go with it.
    @Relationship(deleteRule: .cascade, inverse: \Item.parent) public var subitems: [Item] = []

    /// Creates an item.
    public init(
      title: String, timestamp: Date, createTimestamp: Date, uid: UUID = .random(),
      position: Double = Position.atTheEnd()
    ) {
      self.uid = uid
      self.title = title
      self.timestamp = timestamp
      self.createTimestamp = createTimestamp
      self.position = position
    }
  }
}

extension SchemaV3.Item {
  /// When it is due, or nil.
  ///
  /// In predicates use `deadline`, which is a column. Setting the last second of a day, in the time zone of the process,
  /// means the day: nobody types seconds. `setDue(_:in:)` says which of both is meant.
  public var dueAt: Date? {
    get { deadline == .distantFuture ? nil : deadline }
    set { setDue(newValue.map { Due(typed: $0, in: .current) }, in: .current) }
  }

  /// When it is due: on a day, or at a moment; nil for never.
  public var due: Due? { Due(deadline: deadline, day: dueDay) }

  /// Sets when it is due.
  ///
  /// - Parameters:
  ///   - due: a day or a moment, or nil for never.
  ///   - calendar: the calendar and time zone in which a day ends.
  public func setDue(_ due: Due?, in calendar: Calendar) {
    setDue(due?.date(in: calendar) ?? .distantFuture, day: due?.day)
  }

  /// Sets what is stored of the due date; what stays the same is not written.
  func setDue(_ deadline: Date, day: CalendarDay?) {
    if self.deadline != deadline { self.deadline = deadline }
    if dueDay != day { dueDay = day }
  }

  /// Whether it is done.
  public var isDone: Bool { completedAt != nil }
}

// MARK: - Tags

extension SchemaV3 {
  /// A label that any number of items can have.
  @Model
  public final class Tag {
    /// What tells it from all others: the name without regard to case.
    @Attribute(.unique) public private(set) var key: String
    /// The name, as it was first written.
    public private(set) var name: String
    /// The items with it.
    public var items: [Item] = []

    /// Creates a tag.
    public init(_ name: TagName) {
      key = name.key
      self.name = name.text
    }

    /// Gives the tag another name.
    public func rename(to name: TagName) {
      key = name.key
      self.name = name.text
    }
  }
}

// MARK: - Lists

extension SchemaV3 {
  /// A list that an item can be on; an item is on one at most.
  @Model
  public final class ItemList {
    /// What tells it from all others: the name without regard to case.
    @Attribute(.unique) public private(set) var key: String
    /// The name, as it was first written.
    public private(set) var name: String
    /// The items on it.
    public var items: [Item] = []

    /// Creates a list.
    public init(_ name: ListName) {
      key = name.key
      self.name = name.text
    }

    /// Gives the list another name.
    public func rename(to name: ListName) {
      key = name.key
      self.name = name.text
    }
  }
}

// MARK: - Saved filters

extension SchemaV3 {
  /// A query that was given a name.
  @Model
  public final class SavedFilter {
    /// What tells it from all others: the name without regard to case.
    @Attribute(.unique) public private(set) var key: String
    /// The name, as it was written.
    public private(set) var name: String
    /// The query, as it was typed.
    public var query: String
    /// The place among the others; smaller comes first.
    public var position: Double

    /// Creates a saved filter.
    public init(_ name: ListName, query: String, position: Double = Position.atTheEnd()) {
      key = name.key
      self.name = name.text
      self.query = query
      self.position = position
    }

    /// Gives the filter another name.
    public func rename(to name: ListName) {
      key = name.key
      self.name = name.text
    }
  }
}

// MARK: - The journal

extension SchemaV3 {
  /// One command that changed items, with all that is needed to undo it and to do it again.
  ///
  /// It is written in the transaction of the change itself.
  @Model
  public final class JournalStep {
    #Index<JournalStep>([\.number], [\.state])

    /// The place in the order in which the steps were done; the clock may have been set back in between.
    public private(set) var number: Int
    /// Who gave the command.
    public private(set) var author: String
    /// When it was given.
    public private(set) var date: Date
    /// What it did, in words: "complete 3 items".
    public private(set) var words: String
    /// How many items, tags and lists it changed.
    public private(set) var rowCount: Int
    /// Whether it can be undone, or redone.
    public var state: JournalState
    /// Who undid or redid it last, and when; nil if nobody did.
    public var lastTurnedBy: String?
    /// When it was last undone or redone.
    public var lastTurnedAt: Date?
    /// How many bytes `changes` has.
    public private(set) var size: Int
    /// The values before and after, see `JournalCoder`; empty once they are too old to be kept.
    public private(set) var changes: Data

    /// Creates a step that was just carried out.
    public init(number: Int, author: String, date: Date, words: String, rowCount: Int, changes: Data) {
      self.number = number
      self.author = author
      self.date = date
      self.words = words
      self.rowCount = rowCount
      state = .done
      size = changes.count
      self.changes = changes
    }

    /// Lets go of the values: the step stays in the log and can't be undone any more.
    public func forgetChanges() {
      state = .forgotten
      size = 0
      changes = Data()
    }
  }
}
