import Foundation
import SwiftData

/// A new item of a file as the row that it becomes.
///
/// A class, because a batch copies each row that it is given, and this one has many values.
final class ImportedRow {
  let identifier: PersistentIdentifier
  let values: NewItem
  let title: String
  let deadline: Date
  let day: CalendarDay?
  let startMoment: Date
  let orderKey: OrderKey
  let tags: [PersistentIdentifier]
  let list: PersistentIdentifier?
  let parent: PersistentIdentifier?

  init(
    identifier: PersistentIdentifier, values: NewItem, title: String, deadline: Date, day: CalendarDay?,
    startMoment: Date, orderKey: OrderKey, tags: [PersistentIdentifier], list: PersistentIdentifier?,
    parent: PersistentIdentifier?
  ) {
    self.identifier = identifier
    self.values = values
    self.title = title
    self.deadline = deadline
    self.day = day
    self.startMoment = startMoment
    self.orderKey = orderKey
    self.tags = tags
    self.list = list
    self.parent = parent
  }
}

extension ImportedItem {
  /// Whether a new item takes nothing from the file but its values: no fields of the format are kept with it, and it
  /// waits for no other.
  ///
  /// - Parameter format: the format of the file; a line of todo.txt is kept in any case.
  func isPlain(in format: InterchangeFormat) -> Bool {
    format != .todotxt && line == nil && kept.allSatisfy(\.text.isEmpty) && tagFields.isEmpty && listField == nil
      && blockers?.isEmpty != false
  }
}

extension ModelContext {
  /// Inserts new items without making models.
  func insert(_ rows: [ImportedRow]) throws {
    let batch = BatchInsert<Item, ImportedRow>(rows, onConflict: .fail)
      .identified { $0.identifier }
      .set(\.uid) { $0.values.uid }
      .set(\.title) { $0.title }
      .set(\.notes) { $0.values.notes }
      .set(\.timestamp) { $0.values.timestamp }
      .set(\.createTimestamp) { $0.values.createTimestamp }
      .set(\.completedAt) { $0.values.completedAt }
      .set(\.priority) { $0.values.priority }
      .set(\.deadline) { $0.deadline }
      .set(\.dueDay) { $0.day }
      .set(\.startMoment) { $0.startMoment }
      .set(\.startDay) { $0.values.start?.day }
      .set(\.orderKey) { $0.orderKey }
      .set(\.rule) { $0.values.rule }
      .set(\.anchor) { $0.values.anchor }
      .set(\.extra) { $0.values.extra }
      .set(\.tags) { $0.tags }
      .set(\.list) { $0.list }
      .set(\.parent) { $0.parent }
    try execute(batch)
  }
}

/// The tags and lists of a file, by the names that it has for them.
final class ImportedNames {
  /// The models.
  var cache: NameCache
  private var tags: [String: PersistentIdentifier] = [:]
  private var lists: [String: PersistentIdentifier] = [:]

  init(_ cache: NameCache) { self.cache = cache }

  /// Notes names whose tags and lists are saved.
  func note(tags newTags: [String], lists newLists: [String]) throws {
    for text in newTags { tags[text] = try cache.tags([text]).first?.persistentModelID }
    for text in newLists { lists[text] = try cache.list(text).persistentModelID }
  }

  func tags(_ texts: [String]) -> [PersistentIdentifier] { texts.compactMap { tags[$0] } }
  func list(_ text: String?) -> PersistentIdentifier? { text.flatMap { lists[$0] } }
}
