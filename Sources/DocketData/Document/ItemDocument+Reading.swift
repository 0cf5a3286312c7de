import Foundation

extension ItemDocument {
  /// What somebody changed in the text.
  ///
  /// Only what reads differently counts, so what others changed meanwhile stays, and so do seconds, which the text has no
  /// place for. A field that was deleted has no value any more, but for the state, which stays.
  ///
  /// - Parameter text: the text as it is now.
  /// - Throws: `DocumentError` for the first thing that makes no sense.
  public func edit(_ text: String) throws(DocumentError) -> ItemEdit {
    let new = try DocumentPage(text)
    var edit = ItemEdit()
    if let title = try change(.title, in: new, Self.title, areSame: Self.areSame) { edit.changes.title = title }
    if let state = try change(.state, in: new, Self.state) { edit.isDone = state }
    if let priority = try change(.priority, in: new, Self.priority) { edit.changes.priority = priority }
    if let due = try change(.due, in: new, due) { edit.changes.due = Replacement(due) }
    if let list = try change(.list, in: new, Self.list, areSame: Self.areSame) { edit.changes.list = Replacement(list) }
    if let tags = try change(.tags, in: new, DocumentTags.read) { edit.changes.tags = tags }
    if let every = try change(.every, in: new, Self.recurrence) { edit.changes.recurrence = Replacement(every) }
    if !Self.areSame(new.notes, page.notes) { edit.changes.notes = new.notes }
    return edit
  }

  /// The value of a field, or nil if it is the same as before.
  private func change<Value: Equatable>(
    _ field: DocumentField, in new: DocumentPage, _ read: (DocumentEntry) throws(DocumentError) -> Value,
    areSame: (Value, Value) -> Bool = { $0 == $1 }
  ) throws(DocumentError) -> Value? {
    guard let entry = new.entries[field] ?? Self.missing(field, new), let old = page.entries[field] else { return nil }
    if entry.value.utf8.elementsEqual(old.value.utf8) { return nil }
    let value = try read(entry)
    // What was written may be beyond what can be read, as the year 12000 is.
    if let before = try? read(old), areSame(before, value) { return nil }
    return value
  }

  /// Texts are the same if their scalars are, not if they only look alike.
  private static func areSame(_ left: String?, _ right: String?) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
  }

  /// What stands for a field that was deleted.
  private static func missing(_ field: DocumentField, _ page: DocumentPage) -> DocumentEntry? {
    field == .state ? nil : DocumentEntry(value: "", line: page.endOfFields, column: 1)
  }

  private static func title(_ entry: DocumentEntry) throws(DocumentError) -> String {
    let text = try DocumentValue.read(entry)
    guard let title = try? ItemTitle(text) else { throw entry.error("The title is empty: say what it is about.") }
    return title.text
  }

  private static func state(_ entry: DocumentEntry) throws(DocumentError) -> Bool {
    switch entry.value.lowercased() {
    case "open": false
    case "done": true
    default: throw entry.error("“\(entry.value)” is no state: use open or done.")
    }
  }

  private static func priority(_ entry: DocumentEntry) throws(DocumentError) -> Priority {
    if entry.value.isEmpty { return .none }
    if let priority = Priority(name: entry.value) { return priority }
    throw entry.error("“\(entry.value)” is no priority: use none, low, medium or high.")
  }

  private func due(_ entry: DocumentEntry) throws(DocumentError) -> Date? { try DocumentDate.read(entry, reference) }

  private static func list(_ entry: DocumentEntry) throws(DocumentError) -> String? {
    if entry.value.isEmpty || entry.value.lowercased() == "none" { return nil }
    let text = try DocumentValue.read(entry)
    guard let name = try? ListName(text) else { throw entry.error("\(ItemError.unusableList(text))") }
    return name.text
  }

  private static func recurrence(_ entry: DocumentEntry) throws(DocumentError) -> Recurrence? {
    let words = entry.value.lowercased()
    if words.isEmpty || words == "none" { return nil }
    if let recurrence = Recurrence(rawValue: words) { return recurrence }
    throw entry.error("“\(entry.value)” is no recurrence: try day, week, 2weeks, 3months, or nothing.")
  }
}
