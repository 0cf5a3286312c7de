import Foundation
import SwiftData

extension DataHandler {
  /// The tags of names, in their order, each once; those that there are not yet are made.
  ///
  /// - Throws: `ItemError.unusableTag`.
  func tags(named names: [String], _ recorder: JournalRecorder) throws -> [ItemTag] {
    var seen: Set<String> = []
    return try names.compactMap { name in
      let name = try TagName(name)
      return seen.insert(name.key).inserted ? try tag(name, recorder) : nil
    }
  }

  private func tag(_ name: TagName, _ recorder: JournalRecorder) throws -> ItemTag {
    if let tag = try existing(key: name.key) as ItemTag? { return tag }
    let tag = ItemTag(name)
    modelContext.insert(tag)
    try recorder.didInsert(tag)
    return tag
  }

  /// The list of a name, which is made if there is none.
  ///
  /// - Throws: `ItemError.unusableList`.
  func list(named name: String, _ recorder: JournalRecorder) throws -> ItemList {
    let name = try ListName(name)
    if let list = try existing(key: name.key) as ItemList? { return list }
    let list = ItemList(name)
    modelContext.insert(list)
    try recorder.didInsert(list)
    return list
  }

  /// The tag of a name, or nil; a name that no tag can have has none.
  func existingTag(named name: String) throws -> ItemTag? { try existing(key: TagName.key(of: name)) }
}
