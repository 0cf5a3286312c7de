import Foundation
import SwiftData

// MARK: - Renaming and removing

extension DataHandler {
  /// Renames a tag.
  ///
  /// - Throws: `ItemError.noSuchTag`, `ItemError.unusableTag`, `ItemError.nameTaken`, `StoreError`.
  public func renameTag(_ name: String, to newName: String) throws { try rename(ItemTag.self, name, to: newName) }

  /// Removes a tag from all items, and deletes it.
  ///
  /// - Throws: `ItemError.noSuchTag`, `StoreError`.
  public func deleteTag(_ name: String) throws {
    try delete(ItemTag.self, name, fromItems: [.tags]) { tag, item in item.tags.removeAll { $0 === tag } }
  }

  /// Renames a list.
  ///
  /// - Throws: `ItemError.noSuchList`, `ItemError.unusableList`, `ItemError.nameTaken`, `StoreError`.
  public func renameList(_ name: String, to newName: String) throws { try rename(ItemList.self, name, to: newName) }

  /// Takes all items off a list, and deletes the list; the items stay.
  ///
  /// - Throws: `ItemError.noSuchList`, `StoreError`.
  public func deleteList(_ name: String) throws {
    try delete(ItemList.self, name, fromItems: [.list]) { _, item in item.list = nil }
  }

  /// Renames a saved filter.
  ///
  /// - Throws: `ItemError.noSuchFilter`, `ItemError.unusableList`, `ItemError.nameTaken`, `StoreError`.
  public func renameFilter(_ name: String, to newName: String) throws {
    try refuseStandardName(ListName(newName))
    try rename(SavedFilter.self, name, to: newName)
  }

  /// Deletes a saved filter.
  ///
  /// - Throws: `ItemError.noSuchFilter`, `StoreError`.
  public func deleteFilter(_ name: String) throws { try delete(SavedFilter.self, name, fromItems: []) { _, _ in } }

  /// Saves a query under a name, which may have another query already.
  ///
  /// - Parameters:
  ///   - name: the name; case does not matter.
  ///   - query: the query, in the language of `ItemQuery`.
  /// - Throws: `ItemError.unusableList`, `ItemError.nameTaken` for the name of a standard filter, or `StoreError` if it
  ///   can't be saved.
  public func saveFilter(_ name: String, query: String) throws {
    try perform { recorder in
      let name = try ListName(name)
      try refuseStandardName(name)
      if let filter: SavedFilter = try existing(key: name.key) {
        try recorder.willChange(filter, [.query])
        filter.query = query
      } else {
        let last: SavedFilter? = try first(by: SortDescriptor(\.position, order: .reverse))
        let filter = SavedFilter(name, query: query, position: (last?.position ?? 0) + 1)
        modelContext.insert(filter)
        try recorder.didInsert(filter)
      }
      return (StepDescription("save the filter “\(name.text)”"), ())
    }
  }

  /// The names of the standard filters are reserved.
  private func refuseStandardName(_ name: ListName) throws {
    guard !NamedQuery.isStandard(name.text) else { throw ItemError.nameTaken(name.text) }
  }

  private func rename<Model: Named>(_: Model.Type, _ name: String, to newName: String) throws {
    try perform { recorder in
      let model: Model = try existing(name)
      let new = try Model.Name(newName)
      if let other: Model = try existing(key: new.key), other !== model { throw ItemError.nameTaken(other.name) }
      try recorder.willChange(model, [.name])
      model.rename(to: new)
      return (StepDescription("rename the \(Model.noun) “\(name)” to “\(new.text)”"), ())
    }
  }

  /// - Parameters:
  ///   - fields: the fields of items that refer to it.
  ///   - remove: removes it from an item.
  private func delete<Model: Named>(
    _: Model.Type, _ name: String, fromItems fields: [JournalField], _ remove: (Model, Item) -> Void
  ) throws {
    try perform { recorder in
      let model: Model = try existing(name)
      for item in model.users {
        try recorder.willChange(item, fields)
        remove(model, item)
      }
      try recorder.willDelete(model)
      modelContext.delete(model)
      return (StepDescription("delete the \(Model.noun) “\(model.name)”"), ())
    }
  }

  /// The model with a name, whatever its case.
  private func existing<Model: Named>(_ name: String) throws -> Model {
    let key = TagName.key(of: name.trimmingCharacters(in: .whitespacesAndNewlines))
    guard let model: Model = try existing(key: key) else { throw Model.missing(name) }
    return model
  }

  /// The model whose name has a key, or nil.
  private func existing<Model: Named>(key: String) throws -> Model? {
    try modelContext.fetch(FetchDescriptor<Model>(predicate: Model.having([key]))).first
  }
}

// MARK: - Names that items refer to

extension DataHandler {
  /// A cache of tags and lists for one command.
  func nameCache(_ recorder: JournalRecorder) -> NameCache {
    NameCache(findTag: { try self.tag($0, recorder) }, findList: { try self.list($0, recorder) })
  }

  /// Creates the tags and lists of many items before the items refer to them.
  ///
  /// A saved tag does not have to know its items. One that is not saved would have to search all that it has for each
  /// further one.
  func createNames(
    tags: some Sequence<[String]>, lists: some Sequence<String>, _ names: inout NameCache, _ recorder: JournalRecorder
  ) throws {
    for tags in tags { _ = try names.tags(tags) }
    for list in lists { _ = try names.list(list) }
    if recorder.needsSaveFirst { try modelContext.save() }
  }

  /// The tag with a name, or nil; a name that no tag can have has none.
  func existingTag(named name: String) throws -> ItemTag? { try existing(key: TagName.key(of: name)) }

  /// The tag with a name, created if it is missing.
  private func tag(_ name: TagName, _ recorder: JournalRecorder) throws -> ItemTag {
    if let tag = try existing(key: name.key) as ItemTag? { return tag }
    return try inserted(ItemTag(name), recorder)
  }

  /// The list with a name, created if it is missing.
  private func list(_ name: ListName, _ recorder: JournalRecorder) throws -> ItemList {
    if let list = try existing(key: name.key) as ItemList? { return list }
    return try inserted(ItemList(name), recorder)
  }

  private func inserted<Model: Named>(_ model: Model, _ recorder: JournalRecorder) throws -> Model {
    modelContext.insert(model)
    try recorder.didInsert(model)
    return model
  }
}

/// The tags and lists that one command has looked up.
struct NameCache {
  private let findTag: (TagName) throws -> ItemTag
  private let findList: (ListName) throws -> ItemList
  private var tags: [String: ItemTag] = [:]
  private var lists: [String: ItemList] = [:]
  /// The parsed names and their keys, by texts: the same few texts come again and again.
  private var tagNames: [String: (name: TagName, key: String)] = [:]
  private var listNames: [String: (name: ListName, key: String)] = [:]

  /// - Parameters:
  ///   - findTag: finds or creates the tag with a name.
  ///   - findList: finds or creates the list with a name.
  init(findTag: @escaping (TagName) throws -> ItemTag, findList: @escaping (ListName) throws -> ItemList) {
    self.findTag = findTag
    self.findList = findList
  }

  /// The tags with some names, each once.
  ///
  /// - Throws: `ItemError.unusableTag`.
  mutating func tags(_ texts: [String]) throws -> [ItemTag] {
    var seen: Set<String> = []
    return try texts.compactMap { text in
      let (name, key) = try tagName(text)
      guard seen.insert(key).inserted else { return nil }
      if let tag = tags[key] { return tag }
      let tag = try findTag(name)
      tags[key] = tag
      return tag
    }
  }

  /// The list with a name.
  ///
  /// - Throws: `ItemError.unusableList`.
  mutating func list(_ text: String) throws -> ItemList {
    let (name, key) = try listName(text)
    if let list = lists[key] { return list }
    let list = try findList(name)
    lists[key] = list
    return list
  }
  /// The tag name that a text stands for, with its key.
  ///
  /// - Throws: `ItemError.unusableTag`.
  @discardableResult
  mutating func tagName(_ text: String) throws -> (name: TagName, key: String) {
    if let known = tagNames[text] { return known }
    let name = try TagName(text)
    let new = (name, name.key)
    tagNames[text] = new
    return new
  }

  /// The list name that a text stands for, with its key.
  ///
  /// - Throws: `ItemError.unusableList`.
  @discardableResult
  mutating func listName(_ text: String) throws -> (name: ListName, key: String) {
    if let known = listNames[text] { return known }
    let name = try ListName(text)
    let new = (name, name.key)
    listNames[text] = new
    return new
  }
}
