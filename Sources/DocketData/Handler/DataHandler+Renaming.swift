import Foundation
import SwiftData

extension DataHandler {
  /// Gives a tag another name.
  ///
  /// - Throws: `ItemError.noSuchTag`, `ItemError.unusableTag`, `ItemError.nameTaken`, `StoreError`.
  public func renameTag(_ name: String, to newName: String) throws { try rename(ItemTag.self, name, to: newName) }

  /// Takes a tag off all items, and removes it.
  ///
  /// - Throws: `ItemError.noSuchTag`, `StoreError`.
  public func deleteTag(_ name: String) throws {
    try delete(ItemTag.self, name, offItems: [.tags]) { tag, item in item.tags.removeAll { $0 === tag } }
  }

  /// Gives a list another name.
  ///
  /// - Throws: `ItemError.noSuchList`, `ItemError.unusableList`, `ItemError.nameTaken`, `StoreError`.
  public func renameList(_ name: String, to newName: String) throws { try rename(ItemList.self, name, to: newName) }

  /// Takes all items off a list, and removes it; the items stay.
  ///
  /// - Throws: `ItemError.noSuchList`, `StoreError`.
  public func deleteList(_ name: String) throws {
    try delete(ItemList.self, name, offItems: [.list]) { _, item in item.list = nil }
  }

  /// Gives a saved filter another name.
  ///
  /// - Throws: `ItemError.noSuchFilter`, `ItemError.unusableList`, `ItemError.nameTaken`, `StoreError`.
  public func renameFilter(_ name: String, to newName: String) throws {
    try refuseStandardName(ListName(newName))
    try rename(SavedFilter.self, name, to: newName)
  }

  /// Removes a saved filter.
  ///
  /// - Throws: `ItemError.noSuchFilter`, `StoreError`.
  public func deleteFilter(_ name: String) throws { try delete(SavedFilter.self, name, offItems: []) { _, _ in } }

  private func rename<Model: Named>(_: Model.Type, _ name: String, to newName: String) throws {
    try perform { recorder in
      let model: Model = try existing(name)
      let new = try Model.Name(newName)
      if let other: Model = try existing(key: new.key), other !== model { throw ItemError.nameTaken(other.name) }
      try recorder.willChange(model, [.name])
      model.rename(to: new)
      return (StepWords("rename the \(Model.noun) “\(name)” to “\(new.text)”"), ())
    }
  }

  /// - Parameters:
  ///   - fields: the fields of items that lead to it.
  ///   - takeOff: takes it off an item.
  private func delete<Model: Named>(
    _: Model.Type, _ name: String, offItems fields: [JournalField], _ takeOff: (Model, Item) -> Void
  ) throws {
    try perform { recorder in
      let model: Model = try existing(name)
      for item in model.users {
        try recorder.willChange(item, fields)
        takeOff(model, item)
      }
      try recorder.willDelete(model)
      modelContext.delete(model)
      return (StepWords("delete the \(Model.noun) “\(model.name)”"), ())
    }
  }

  /// What has a name, however that is written.
  private func existing<Model: Named>(_ name: String) throws -> Model {
    let key = TagName.key(of: name.trimmingCharacters(in: .whitespacesAndNewlines))
    guard let model: Model = try existing(key: key) else { throw Model.missing(name) }
    return model
  }

  /// What has the key of a name, or nil.
  func existing<Model: Named>(key: String) throws -> Model? {
    try modelContext.fetch(FetchDescriptor<Model>(predicate: Model.having([key]))).first
  }
}
