import Foundation

/// Reads what `task export` writes.
///
/// Deleted tasks and the templates of recurring ones are passed over; the tasks that templates made know how they come
/// again.
///
/// Source: https://taskwarrior.org/docs/design/task/
struct TaskwarriorReader: ItemReader {
  private var objects: JSONObjectStream
  private let now: Date

  /// `task export` writes control characters of descriptions as they are.
  init(_ bytes: ByteReader, _ options: ImportOptions) {
    objects = JSONObjectStream(bytes, allowsControls: true)
    now = options.now
  }

  var offset: Int { objects.offset }

  mutating func next() throws -> ImportedItem? {
    while let (members, position) = try objects.next() {
      let status = try value(members["status"]) { try $0.text("status") }
      if status == "deleted" || status == "recurring" { continue }
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
    item.due = try replacement(members["due"]) { try $0.date("due") }
    item.priority = try members["priority"].map(priority)
    item.list = try replacement(members["project"]) { try $0.text("project") }
    item.tags = try members["tags"].map { $0.isNothing ? [] : try $0.texts("tags") }
    item.notes = try members["annotations"].map(notes)
    item.recurrence = try (members["docketrecur"] ?? members["recur"]).map {
      Replacement($0.isNothing ? nil : Self.recurrence(try $0.text("recur")))
    }
    item.parent = try replacement(members["docketparent"]) { try $0.uuid("docketparent") }
    item.notePositions(title: title, tags: members["tags"], list: members["project"])
    return item
  }

  private func readState(_ status: String?, _ end: JSONNode?, into item: inout ImportedItem) throws {
    let end = try replacement(end) { try $0.date("end") }
    switch status {
    case nil: if case .some(.none) = end { item.completed = end }
    case "completed": item.completed = .value(end?.value ?? item.timestamp ?? item.created ?? now)
    default: item.completed = Replacement.none
    }
  }

  /// An attribute that every task has; an empty one says nothing.
  private func value<Value>(_ node: JSONNode?, _ read: (JSONNode) throws -> Value) rethrows -> Value? {
    try node.flatMap { $0.isNothing ? nil : try read($0) }
  }

  /// An attribute; an empty one says that there is none.
  private func replacement<Value>(
    _ node: JSONNode?, _ read: (JSONNode) throws -> Value
  ) rethrows -> Replacement<Value>? {
    try node.map { Replacement($0.isNothing ? nil : try read($0)) }
  }

  private func priority(_ node: JSONNode) throws -> Priority {
    if node.isNothing { return .none }
    return switch try node.text("priority") {
    case "H": .high
    case "M": .medium
    case "L": .low
    default: throw InterchangeError("“priority” is H, M or L.", at: node.position)
    }
  }

  /// The annotations, one below the other.
  private func notes(_ node: JSONNode) throws -> String {
    if node.isNothing { return "" }
    guard case .array(let annotations) = node.value else {
      throw InterchangeError("“annotations” must be a list.", at: node.position)
    }
    return try annotations.compactMap { annotation in
      guard case .object(let members) = annotation.value else { return nil }
      return try members["description"]?.text("description")
    }.joined(separator: "\n")
  }

  /// A duration such as `weekly`, `2wks`, `P1M`; nil for one that there is no unit for.
  static func recurrence(_ text: String) -> Recurrence? {
    let names: [String: Recurrence?] = [
      "daily": Recurrence(.day), "weekly": Recurrence(.week), "biweekly": Recurrence(every: 2, .week),
      "fortnight": Recurrence(every: 2, .week), "monthly": Recurrence(.month),
      "bimonthly": Recurrence(every: 2, .month),
      "quarterly": Recurrence(every: 3, .month), "semiannual": Recurrence(every: 6, .month),
      "yearly": Recurrence(.year), "annual": Recurrence(.year), "biannual": Recurrence(every: 2, .year),
    ]
    let word = text.lowercased()
    if let known = names[word] { return known }
    let spelled = word.hasPrefix("p") ? String(word.dropFirst()) : word
    let aliases = [
      "wks": "weeks", "wk": "week", "mos": "months", "mo": "month", "mth": "month", "yrs": "years", "yr": "year",
    ]
    let digits = spelled.prefix { $0.isASCII && $0.isNumber }
    let unit = String(spelled.dropFirst(digits.count))
    return Recurrence(rawValue: digits + (aliases[unit] ?? unit))
  }
}
