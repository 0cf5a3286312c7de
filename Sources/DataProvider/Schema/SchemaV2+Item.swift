import Foundation
import SwiftData

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
    /// When it was last marked as current.
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
