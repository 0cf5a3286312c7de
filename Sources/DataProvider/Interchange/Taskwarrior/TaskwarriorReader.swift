import Foundation

/// Reads what `task export` writes.
///
/// Deleted tasks and the templates of recurring ones are passed over; the tasks that templates made know how they come
/// again.
///
/// Source: https://taskwarrior.org/docs/design/task/
struct TaskwarriorReader: ItemReader {
  private var objects: JSONObjectStream

  /// `task export` writes control characters of descriptions as they are.
  init(_ bytes: ByteReader) { objects = JSONObjectStream(bytes, allowsControls: true) }

  var offset: Int { objects.offset }

  mutating func next() throws -> ImportedItem? {
    while let (members, position) = try objects.next() {
      let status = try members["status"]?.text("status") ?? "pending"
      if status == "deleted" || status == "recurring" { continue }
      return try item(members, status, position)
    }
    return nil
  }

  private func item(
    _ members: [String: JSONNode], _ status: String, _ position: InterchangeError.Position
  ) throws -> ImportedItem {
    guard let title = members["description"] else {
      throw InterchangeError("The task has no description.", at: position)
    }
    var item = ImportedItem(title: try title.text("description"), at: position)
    item.uid = try members["uuid"].map { try $0.uuid("uuid") }
    item.created = try members["entry"].map { try $0.date("entry") }
    item.timestamp = try members["modified"].map { try $0.date("modified") }
    let end = try members["end"].map { try $0.date("end") }
    item.completed = status == "completed" ? .value(end ?? item.timestamp ?? item.created ?? Date()) : Replacement.none
    item.due = Replacement(try members["due"].map { try $0.date("due") })
    item.priority = try members["priority"].map(priority) ?? Priority.none
    item.list = Replacement(try members["project"].map { try $0.text("project") }.flatMap { $0.isEmpty ? nil : $0 })
    item.tags = try members["tags"].map { try $0.texts("tags") } ?? []
    item.notes = try members["annotations"].map(notes) ?? ""
    item.recurrence = Replacement(
      try (members["docketrecur"] ?? members["recur"]).flatMap { Self.recurrence(try $0.text("recur")) })
    item.parent = Replacement(try members["docketparent"].map { try $0.uuid("docketparent") })
    return item
  }

  private func priority(_ node: JSONNode) throws -> Priority {
    switch try node.text("priority") {
    case "H": .high
    case "M": .medium
    case "L": .low
    case "": .none
    default: throw InterchangeError("“priority” is H, M or L.", at: node.position)
    }
  }

  /// The annotations, one below the other.
  private func notes(_ node: JSONNode) throws -> String {
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
