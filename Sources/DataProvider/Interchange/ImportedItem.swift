import Foundation

/// An item as a file has it; nil is what the file does not say.
struct ImportedItem: Hashable {
  /// A value that is judged once the whole item is read.
  enum JudgedValue: Hashable {
    case title
    case tags
    case list
  }

  /// Where it stands in the file.
  var position: InterchangeError.Position
  /// The number that it had in the store it came from.
  var number: Int64?
  var uid: UUID?
  var title: String
  var notes: String?
  var timestamp: Date?
  var created: Date?
  var completed: Replacement<Date>?
  var priority: Priority?
  var due: Replacement<Date>?
  var recurrence: Replacement<Recurrence>?
  var tags: [String]?
  var list: Replacement<String>?
  var parent: Replacement<UUID>?
  var place: Double?
  /// Where values stand in the file, if the reader knows it.
  var valuePositions: [JudgedValue: InterchangeError.Position] = [:]

  init(title: String, at position: InterchangeError.Position) {
    self.title = title
    self.position = position
  }

  /// Where a value stands in the file, or else the item.
  func position(of value: JudgedValue) -> InterchangeError.Position { valuePositions[value] ?? position }

  /// The values of a new item.
  ///
  /// - Parameter now: when it was added, if the file does not say.
  func newItem(now: Date) -> NewItem {
    let created = created ?? timestamp ?? now
    return NewItem(
      title: title, timestamp: timestamp ?? created, createTimestamp: created, uid: uid ?? .random(),
      notes: notes ?? "",
      completedAt: completed?.value, priority: priority ?? .none, dueAt: due?.value, recurrence: recurrence?.value,
      tags: tags ?? [], list: list?.value, position: place)
  }
}
