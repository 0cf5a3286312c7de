import Foundation

/// Items as docket's own JSON, with the keys always in the same order.
public enum ItemJSON {
  /// An item as an object on one line.
  public static func object(_ item: ItemValues) -> String {
    var members = [
      ("id", "\(item.number)"), ("uid", quoted(item.uid.uuidString)), ("title", quoted(item.title)),
      ("notes", quoted(item.notes)), ("state", quoted(item.state.rawValue)),
      ("priority", quoted(item.priority.name)), ("tags", "[\(item.tags.map(quoted).joined(separator: ","))]"),
      ("list", item.list.map(quoted) ?? "null"), ("due", due(item.due)), ("timestamp", date(item.timestamp)),
      ("created", date(item.createTimestamp)), ("completed", date(item.completedAt)),
      ("parent", item.parentUID.map { quoted($0.uuidString) } ?? "null"), ("position", item.position.shortestText),
      ("recurrence", item.recurrence.map { quoted($0.rawValue) } ?? "null"),
    ]
    // Few items have these members.
    if let anchor = item.anchor { members.append(("anchor", due(anchor))) }
    if let extra = item.extra?.json { members.append(("extra", extra)) }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// A text as a JSON string, with its quotation marks.
  ///
  /// Escapes more than JSON requires, so that the output is harmless on a terminal.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc8259#section-7
  public static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }) { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isHarmful(scalar): result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether it is a control character, a line separator, or changes the direction of the text.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// `\uXXXX`, for a character of the basic plane: nothing that has to be escaped is outside of it.
  public static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private static func date(_ date: Date?) -> String { date.map { "\"\(TimestampText.extended($0))\"" } ?? "null" }

  /// A day is written without a time.
  private static func due(_ due: Due?) -> String { due.map { "\"\($0.rawValue)\"" } ?? "null" }
}

/// Writes docket's own JSON: an array with one item per line.
struct JSONItemWriter: ItemWriter {
  private var isFirst = true

  mutating func begin() -> String { "[" }

  mutating func text(of item: ItemValues) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + ItemJSON.object(item)
  }

  mutating func end() -> String { isFirst ? "]\n" : "\n]\n" }
}

// MARK: - Reading

/// Reads docket's own JSON.
struct JSONItemReader: ItemReader {
  /// The members that are read, named like the columns of CSV.
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
    item.tags = try valueOrNothing("tags", []) { try $0.tags("tags") }
    item.list = try replacement("list") { try $0.text("list") }
    item.parent = try replacement("parent") { try $0.uuid("parent") }
    item.place = try value("position") { try $0.number("position") }
    try readState(members["state"], into: &item)
  }

  /// The state counts if the file has no completion date.
  private func readState(_ node: JSONNode?, into item: inout ImportedItem) throws {
    guard let node, !node.isNothing else { return }
    switch ItemState(name: try node.text("state")) {
    case .open?:
      guard item.completed?.value == nil else {
        throw InterchangeError("The item has a completion date, and its state is open.", at: node.position)
      }
      item.completed = Replacement.none
    case .done?: if item.completed?.value == nil { item.complete(at: nil, or: options.now) }
    case nil: throw InterchangeError("“state” is open or done.", at: node.position)
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
