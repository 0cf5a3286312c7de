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
  /// An item of the list.
  @Model
  public final class Item {
    #Index<Item>(
      [\.timestamp], [\.createTimestamp], [\.title], [\.deadline], [\.completedAt], [\.priority], [\.position],
      [\.completedAt, \.deadline], [\.completedAt, \.timestamp], [\.completedAt, \.position])
    #FullTextIndex<Item>(\.title, \.notes)

    /// What identifies the item in other stores and in files; never changes.
    @Attribute(.unique) public private(set) var uid: UUID = UUID.random()
    /// The title; never empty.
    public var title: String
    /// The notes.
    public var notes: String = ""
    /// When it was marked as current last; changes did not count as updates yet.
    public var timestamp: Date
    /// When it was added.
    public private(set) var createTimestamp: Date
    /// When it was done; nil while it is open.
    public var completedAt: Date?
    /// The priority.
    public var priority: Priority = Priority.none
    /// The due date, or the distant future for none: so an index alone sorts items without a date last.
    public var deadline: Date = Date.distantFuture
    /// The position in the manual order, ascending.
    public var position: Double = Position.atTheEnd()
    /// The repeat interval; nil for none.
    public var recurrence: Recurrence?

    /// The tags.
    @Relationship(deleteRule: .nullify, inverse: \Tag.items) public var tags: [Tag] = []
    /// The list it is on.
    @Relationship(deleteRule: .nullify, inverse: \ItemList.items) public var list: ItemList?
    /// The parent item.
    public var parent: Item?
    /// The sub-items; they are deleted with the item.
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
  /// The due date, or nil.
  ///
  /// In predicates use `deadline`, which is a column.
  public var dueAt: Date? {
    get { deadline == .distantFuture ? nil : deadline }
    set { deadline = newValue ?? .distantFuture }
  }

  /// Whether the item is done.
  public var isDone: Bool { completedAt != nil }
}

// MARK: - Tags

extension SchemaV2 {
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

    /// Gives the tag another name.
    public func rename(to name: TagName) {
      key = name.key
      self.name = name.text
    }
  }
}

// MARK: - Lists

extension SchemaV2 {
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

    /// Gives the list another name.
    public func rename(to name: ListName) {
      key = name.key
      self.name = name.text
    }
  }
}

// MARK: - Saved filters

extension SchemaV2 {
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

    /// Gives the filter another name.
    public func rename(to name: ListName) {
      key = name.key
      self.name = name.text
    }
  }
}

// MARK: - The journal

extension SchemaV2 {
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

    /// Creates a step that was just done.
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

    /// Removes the values: the step stays in the log and can't be undone any more.
    public func forgetChanges() {
      state = .forgotten
      size = 0
      changes = Data()
    }
  }
}
