import DocketData
import SwiftData
import TerminalUI

/// A line being typed: a new item, a change of items, or a search.
struct Draft {
  /// What the text is for.
  enum Purpose: Sendable {
    /// A new item, as a part of another one or for itself.
    case new(parent: PersistentIdentifier?)
    case edit(PersistentIdentifier)
    case search
    case tags(ItemTargets)
    case due(ItemTargets)
    case list(ItemTargets)
    case rename(NamedThing)
    /// The name of a query.
    case saveFilter(String)
  }

  private(set) var purpose: Purpose
  /// What the field said at first, which may be less than what there was.
  let initialText: String
  var field: TextField
  /// What is wrong with the text, and where.
  var problem: QueryError?
  /// The names that complete the text, while Tab goes through them.
  var completion: Completion?
  /// Whether it stands for values that differ, so that the field begins empty.
  private(set) var standsForSeveral = false
  /// The item as it was when its edit began: what somebody else changed since is not overwritten unknowingly.
  var original: ItemValues?
  /// Whether what is selected is what it is about; when it comes back that may be another selection.
  var isAboutSelection = true
  /// Whether somebody typed in it.
  var isTouched = false

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    field = TextField(text, placeholder: purpose.placeholder)
    initialText = field.text
  }

  /// A field that shows a value to be replaced by what is typed.
  ///
  /// - Parameter value: the value in words, nil if there is none; or that there are several.
  init(_ purpose: Purpose, replacing value: SharedValue<String>) {
    switch value {
    case .one(let text):
      self.init(purpose, text: text ?? "")
      field.editing.perform(.selectAll)
    case .several:
      self.init(purpose)
      standsForSeveral = true
      field.placeholder = purpose.placeholderForSeveral
    }
  }

  /// Whether what was there is to stay.
  var isUnchanged: Bool { !isTouched || !initialText.isEmpty && field.text == initialText }

  /// Whether it is the search.
  var isSearch: Bool {
    if case .search = purpose { true } else { false }
  }

  /// What stands before the field.
  var label: String {
    switch purpose {
    case .new(nil): " add: "
    case .new: " add sub-item: "
    case .edit: " edit: "
    case .search: " / "
    case .tags: " tags: "
    case .due: " due: "
    case .list: " list: "
    case .rename: " rename: "
    case .saveFilter: " name of the filter: "
    }
  }

  /// The keys that work while it is typed.
  var hints: [KeyHint] {
    switch purpose {
    case .search: [KeyHint("Enter", "go to the list"), KeyHint("Esc", "clear")]
    case .edit, .due, .rename, .saveFilter: [KeyHint("Enter", "save"), KeyHint("Esc", "cancel")]
    case .new, .tags, .list: [KeyHint("Enter", "save"), KeyHint("Esc", "cancel"), KeyHint("Tab", "complete")]
    }
  }

  /// The same after it could not be saved: who tries again has read what somebody else made of it.
  func refused(_ error: any Error) -> Draft {
    guard case ItemError.changedMeanwhile(let conflict) = error else { return self }
    var draft = self
    draft.original = conflict.current
    return draft
  }

  /// The same for those of several items that are still there.
  func aimed(at targets: ItemTargets) -> Draft {
    var draft = self
    switch purpose {
    case .tags(let old) where old.count > 1: draft.purpose = .tags(targets)
    case .due(let old) where old.count > 1: draft.purpose = .due(targets)
    case .list(let old) where old.count > 1: draft.purpose = .list(targets)
    default: break
    }
    return draft
  }

  /// Goes on to the next name that completes what stands at the end of the text.
  mutating func complete(with names: CompletionNames) {
    var completion = completion ?? Completion(of: field.text, purpose, names)
    guard let text = completion?.next() else { return }
    isTouched = true
    field.editing.exchange(for: text)
    self.completion = completion
  }
}

extension Draft.Purpose {
  /// What the field says while it is empty.
  fileprivate var placeholder: String {
    switch self {
    case .new: "what is it about?  #tag !high @tomorrow >List every:week"
    case .edit: "what is it about?"
    case .search: "words, #tag, list:name, is:open, due:<+7d, prio:high"
    case .tags(let targets): targets.count == 1 ? "names with blanks between them" : "names to add; -name takes away"
    case .due: "tomorrow 17:00, fri, +3d, 24 dec; empty for none"
    case .list: "a name; empty for none"
    case .rename, .saveFilter: "a name"
    }
  }

  /// The same where it stands for values that differ.
  fileprivate var placeholderForSeveral: String { "they differ, and stay; or one for all, or none" }
}
