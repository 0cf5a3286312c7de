import Foundation
import SwiftData

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
