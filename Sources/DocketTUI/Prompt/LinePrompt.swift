import DocketData
import SwiftData
import TerminalUI

/// A line being typed: a new item, a change of items, a name, or a search.
struct LinePrompt {
  /// What the text is for.
  enum Purpose: Sendable {
    /// A new item, below another one or for itself.
    case new(parent: PersistentIdentifier?)
    case edit(PersistentIdentifier)
    case search
    case tags(ItemTargets)
    case due(ItemTargets)
    case list(ItemTargets)
    case rename(NamedThing)
    /// The name that a query is saved under.
    case saveFilter(String)
  }

  private(set) var purpose: Purpose
  /// The text at first; empty if the items have different values.
  let initialText: String
  private(set) var field: TextField
  /// What is wrong with the text, and where.
  var problem: QueryError?
  /// The names that complete the text, while Tab goes through them.
  private(set) var completion: Completion?
  /// Whether the items have different values, so that the field begins empty.
  private(set) var standsForSeveral = false
  /// The item as it was when the edit began, so that other people's changes since are not overwritten unseen.
  private(set) var original: ItemValues?
  /// Whether it is about the selection; when it comes back after a failed save, that may be another one.
  var isAboutSelection = true
  /// Whether the person typed in it.
  private(set) var isTouched = false

  /// - Parameters:
  ///   - original: the item that it edits, as it is now.
  ///   - isTouched: whether the person typed its text.
  init(_ purpose: Purpose, text: String = "", original: ItemValues? = nil, isTouched: Bool = false) {
    (self.purpose, self.original, self.isTouched) = (purpose, original, isTouched)
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

  /// Whether nothing was changed in it.
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
    case .saveFilter: " Filter name: "
    }
  }

  /// The prompt to show again after a conflict; a second Enter overwrites the other change, which was shown.
  func refused(_ error: any Error) -> LinePrompt {
    guard case ItemError.changedMeanwhile(let conflict) = error else { return self }
    var prompt = self
    prompt.original = conflict.current
    return prompt
  }

  /// The prompt for the items that are still there, of several.
  func aimed(at targets: ItemTargets) -> LinePrompt {
    var prompt = self
    switch purpose {
    case .tags(let old) where old.count > 1: prompt.purpose = .tags(targets)
    case .due(let old) where old.count > 1: prompt.purpose = .due(targets)
    case .list(let old) where old.count > 1: prompt.purpose = .list(targets)
    default: break
    }
    return prompt
  }

  /// Goes on to the next name that completes the end of the text.
  mutating func complete(with names: CompletionNames) {
    var completion = completion ?? Completion(of: field.text, purpose, names)
    guard let text = completion?.next() else { return }
    isTouched = true
    field.editing.exchange(for: text)
    self.completion = completion
  }

  /// Notes that the text is another one.
  private mutating func noteEdit() { (isTouched, completion) = (true, nil) }
}

// MARK: - On the screen

extension LinePrompt: Layer {
  /// The keys that work while it is typed.
  var hints: [KeyHint] {
    switch purpose {
    case .search: [KeyHint("Enter", "go to the list"), KeyHint("Esc", "clear")]
    case .edit, .due, .rename, .saveFilter: [KeyHint("Enter", "save"), KeyHint("Esc", "cancel")]
    case .new, .tags, .list: [KeyHint("Enter", "save"), KeyHint("Esc", "cancel"), KeyHint("Tab", "complete")]
    }
  }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome {
    if key == Key(.tab) { return .completes }
    switch field.handle(key) {
    case .submitted: return .submits
    case .cancelled: return .cancels
    case .moved, .ignored: return .stays
    case .edited:
      noteEdit()
      return .edited
    }
  }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome {
    _ = field.handle(mouse)
    return .stays
  }

  mutating func insert(_ text: String) {
    field.insert(text)
    noteEdit()
  }

  /// Draws the label and the field, without the cursor.
  mutating func render(into canvas: inout Canvas, in area: Rect) {
    render(into: &canvas, in: area, labelStyle: .plain, isFocused: false)
  }

  /// Draws the label and the field into the first row of an area.
  ///
  /// - Parameter isFocused: whether keys go to it, so that the cursor is shown.
  mutating func render(into canvas: inout Canvas, in area: Rect, labelStyle: Style, isFocused: Bool) {
    let label = CellLine(label, style: labelStyle)
    let (left, line) = area.row(0).split(left: label.width)
    canvas.draw(label, in: left)
    field.render(into: &canvas, in: line, isFocused: isFocused)
  }
}

extension LinePrompt.Purpose {
  /// Shown dim while the text is empty.
  fileprivate var placeholder: String {
    switch self {
    case .new: "what is it about?  #tag !high @tomorrow >List every:week"
    case .edit: "what is it about?"
    case .search: "words, #tag, list:name, is:open, due:<+7d, prio:high"
    case .tags(let targets): targets.count == 1 ? "tags, separated by spaces" : "names to add; -name removes"
    case .due: "tomorrow 17:00, fri, +3d, 24 dec; empty for none"
    case .list: "a name; empty for none"
    case .rename, .saveFilter: "a name"
    }
  }

  /// The placeholder where items have different values.
  fileprivate var placeholderForSeveral: String { "they differ; type one for all, or none" }
}

/// What some items have in common: a value, or none.
enum SharedValue<Value> {
  /// All have this value, or none if it is nil.
  case one(Value?)
  /// They differ.
  case several

  func map<Other>(_ transform: (Value) -> Other) -> SharedValue<Other> {
    switch self {
    case .one(let value): .one(value.map(transform))
    case .several: .several
    }
  }
}
