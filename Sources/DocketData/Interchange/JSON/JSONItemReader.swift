import Foundation

/// Reads docket's own JSON.
struct JSONItemReader: ItemReader {
  /// The members that are read; they are called as the columns of the other format of ours.
  private static let names = Set(CSVColumn.allCases.map(\.rawValue))

  private(set) var unread: [String: Int] = [:]
  private var objects: JSONObjectStream
  private let options: ImportOptions

  init(_ bytes: ByteReader, _ options: ImportOptions) {
    objects = JSONObjectStream(bytes)
    self.options = options
  }

  var offset: Int { objects.offset }

  mutating func next() throws -> ImportedItem? {
    guard let (members, position) = try objects.next() else { return nil }
    guard let title = members["title"] else { throw InterchangeError("The item has no title.", at: position) }
    var item = ImportedItem(title: try title.text("title"), at: position)
    try read(members, into: &item)
    item.notePositions(title: title, tags: members["tags"], list: members["list"])
    for (name, node) in members where !Self.names.contains(name) && !node.isNothing { unread[name, default: 0] += 1 }
    return item
  }

  private func read(_ members: [String: JSONNode], into item: inout ImportedItem) throws {
    func value<Value>(_ name: String, _ read: (JSONNode) throws -> Value) throws -> Value? {
      guard let node = members[name], !node.isNothing else { return nil }
      return try read(node)
    }
    func replacement<Value>(_ name: String, _ read: (JSONNode) throws -> Value) throws -> Replacement<Value>? {
      try members[name].map { Replacement($0.isNothing ? nil : try read($0)) }
    }
    func valueOrNothing<Value: Hashable & Sendable>(
      _ name: String, _ nothing: Value, _ read: (JSONNode) throws -> Value
    ) throws -> Value? {
      try replacement(name, read).map { $0.value ?? nothing }
    }
    let zone = options.calendar.timeZone
    item.number = try value("id") { Int64(exactly: try $0.number("id")) } ?? nil
    item.uid = try value("uid") { try $0.uuid("uid") }
    item.notes = try valueOrNothing("notes", "") { try $0.text("notes") }
    item.timestamp = try value("timestamp") { try $0.date("timestamp", zone) }
    item.created = try value("created") { try $0.date("created", zone) }
    item.completed = try replacement("completed") { try $0.date("completed", zone) }
    item.priority = try valueOrNothing("priority", .none, priority)
    item.due = try replacement("due") { try $0.due("due", zone) }
    item.recurrence = try replacement("recurrence", recurrence)
    item.anchor = try replacement("anchor") { try $0.due("anchor", zone) }
    item.extra = try replacement("extra", extra).map { $0.value ?? Replacement.none }
    item.tags = try valueOrNothing("tags", []) { try $0.texts("tags") }
    item.list = try replacement("list") { try $0.text("list") }
    item.parent = try replacement("parent") { try $0.uuid("parent") }
    item.place = try value("position") { try $0.number("position") }
    try readState(members["state"], into: &item)
  }

  /// The state counts where the moment of completion is not said.
  private func readState(_ node: JSONNode?, into item: inout ImportedItem) throws {
    guard let node, !node.isNothing else { return }
    switch try node.text("state") {
    case "open":
      guard item.completed?.value == nil else {
        throw InterchangeError("The item has a moment of completion, and its state is open.", at: node.position)
      }
      item.completed = Replacement.none
    case "done": if item.completed?.value == nil { item.completed = .value(item.timestamp ?? options.now) }
    default: throw InterchangeError("“state” is open or done.", at: node.position)
    }
  }

  private func priority(_ node: JSONNode) throws -> Priority {
    let name = try node.text("priority")
    guard let priority = Priority(name: name) else {
      throw InterchangeError("“\(name.prefix(40))” is no priority: none, low, medium or high.", at: node.position)
    }
    return priority
  }

  private func extra(_ node: JSONNode) throws -> Replacement<ItemExtra> {
    guard let extra = ItemExtra.replacement(node) else {
      throw InterchangeError("“extra” must be an object with a member for each format.", at: node.position)
    }
    return extra
  }

  private func recurrence(_ node: JSONNode) throws -> Recurrence {
    guard let recurrence = Recurrence(rawValue: try node.text("recurrence")) else {
      throw InterchangeError(
        "“recurrence” is day, week, month, year or a number of them, as 2weeks.", at: node.position)
    }
    return recurrence
  }
}
