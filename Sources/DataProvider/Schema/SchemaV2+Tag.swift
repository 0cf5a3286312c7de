import Foundation
import SwiftData

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
