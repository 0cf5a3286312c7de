import Foundation

/// Items as docket's own JSON, with the keys always in the same order.
public enum ItemJSON {
  /// An item as an object on one line.
  ///
  /// - Parameter urgency: to be written with it, for somebody who looks at the item now; no import reads it.
  public static func object(_ item: ItemValues, urgency: Double? = nil) -> String {
    var members: [(String, String)] = [
      ("id", "\(item.number)"), ("uid", quoted(item.uid.text)), ("title", quoted(item.title)),
      ("notes", quoted(item.notes)), ("state", quoted(item.state.rawValue)),
      ("priority", quoted(item.priority.name)), ("tags", "[\(item.tags.map(quoted).joined(separator: ","))]"),
      ("list", item.list.map(quoted) ?? "null"), ("due", due(item.due)), ("timestamp", date(item.timestamp)),
      ("created", date(item.createTimestamp)), ("completed", date(item.completedAt)),
      ("parent", item.parentUID.map { quoted($0.text) } ?? "null"), ("position", quoted(item.orderKey.text)),
      ("recurrence", item.rule.map { quoted($0.text) } ?? "null"),
    ]
    // Few items have these members.
    if let anchor = item.anchor { members.append(("anchor", due(anchor))) }
    if let start = item.start { members.append(("start", due(start))) }
    if !item.blockerUIDs.isEmpty {
      members.append(("blockers", "[\(item.blockerUIDs.map { quoted($0.text) }.joined(separator: ","))]"))
    }
    if let urgency { members.append((urgencyName, Urgency.text(urgency))) }
    if let extra = item.extra?.json { members.append(("extra", extra)) }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// Items as an array with one of them per line.
  public static func array(_ items: [ItemValues]) -> String { array(items.map { object($0) }) }

  fileprivate static let urgencyName = "urgency"

  /// Objects as an array with one of them per line.
  static func array(_ objects: [String]) -> String {
    objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  /// A text as a JSON string, with its quotation marks.
  ///
  /// Escapes more than JSON requires, so that the output is harmless on a terminal.
  ///
  /// Source: https://www.rfc-editor.org/rfc/rfc8259#section-7
  public static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }) { return "\"\(text)\"" }
    let escaped = text.escaping { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: isHarmful(scalar) ? escape(scalar) : nil
      }
    }
    return "\"\(escaped)\""
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
  private static func due(_ due: Due?) -> String { due.map { "\"\($0.rawValue)\"" } ?? "null" }
}

extension String {
  /// The text with replacements for the characters that a function has one for.
  package func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let replacement = replacement(scalar) {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Writes docket's own JSON: an array with one item per line.
struct JSONItemWriter: ItemWriter {
  private var isFirst = true

  mutating func begin() -> String { "[" }
  mutating func end() -> String { isFirst ? "]\n" : "\n]\n" }

  mutating func text(of item: ItemValues, urgency: Double?) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + ItemJSON.object(item, urgency: urgency)
  }
}

/// Reads docket's own JSON.
struct JSONItemReader: ItemReader {
  /// The members that are read, named like the columns of CSV, and the one that depends on the moment.
  private static let names = Set(CSVColumn.allCases.map(\.rawValue) + [ItemJSON.urgencyName])

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
    let zone = options.calendar.timeZone
    let date = { (node: JSONNode, name: String) in try node.date(name, zone) }
    let due = { (node: JSONNode, name: String) in try node.due(name, zone) }
    item.number = try members.value("id") { try $0.number($1) }.flatMap { Int64(exactly: $0) }
    item.uid = try members.value("uid") { try $0.uuid($1) }
    item.notes = try members.replacement("notes") { try $0.text($1) }.map { $0.value ?? "" }
    item.timestamp = try members.value("timestamp", date)
    item.created = try members.value("created", date)
    item.completed = try members.replacement("completed", date)
    item.priority = try members.replacement("priority") { try $0.priority($1) }.map { $0.value ?? .none }
    item.due = try members.replacement("due", due)
    item.rule = try members.replacement("recurrence") { try $0.rule($1, options.reference) }
    item.anchor = try members.replacement("anchor", due)
    item.start = try members.replacement("start", due)
    item.extra = try members.replacement("extra") { try $0.extra($1) }.map { $0.value ?? Replacement.none }
    item.tags = try members.replacement("tags") { try $0.tags($1) }.map { $0.value ?? [] }
    item.list = try members.replacement("list") { try $0.text($1) }
    item.parent = try members.replacement("parent") { try $0.uuid($1) }
    item.blockers = try members.replacement("blockers") { try $0.uuids($1) }.map { $0.value ?? [] }
    item.orderKey = try members.value("position") { try $0.orderKey($1) }
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
}

extension JSONNode {
  fileprivate func priority(_ name: String) throws -> Priority {
    let text = try text(name)
    return try Priority(name: text).orThrow(
      InterchangeError("“\(text.prefix(40))” isn't a priority: none, low, medium or high.", at: position))
  }

  fileprivate func extra(_ name: String) throws -> Replacement<ItemExtra> {
    try ItemExtra.replacement(self).orThrow(
      InterchangeError("“\(name)” must be an object with a member for each format.", at: position))
  }

  fileprivate func rule(_ name: String, _ reference: DateReference) throws -> RecurrenceRule {
    try RecurrencePhrase.rule(of: text(name), reference).orThrow(
      InterchangeError(
        "“\(name)” is a rule of iCalendar, or one of \(RecurrencePhrase.briefHelp).", at: position))
  }
}
