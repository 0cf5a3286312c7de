import Foundation
import SwiftData

extension DataHandler {
  /// Makes an item the last sub-item of another one, or takes it out of its parent, to stand right behind that.
  ///
  /// The place is that in the manual order, where both are to be seen next to each other.
  ///
  /// - Parameters:
  ///   - parent: the new parent; nil for none.
  ///   - date: the item's new update time.
  /// - Throws: `ItemError.partOfItself`, `ItemError.noSuchItem`.
  public func nestItem(id: PersistentIdentifier, below parent: PersistentIdentifier?, at date: Date = Date()) throws {
    try perform(at: date) { recorder in
      let item = try model(id)
      let (former, parent) = (item.parent, try parent.map { try model($0) })
      if let parent { try refuseLoop([id], parent) }
      var items = try ChangedItems([id], [.parent, .position], in: modelContext)
      items.set(.parent, to: .keys([parent?.persistentModelID.primaryKey].compactMap(\.self)))
      let isMovingOut = former != nil && former?.parent == parent
      if let before = isMovingOut ? former : try lastSubitem(of: parent, except: id) {
        try setPlace(of: &items, to: .after(before.persistentModelID), recorder)
      }
      try recorder.write(items, in: modelContext)
      return (StepDescription(items) { _ in StepDescription.nestingVerb(isBelow: parent != nil) }, ())
    }
  }

  private func lastSubitem(of parent: Item?, except id: PersistentIdentifier) throws -> Item? {
    guard let parent = parent?.persistentModelID else { return nil }
    var descriptor = FetchDescriptor<Item>(
      predicate: #Predicate { $0.parent?.persistentModelID == parent && $0.persistentModelID != id },
      sortBy: ItemOrder(.manual, isAscending: false).descriptors())
    descriptor.fetchLimit = 1
    return try modelContext.fetch(descriptor).first
  }
}

extension StepDescription {
  /// The verb of a step that puts items below another one, or takes them out of theirs.
  static func nestingVerb(isBelow: Bool) -> String {
    isBelow ? "put … under another item" : "make … an item of its own"
  }
}
