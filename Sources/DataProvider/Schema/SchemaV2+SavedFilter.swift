import Foundation
import SwiftData

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
