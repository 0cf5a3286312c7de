import Foundation
import SwiftData

extension DataHandler {
  /// Gives a tag another name.
  ///
  /// - Throws: `ItemError.noSuchTag`, `ItemError.unusableTag`, `ItemError.nameTaken`, `StoreError`.
  public func renameTag(_ name: String, to newName: String) throws {
    try perform { recorder in
      guard let tag = try existingTag(named: name) else { throw ItemError.noSuchTag(name) }
      let new = try TagName(newName)
      if let other = try existingTag(named: new.text), other !== tag { throw ItemError.nameTaken(other.name) }
      try recorder.willChange(tag, [.name])
      tag.rename(to: new)
      return (StepWords("rename the tag “\(name)” to “\(new.text)”"), ())
    }
  }

  /// Takes a tag off all items, and removes it.
  ///
  /// - Throws: `ItemError.noSuchTag`, `StoreError`.
  public func deleteTag(_ name: String) throws {
    try perform { recorder in
      guard let tag = try existingTag(named: name) else { throw ItemError.noSuchTag(name) }
      for item in tag.items {
        try recorder.willChange(item, [.tags])
        item.tags.removeAll { $0 === tag }
      }
      try recorder.willDelete(tag)
      modelContext.delete(tag)
      return (StepWords("delete the tag “\(tag.name)”"), ())
    }
  }

  /// Gives a list another name.
  ///
  /// - Throws: `ItemError.noSuchList`, `ItemError.unusableList`, `ItemError.nameTaken`, `StoreError`.
  public func renameList(_ name: String, to newName: String) throws {
    try perform { recorder in
      guard let list = try existingList(named: name) else { throw ItemError.noSuchList(name) }
      let new = try ListName(newName)
      if let other = try existingList(named: new.text), other !== list { throw ItemError.nameTaken(other.name) }
      try recorder.willChange(list, [.name])
      list.rename(to: new)
      return (StepWords("rename the list “\(name)” to “\(new.text)”"), ())
    }
  }

  /// Takes all items off a list, and removes it; the items stay.
  ///
  /// - Throws: `ItemError.noSuchList`, `StoreError`.
  public func deleteList(_ name: String) throws {
    try perform { recorder in
      guard let list = try existingList(named: name) else { throw ItemError.noSuchList(name) }
      for item in list.items {
        try recorder.willChange(item, [.list])
        item.list = nil
      }
      try recorder.willDelete(list)
      modelContext.delete(list)
      return (StepWords("delete the list “\(list.name)”"), ())
    }
  }
}
