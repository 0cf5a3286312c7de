import Foundation

/// Reads what `task export` writes.
///
/// Deleted tasks and templates of recurring tasks are skipped and counted; the tasks made from templates know their
/// recurrence. What an item has no place for is kept with it.
///
/// Source: https://taskwarrior.org/docs/design/task/
struct TaskwarriorReader: ItemReader {
  private var objects: JSONObjectStream
  private let options: ImportOptions
  private(set) var skipped: [String: Int] = [:]

  /// Allows control characters, which `task export` does not escape in descriptions.
  init(_ bytes: ByteReader, _ options: ImportOptions) {
    objects = JSONObjectStream(bytes, allowsControls: true)
    self.options = options
  }

  var offset: Int { objects.offset }

  mutating func next() throws -> ImportedItem? {
    while let (members, position) = try objects.next() {
      let status = try value(members["status"]) { try $0.text("status") }
      if let status, status == "deleted" || status == "recurring" {
        skipped["\(status) task", default: 0] += 1
        continue
      }
      return try item(members, status, position)
    }
    return nil
  }

  private func item(
    _ members: [String: JSONNode], _ status: String?, _ position: InterchangeError.Position
  ) throws -> ImportedItem {
    guard let title = members["description"] else {
      throw InterchangeError("The task has no description.", at: position)
    }
    var item = ImportedItem(title: try title.text("description"), at: position)
    item.uid = try value(members["uuid"]) { try $0.uuid("uuid") }
    item.created = try value(members["entry"]) { try $0.date("entry") }
    item.timestamp = try value(members["modified"]) { try $0.date("modified") }
    try readState(status, members["end"], into: &item)
    item.due = try replacement(members["due"]) {
      try TaskwarriorText.due(members["docketdue"], due: $0) ?? TaskwarriorText.due($0, options.calendar)
    }
    item.priority = try members["priority"].map(priority)
    item.list = try replacement(members["project"]) { try $0.text("project") }
    item.tags = try members["tags"].map { $0.isNothing ? [] : try $0.tags("tags") }
    item.notes = try members["annotations"].map(TaskwarriorText.notes)
    item.recurrence = try (members["docketrecur"] ?? members["recur"]).map {
      Replacement($0.isNothing ? nil : TaskwarriorText.recurrence(try $0.text("recur")))
    }
    item.parent = try replacement(members["docketparent"]) { try $0.uuid("docketparent") }
    item.anchor = try replacement(members["docketanchor"]) { try $0.due("docketanchor", .gmt) }
    item.tagFields = members["tags"].map { [TaskwarriorText.names("tags", $0)] } ?? []
    item.listField = members["project"].map { TaskwarriorText.names("project", $0) }
    item.kept = TaskwarriorText.kept(members, item, options.calendar)
    item.notePositions(title: title, tags: members["tags"], list: members["project"])
    return item
  }

  private func readState(_ status: String?, _ end: JSONNode?, into item: inout ImportedItem) throws {
    let end = try replacement(end) { try $0.date("end") }
    switch status {
    case nil: if case .some(.none) = end { item.completed = end }
    case "completed": item.complete(at: end?.value, or: item.created ?? options.now)
    default: item.completed = Replacement.none
    }
  }

  /// An attribute that every task has; an empty one is ignored.
  private func value<Value>(_ node: JSONNode?, _ read: (JSONNode) throws -> Value) rethrows -> Value? {
    try node.flatMap { $0.isNothing ? nil : try read($0) }
  }

  /// An optional attribute; an empty one removes the value.
  private func replacement<Value>(
    _ node: JSONNode?, _ read: (JSONNode) throws -> Value
  ) rethrows -> Replacement<Value>? {
    try node.map { Replacement($0.isNothing ? nil : try read($0)) }
  }

  /// The priority of a letter; a person's own letters are kept, and mean no priority here.
  private func priority(_ node: JSONNode) throws -> Priority {
    node.isNothing ? .none : TaskwarriorText.priority(try node.text("priority")) ?? .none
  }
}
