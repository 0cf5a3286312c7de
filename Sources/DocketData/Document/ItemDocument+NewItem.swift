import Foundation

extension ItemDocument {
  /// The item with what somebody changed in it, for when it was deleted meanwhile.
  ///
  /// - Parameters:
  ///   - edit: what was changed.
  ///   - date: when it is added, and done if it became so.
  public func newItem(_ edit: ItemEdit, at date: Date = Date()) -> NewItem {
    let changes = edit.changes
    var new = NewItem(
      title: changes.title ?? item.title, timestamp: date, createTimestamp: item.createTimestamp,
      notes: changes.notes ?? item.notes, completedAt: completion(edit.isDone, date),
      priority: changes.priority ?? item.priority,
      recurrence: changes.recurrence.map(\.value) ?? item.recurrence, tags: changes.tags ?? item.tags,
      list: changes.list.map(\.value) ?? item.list, parent: item.parentID.map { .itemUnlessGone($0) },
      anchor: changes.due == nil && changes.recurrence == nil ? item.anchor : nil, extra: item.extra)
    // What was not changed is a day wherever it was given.
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
