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
  var due: Replacement<Due>?
  var recurrence: Replacement<Recurrence>?
  var anchor: Replacement<Due>?
  /// All fields of other formats.
  var extra: Replacement<ItemExtra>?
  /// The fields of the file's own format that are kept.
  var kept: [ForeignField] = []
  /// What stands in a line of todo.txt behind its head, if it is more than a title.
  var line: String?
  var tags: [String]?
  /// What the file's own format says of the tags, to be kept if they are stored in another spelling.
  var tagFields: [ForeignField] = []
  var list: Replacement<String>?
  /// What the file's own format says of the list, to be kept if it is stored in another spelling.
  var listField: ForeignField?
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

  /// Notes where its values stand in JSON.
  mutating func notePositions(title: JSONNode, tags: JSONNode?, list: JSONNode?) {
    valuePositions[.title] = title.position
    valuePositions[.tags] = tags?.position
    valuePositions[.list] = list?.position
  }

  /// The values of a new item, but for its due date, which takes a calendar.
  ///
  /// - Parameter now: when it was added, if the file does not say.
  func newItem(now: Date) -> NewItem {
    let created = created ?? timestamp ?? now
    return NewItem(
      title: title, timestamp: timestamp ?? created, createTimestamp: created, uid: uid ?? .random(),
      notes: notes ?? "",
      completedAt: completed?.value, priority: priority ?? .none, recurrence: recurrence?.value,
      tags: tags ?? [], list: list?.value, position: place, anchor: anchor?.value, extra: extra?.value)
  }
}
