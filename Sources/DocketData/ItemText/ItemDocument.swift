import Foundation
import SwiftData

/// An item as a text that people edit: its fields between two lines of dashes, and its notes below.
///
/// ```
/// ---
/// title: Renew the certificate
/// state: open
/// priority: high
/// due: 2026-11-21 17:00
/// start:
/// list: Work
/// tags: ops, mail
/// every: 2weeks
/// after: 12, 15
/// parent:
/// ---
///
/// The authority wants the request by mail.
/// ```
///
/// A value with invisible characters is quoted, with `\n`, `\t`, `\"`, `\\`, `\u{1b}`. Notes are written as they are,
/// whatever they contain. Lines of the fields that begin with `#` are comments.
public struct ItemDocument: Hashable, Sendable {
  /// The text.
  public let text: String
  /// The parsed text, to tell what was changed in it.
  private let page: DocumentPage
  let item: ItemValues
  private let reference: DateReference

  /// Writes an item as text.
  ///
  /// - Parameter reference: the calendar and time zone of its dates, and what typed dates are relative to.
  public init(_ item: ItemValues, _ reference: DateReference = DateReference()) {
    let values = Self.values(of: item, reference)
    let lines = DocumentField.allCases.map { field in
      [field.rawValue + ":", values[field] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let head = ([DocumentPage.rule] + lines + Self.hints + [DocumentPage.rule, ""]).joined(separator: "\n")
    text = head + DocumentPage.written(item.notes)
    (self.item, self.reference) = (item, reference)
    do {
      page = try DocumentPage(text)
    } catch {
      preconditionFailure("a written document must be readable: \(error)")
    }
  }

  private static let hints = [
    "# priority: none, low, medium, high · due, start: today, fri 17:00, +3d, 2026-12-24",
    "# state: open, done · every: week, mon,wed, last fri, after 3 days · after: numbers of items · parent: one",
    "# empty fields are cleared",
  ]

  private static func values(of item: ItemValues, _ reference: DateReference) -> [DocumentField: String] {
    [
      .title: DocumentValue.written(item.title), .state: item.state.rawValue,
      .priority: item.priority.name, .due: item.due.map { DocumentDate.text($0, reference.calendar) } ?? "",
      .list: item.list.map { DocumentValue.written($0, reserved: "none") } ?? "",
      .tags: item.tags.map(DocumentTags.written).joined(separator: ", "), .every: item.rule?.typed ?? "",
      .start: item.start.map { DocumentDate.text($0, reference.calendar) } ?? "",
      .parent: item.parentNumber.map(String.init) ?? "",
      .after: item.blockerIDs.compactMap { $0.primaryKey.map(String.init) }.joined(separator: ", "),
    ]
  }
}

// MARK: - Reading

extension ItemDocument {
  /// Reads what was changed in the text.
  ///
  /// Only what reads differently counts, so later changes elsewhere are kept, and so are seconds, which the text does not
  /// show. A deleted line clears its field, except the state, which stays.
  ///
  /// - Throws: `DocumentError` for the first invalid value.
  public func edit(_ text: String) throws(DocumentError) -> ItemEdit {
    let new = try DocumentPage(text)
    var edit = ItemEdit()
    if let title = try change(.title, in: new, Self.title, areSame: Self.areSame) { edit.changes.title = title }
    if let state = try change(.state, in: new, Self.state) { edit.isDone = state }
    if let priority = try change(.priority, in: new, Self.priority) { edit.changes.priority = priority }
    if let due = try change(.due, in: new, due) { edit.changes.due = Replacement(due) }
    if let start = try change(.start, in: new, start) { edit.changes.start = Replacement(start) }
    if let list = try change(.list, in: new, Self.list, areSame: Self.areSame) { edit.changes.list = Replacement(list) }
    if let tags = try change(.tags, in: new, DocumentTags.read) { edit.changes.tags = tags }
    if let every = try change(.every, in: new, rule) { edit.changes.rule = Replacement(every) }
    if let parent = try change(.parent, in: new, parent) { edit.changes.parent = Replacement(parent) }
    if let after = try change(.after, in: new, blockers) { edit.changes.blockers = after }
    if !Self.areSame(new.notes, page.notes) { edit.changes.notes = new.notes }
    return edit
  }

  /// The new value of a field, or nil if it is the same as before.
  private func change<Value: Equatable>(
    _ field: DocumentField, in new: DocumentPage, _ read: (DocumentEntry) throws(DocumentError) -> Value,
    areSame: (Value, Value) -> Bool = { $0 == $1 }
  ) throws(DocumentError) -> Value? {
    guard let entry = new.entries[field] ?? Self.missing(field, new), let old = page.entries[field] else { return nil }
    if entry.value.utf8.elementsEqual(old.value.utf8) { return nil }
    let value = try read(entry)
    // Some values are written but can't be read, such as the year 12000.
    if let before = try? read(old), areSame(before, value) { return nil }
    return value
  }

  /// Texts are the same if their bytes are, not if they only look alike.
  private static func areSame(_ left: String?, _ right: String?) -> Bool {
    left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
  }

  /// An empty value for a field whose line was deleted.
  private static func missing(_ field: DocumentField, _ page: DocumentPage) -> DocumentEntry? {
    field == .state ? nil : DocumentEntry(value: "", line: page.endOfFields, column: 1)
  }

  private static func title(_ entry: DocumentEntry) throws(DocumentError) -> String {
    let text = try DocumentValue.read(entry)
    guard let title = try? ItemTitle(text) else { throw entry.error("The title is empty: say what it is about.") }
    return title.text
  }

  private static func state(_ entry: DocumentEntry) throws(DocumentError) -> Bool {
    try ItemState(name: entry.value).orThrow(entry.error("“\(entry.value)” isn't a state: use open or done.")) == .done
  }

  private static func priority(_ entry: DocumentEntry) throws(DocumentError) -> Priority {
    try Priority(name: entry.value.isEmpty ? "none" : entry.value)
      .orThrow(entry.error("“\(entry.value)” isn't a priority: use none, low, medium or high."))
  }

  private func due(_ entry: DocumentEntry) throws(DocumentError) -> Date? {
    try DocumentDate.read(entry, reference)?.due
  }

  private func start(_ entry: DocumentEntry) throws(DocumentError) -> Due? {
    try DocumentDate.read(entry, reference)?.start(in: reference.calendar)
  }

  /// The items that have to be done before, which need not be there.
  private func blockers(_ entry: DocumentEntry) throws(DocumentError) -> [PersistentIdentifier] {
    if entry.value.lowercased() == "none" { return [] }
    return try entry.value.split { $0 == "," || $0.isWhitespace }.map { word throws(DocumentError) in
      try item(word, entry, "list the items that have to be done before")
    }
  }

  /// The item that it is a part of, which need not be there.
  private func parent(_ entry: DocumentEntry) throws(DocumentError) -> PersistentIdentifier? {
    if entry.value.isEmpty || entry.value.lowercased() == "none" { return nil }
    return try item(entry.value[...], entry, "name the item that it is a part of, or none")
  }

  private func item(
    _ word: Substring, _ entry: DocumentEntry, _ remedy: String
  ) throws(DocumentError) -> PersistentIdentifier {
    guard let number = Int64(word), number > 0, let id = item.id.ofItem(number: number) else {
      throw entry.error("“\(word)” isn't the number of an item: \(remedy).")
    }
    return id
  }

  private static func list(_ entry: DocumentEntry) throws(DocumentError) -> String? {
    if entry.value.isEmpty || entry.value.lowercased() == "none" { return nil }
    let text = try DocumentValue.read(entry)
    guard let name = try? ListName(text) else { throw entry.error("\(ItemError.unusableList(text))") }
    return name.text
  }

  private func rule(_ entry: DocumentEntry) throws(DocumentError) -> RecurrenceRule? {
    if entry.value.isEmpty || entry.value.lowercased() == "none" { return nil }
    return try RecurrencePhrase.rule(of: entry.value, reference)
      .orThrow(entry.error("“\(entry.value)” isn't a repetition: try \(RecurrencePhrase.briefHelp), or nothing."))
  }

  /// A new item with the edited values, for when the item was deleted elsewhere.
  ///
  /// - Parameter date: when it is added, and done if it became done.
  public func newItem(_ edit: ItemEdit, at date: Date = Date()) -> NewItem {
    let changes = edit.changes
    var new = NewItem(
      title: changes.title ?? item.title, timestamp: date, createTimestamp: item.createTimestamp,
      notes: changes.notes ?? item.notes, completedAt: completion(edit.isDone, date),
      priority: changes.priority ?? item.priority,
      rule: changes.rule.map(\.value) ?? item.rule, start: changes.start.map(\.value) ?? item.start,
      tags: changes.tags ?? item.tags, list: changes.list.map(\.value) ?? item.list,
      parent: (changes.parent.map(\.value) ?? item.parentID).map { .itemUnlessGone($0) },
      anchor: changes.due == nil && changes.rule == nil ? item.anchor : nil, extra: item.extra)
    // An unchanged day stays a day in any time zone.
    new.due = item.due
    if let due = changes.due { new.dueAt = due.value }
    return new
  }

  private func completion(_ isDone: Bool?, _ date: Date) -> Date? {
    switch isDone {
    case true?: item.completedAt ?? date
    case false?: nil
    case nil: item.completedAt
    }
  }
}

extension PersistentIdentifier {
  /// The identity of another row of the same store and entity, which need not be there.
  fileprivate func ofItem(number: Int64) -> PersistentIdentifier? {
    try? .identifier(for: storeIdentifier ?? "", entityName: entityName, primaryKey: number)
  }
}
