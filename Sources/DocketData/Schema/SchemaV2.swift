import Foundation
import SwiftData

/// The second version of the schema: tags, lists, sub-items, due dates, notes, saved filters and the journal of undo.
public enum SchemaV2: VersionedSchema {
  /// The model types of this version.
  public static var models: [any PersistentModel.Type] {
    [Item.self, Tag.self, ItemList.self, SavedFilter.self, JournalStep.self]
  }

  /// 2.0.0, written into every store of this version.
  public static let versionIdentifier = Schema.Version(2, 0, 0)
}

// MARK: - Items

extension SchemaV2 {
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
    /// When it was last said to be current; what counts as an update today, every change, did not yet.
    public var timestamp: Date
    /// When it was added.
    public private(set) var createTimestamp: Date
    /// When it was done; nil while it is open.
    public var completedAt: Date?
    /// How much it matters.
    public var priority: Priority = Priority.none
    /// When it is due, or the distant future if never: so an index alone puts items without a date last.
    public var deadline: Date = Date.distantFuture
    /// The place in the manual order; smaller comes first.
    public var position: Double = Position.atTheEnd()
    /// How it comes again once it is done; nil for never.
    public var recurrence: Recurrence?

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

extension SchemaV2.Item {
  /// When it is due, or nil.
  ///
  /// In predicates use `deadline`, which is a column.
  public var dueAt: Date? {
    get { deadline == .distantFuture ? nil : deadline }
    set { deadline = newValue ?? .distantFuture }
  }

  /// Whether it is done.
  public var isDone: Bool { completedAt != nil }
}

// MARK: - Tags

extension SchemaV2 {
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

extension SchemaV2 {
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

extension SchemaV2 {
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

extension SchemaV2 {
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
