import DocketData
import SwiftData
import TerminalUI

/// A line being typed: a new item, a change of items, a name, or a search.
struct LinePrompt {
  enum Purpose: Sendable {
    case new(parent: PersistentIdentifier?)
    case edit(PersistentIdentifier)
    case search
    case tags(ItemTargets)
    case due(ItemTargets)
    case start(ItemTargets)
    /// The numbers of the items that have to be done before.
    case blockers(ItemTargets)
    case every(ItemTargets)
    case list(ItemTargets)
    case rename(NamedThing)
    /// The name of a query.
    case saveFilter(String)
    /// The folder or the database by way of which a list is shared.
    case share(String)
    /// The line that somebody who shares a list has sent.
    case join
  }

  private(set) var purpose: Purpose
  /// Empty if the items differ.
  let initialText: String
  private(set) var field: TextField
  var problem: QueryError?
  /// While Tab goes through them.
  private(set) var completion: Completion?
  /// Whether the items differ, so that the field began empty.
  private(set) var standsForSeveral = false
  /// The item as the person has last seen it, to detect others' changes.
  private(set) var original: ItemValues?
  /// The item when the edit began, before any conflict was shown.
  private let originalAtFirst: ItemValues?
  /// Whether it is about the selection; after a failed save that may be another one.
  var isAboutSelection = true
  private(set) var isTouched = false
  /// Whether its text is a draft that was kept and has not been edited since.
  private(set) var isDraft = false

  /// - Parameters:
  /// - original: the item that it edits.
  /// - isTouched: whether the person typed the text.
  init(_ purpose: Purpose, text: String = "", original: ItemValues? = nil, isTouched: Bool = false) {
    (self.purpose, self.original, originalAtFirst, self.isTouched) = (purpose, original, original, isTouched)
    field = TextField(text, placeholder: purpose.placeholder)
    initialText = field.text
  }

  /// The line as it is opened again after it was left: what overwrites others' changes is asked again.
  func asDraft() -> LinePrompt {
    var draft = self
    (draft.isDraft, draft.completion, draft.problem, draft.original) = (true, nil, nil, originalAtFirst)
    draft.field.editing.perform(.move(.lineEnd))
    return draft
  }

  /// A field whose value is replaced by what is typed.
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

  /// A search, with the earlier ones to go back to.
  init(searching text: String, after history: InputHistory) {
    self.init(.search, text: text)
    field.history = history
  }

  var isUnchanged: Bool { !isTouched || !initialText.isEmpty && field.text == initialText }

  /// Whether Escape keeps the text of a new item, or of a title, for the next time.
  var isWorthKeeping: Bool {
    guard !field.text.allSatisfy(\.isWhitespace) else { return false }
    if case .new = purpose { return true }
    return field.text != initialText
  }

  var isSearch: Bool {
    if case .search = purpose { true } else { false }
  }

  var label: String {
    switch purpose {
    case .new(nil): " add: "
    case .new: " add sub-item: "
    case .edit: " edit: "
    case .search: " / "
    case .tags: " tags: "
    case .due: " due: "
    case .start: " start: "
    case .blockers: " waits for: "
    case .every: " repeat: "
    case .list: " list: "
    case .rename: " rename: "
    case .saveFilter: " Filter name: "
    case .share: " share by way of: "
    case .join: " invitation: "
    }
  }

  /// The prompt after a conflict, which it shows; a second Enter overwrites the other change.
  func refused(_ error: any Error) -> LinePrompt {
    guard case ItemError.changedMeanwhile(let conflict) = error else { return self }
    var prompt = self
    prompt.original = conflict.current
    return prompt
  }

  /// The prompt for those of several items that are left.
  func aimed(at targets: ItemTargets) -> LinePrompt {
    var prompt = self
    switch purpose {
    case .tags(let old) where old.count > 1: prompt.purpose = .tags(targets)
    case .due(let old) where old.count > 1: prompt.purpose = .due(targets)
    case .start(let old) where old.count > 1: prompt.purpose = .start(targets)
    case .blockers(let old) where old.count > 1: prompt.purpose = .blockers(targets)
    case .every(let old) where old.count > 1: prompt.purpose = .every(targets)
    case .list(let old) where old.count > 1: prompt.purpose = .list(targets)
    default: break
    }
    return prompt
  }

  /// Completes the end of the text with the next candidate.
  ///
  /// - Parameter new: the candidates for the text, unless Tab goes through earlier ones.
  mutating func complete(with new: Completion?) {
    var completion = completion ?? new
    guard let text = completion?.next() else { return }
    (isTouched, isDraft) = (true, false)
    field.editing.exchange(for: text)
    // Of one there is nothing to go through: what is complete is not offered again.
    self.completion = purpose.hasNames && completion?.isOnlyOne == true ? nil : completion
  }

  private mutating func noteEdit() { (isTouched, isDraft, completion) = (true, false, nil) }
}

// MARK: - On the screen

extension LinePrompt: Layer {
  var hints: [KeyHint] {
    switch purpose {
    case .search:
      [
        KeyHint("Enter", "go to the list"), KeyHint("Esc", "clear"), KeyHint("Tab", "complete"),
        KeyHint("Up", "earlier"),
      ]
    case .edit: [KeyHint("Enter", "save"), KeyHint("Esc", isWorthKeeping ? "keep draft" : "cancel")]
    case .due, .start, .rename, .saveFilter: [KeyHint("Enter", "save"), KeyHint("Esc", "cancel")]
    case .share: [KeyHint("Enter", "share"), KeyHint("Esc", "cancel")]
    case .join: [KeyHint("Enter", "join"), KeyHint("Esc", "cancel")]
    case .new:
      [
        KeyHint("Enter", "save"), KeyHint("Esc", isWorthKeeping ? "keep draft" : "cancel"),
        KeyHint("Tab", "complete"),
      ]
    case .tags, .every, .list, .blockers:
      [KeyHint("Enter", "save"), KeyHint("Esc", "cancel"), KeyHint("Tab", "complete")]
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

  /// Without the cursor.
  mutating func render(into canvas: inout Canvas, in area: Rect) {
    render(into: &canvas, in: area, labelStyle: .plain, isFocused: false)
  }

  /// - Parameter isFocused: whether it shows the cursor.
  mutating func render(into canvas: inout Canvas, in area: Rect, labelStyle: Style, isFocused: Bool) {
    let label = CellLine(label, style: labelStyle)
    let (left, line) = area.row(0).split(left: label.width)
    canvas.draw(label, in: left)
    field.render(into: &canvas, in: line, isFocused: isFocused)
  }
}

extension LinePrompt.Purpose {
  /// Dim, while the text is empty.
  fileprivate var placeholder: String {
    switch self {
    case .new: "what is it about?  #tag !high @tomorrow >List every:week"
    case .edit: "what is it about?"
    case .search: "words, #tag, list:name, is:open, due:<+7d, prio:high"
    case .tags(let targets): targets.count == 1 ? "tags, separated by spaces" : "names to add; -name removes"
    case .due: "tomorrow 17:00, fri, +3d, 24 dec; empty for none"
    case .start: "from when on it can be begun: mon, +3d, 24 dec 9:00; empty for now"
    case .blockers: "numbers of items, or words of a title, then Tab; empty for none"
    case .every: "weekdays, mon,wed, every 2 weeks, last fri, after 3 days; empty for none"
    case .list: "a name; empty for none"
    case .rename, .saveFilter: "a name"
    case .share: "a folder that both of you have, or postgresql://…"
    case .join: "paste the line that you were sent"
    }
  }

  fileprivate var placeholderForSeveral: String { "they differ; type one for all, or none" }
}

/// What items have in common: a value, or none.
enum SharedValue<Value> {
  /// Nil if none has a value.
  case one(Value?)
  case several

  func map<Other>(_ transform: (Value) -> Other) -> SharedValue<Other> {
    switch self {
    case .one(let value): .one(value.map(transform))
    case .several: .several
    }
  }
}
