/// What somebody changed in the text of an item.
public struct ItemEdit: Hashable, Sendable {
  /// The new values, but for the state.
  public var changes: ItemChanges
  /// Whether it is done from now on; nil to leave it as it is.
  public var isDone: Bool?

  /// Creates an edit.
  public init(_ changes: ItemChanges = ItemChanges(), isDone: Bool? = nil) {
    self.changes = changes
    self.isDone = isDone
  }

  /// Whether nothing is to be changed.
  public var isEmpty: Bool { self == ItemEdit() }
}
