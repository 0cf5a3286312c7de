import Foundation
import SwiftData

extension DataHandler {
  /// Renames a tag.
  ///
  /// - Throws: `ItemError.noSuchTag`, `ItemError.unusableTag`, `ItemError.nameTaken`.
  public func renameTag(_ name: String, to newName: String) throws { try rename(ItemTag.self, name, to: newName) }

  /// Removes a tag from all items, and deletes it.
  ///
  /// - Throws: `ItemError.noSuchTag`.
  public func deleteTag(_ name: String) throws {
    try delete(ItemTag.self, name, fromItems: .tags)
  }

  /// Renames a list.
  ///
  /// - Throws: `ItemError.noSuchList`, `ItemError.unusableList`, `ItemError.nameTaken`.
  public func renameList(_ name: String, to newName: String) throws { try rename(ItemList.self, name, to: newName) }

  /// Takes all items off a list, and deletes the list; the items stay.
  ///
  /// - Throws: `ItemError.noSuchList`.
  public func deleteList(_ name: String) throws {
    try delete(ItemList.self, name, fromItems: .list)
  }

  /// Renames a saved filter.
  ///
  /// - Throws: `ItemError.noSuchFilter`, `ItemError.unusableList`, `ItemError.nameTaken`.
  public func renameFilter(_ name: String, to newName: String) throws {
    try rename(SavedFilter.self, name, to: ListName.ofFilter(newName).text)
  }

  /// Deletes a saved filter.
  ///
  /// - Throws: `ItemError.noSuchFilter`.
  public func deleteFilter(_ name: String) throws { try delete(SavedFilter.self, name, fromItems: nil) }

  /// Saves a query under a name, which may have another query already.
  ///
  /// - Parameter query: the query, in the language of `ItemQuery`.
  /// - Returns: whether it replaced another one.
  /// - Throws: `ItemError.unusableList`, `ItemError.nameTaken` for the name of a standard filter.
  @discardableResult
  public func saveFilter(_ name: String, query: String) throws -> Bool {
    try perform { recorder in
      let name = try ListName.ofFilter(name)
      let known: SavedFilter? = try existing(key: name.key)
      if let known {
        try recorder.willChange(known, [.query])
        known.query = query
      } else {
        let last: SavedFilter? = try first(by: SortDescriptor(\.position, order: .reverse))
        let filter = SavedFilter(name, query: query, position: (last?.position ?? 0) + 1)
        modelContext.insert(filter)
        try recorder.didInsert(filter)
      }
      return (StepDescription("save the filter “\(name.text)”"), known != nil)
    }
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

  /// - Parameter field: the field of items that refers to it.
  private func delete<Model: Named>(_: Model.Type, _ name: String, fromItems field: JournalField?) throws {
    try perform { recorder in
      let model: Model = try existing(name)
      let (id, description) = (model.persistentModelID, StepDescription("delete the \(Model.noun) “\(model.name)”"))
      if let field {
        let users = try modelContext.fetchIdentifiers(FetchDescriptor<Item>(predicate: Model.users(of: id)))
        var items = try ChangedItems(users, [field], in: modelContext)
        items.set(field, to: items[field].map { value in .keys(value.keys.filter { $0 != id.primaryKey }) })
        try recorder.write(items, in: modelContext)
      }
      try recorder.delete([id], of: Model.self, in: modelContext)
      return (description, ())
    }
  }

  private func existing<Model: Named>(_ name: String) throws -> Model {
    let key = TagName.key(of: name.trimmingCharacters(in: .whitespacesAndNewlines))
    guard let model: Model = try existing(key: key) else { throw Model.missing(name) }
    return model
  }

  private func existing<Model: Named>(key: String) throws -> Model? {
    try modelContext.fetch(FetchDescriptor<Model>(predicate: Model.having(keys: [key]))).first
  }
}

// MARK: - Names that items refer to

extension DataHandler {
  func nameCache(_ recorder: JournalRecorder) -> NameCache {
    NameCache(
      tagLabels: LabelCache { try self.label($0, recorder) }, listLabels: LabelCache { try self.label($0, recorder) })
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

  /// The tag or list with a name, created if it is missing.
  private func label<Label: ItemLabel>(_ name: Label.Name, _ recorder: JournalRecorder) throws -> Label {
    if let label = try existing(key: name.key) as Label? { return label }
    let label = Label(name)
    modelContext.insert(label)
    try recorder.didInsert(label)
    return label
  }
}

/// The tags and lists that one command has looked up.
struct NameCache {
  fileprivate var tagLabels: LabelCache<ItemTag>
  fileprivate var listLabels: LabelCache<ItemList>

  /// The tags with some names, each once.
  ///
  /// - Throws: `ItemError.unusableTag`.
  mutating func tags(_ texts: [String]) throws -> [ItemTag] {
    var seen: Set<String> = []
    return try texts.compactMap { text in
      let name = try tagLabels.name(text)
      return seen.insert(name.key).inserted ? try tagLabels.label(name) : nil
    }
  }

  /// The list with a name.
  ///
  /// - Throws: `ItemError.unusableList`.
  mutating func list(_ text: String) throws -> ItemList { try listLabels.label(listLabels.name(text)) }
}

/// The tags, or the lists, that one command has looked up.
private struct LabelCache<Label: ItemLabel> {
  typealias CachedName = (name: Label.Name, key: String)

  /// Finds or creates the label with a name.
  let find: (Label.Name) throws -> Label
  private var labels: [String: Label] = [:]
  /// The parsed names and their keys, by texts: the same few texts come again and again.
  private var names: [String: CachedName] = [:]

  init(find: @escaping (Label.Name) throws -> Label) { self.find = find }

  mutating func name(_ text: String) throws -> CachedName {
    if let known = names[text] { return known }
    let name = try Label.Name(text)
    let new = (name, name.key)
    names[text] = new
    return new
  }

  mutating func label(_ name: CachedName) throws -> Label {
    if let label = labels[name.key] { return label }
    let label = try find(name.name)
    labels[name.key] = label
    return label
  }
}
