import Foundation

/// The fields of other formats that an item has no place for, kept for an export to the same format.
///
/// A JSON object with a member for each format: an object of Taskwarrior's attributes, an array of iCalendar's content
/// lines, an array of the words of a line of todo.txt.
public struct ItemExtra: RawRepresentable, Codable, Hashable, Sendable {
  /// The object in canonical form: equal fields are equal texts.
  public let rawValue: String

  /// Wraps a stored text; a text that is not such an object has no fields.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The replacement that a file asks for: an empty object removes all fields; nil if it is not an object.
  static func replacement(_ node: JSONNode) -> Replacement<ItemExtra>? {
    guard case .object = node.value else { return nil }
    return Replacement(ItemExtra(node))
  }

  init?(_ node: JSONNode) {
    guard case .object(let members) = node.value, !members.isEmpty else { return nil }
    rawValue = node.text
  }

  /// The object as JSON; nil if another program stored something else.
  var json: String? { JSONNode(text: rawValue).flatMap(ItemExtra.init)?.rawValue }
}

// MARK: - Fields

extension ItemExtra {
  private static let formats: [InterchangeFormat] = [.icalendar, .taskwarrior, .todotxt]

  private var members: [String: JSONNode] {
    guard case .object(let members)? = JSONNode(text: rawValue)?.value else { return [:] }
    return members
  }

  func fields(of format: InterchangeFormat) -> [ForeignField] { Self.fields(members[format.rawValue], of: format) }

  private static func fields(_ node: JSONNode?, of format: InterchangeFormat) -> [ForeignField] {
    switch node?.value {
    case .object(let members)? where format == .taskwarrior:
      members.sorted { $0.key < $1.key }.map { ForeignField(name: $0.key, text: $0.value.text) }
    case .array(let nodes)? where format != .taskwarrior:
      nodes.compactMap { node in
        guard case .string(let text) = node.value else { return nil }
        return format.fieldName(text).map { ForeignField(name: $0, text: text) }
      }
    default: []
    }
  }

  /// The kept fields after an import: fields of the file replace those with the same names.
  ///
  /// - Parameters:
  ///   - fields: the fields of the file, at least one; a field without a text removes others.
  ///   - isRemovable: whether a kept field is removed if the file has one with its name and without a text.
  /// - Returns: nil if nothing is left.
  static func adding(
    _ fields: [ForeignField], of format: InterchangeFormat, to extra: ItemExtra?,
    removing isRemovable: (ForeignField) -> Bool
  ) -> ItemExtra? {
    var members = extra?.members.mapValues(\.text) ?? [:]
    let (removed, replaced) = (Set(fields.map(\.name)), Set(fields.filter { !$0.text.isEmpty }.map(\.name)))
    let others =
      extra?.fields(of: format).filter {
        !replaced.contains($0.name) && !(removed.contains($0.name) && isRemovable($0))
      } ?? []
    // Sorted, so that equal fields are equal texts, in whatever order they came.
    let all = (others + fields.filter { !$0.text.isEmpty }).enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    members[format.rawValue] = text(all.map(\.element), of: format)
    return members.isEmpty ? nil : ItemExtra(rawValue: JSONNode.object(members))
  }

  /// The fields for the next item of a series; nil for none.
  var ofSeries: ItemExtra? {
    var members = members.mapValues(\.text)
    for format in Self.formats where members[format.rawValue] != nil {
      let fields = fields(of: format).filter { !format.fieldsOfOneItem.contains($0.name) }
      members[format.rawValue] = Self.text(fields, of: format)
    }
    return members.isEmpty ? nil : ItemExtra(rawValue: JSONNode.object(members))
  }

  private static func text(_ fields: [ForeignField], of format: InterchangeFormat) -> String? {
    guard !fields.isEmpty else { return nil }
    guard format == .taskwarrior else { return "[\(fields.map { ItemJSON.quoted($0.text) }.joined(separator: ","))]" }
    return JSONNode.object(Dictionary(fields.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 }))
  }

  /// Counts the fields that a file of another format leaves out.
  func countLeftOut(in format: InterchangeFormat, into counts: inout [String: Int]) {
    guard Self.formats.contains(format) else { return }
    let members = members
    for other in Self.formats where other != format {
      for field in Self.fields(members[other.rawValue], of: other) where !other.understands(field) {
        counts["\(other.rawValue) \(field.name)", default: 0] += 1
      }
    }
  }
}

/// A field of another format that is kept with an item, as it is written in a file.
///
/// A field that an item has no place for is kept as it is. So is the spelling of one that it has a place for, if an
/// export would write it differently; that is written back as long as it agrees with the item.
struct ForeignField: Hashable, Sendable {
  /// The name in the format.
  let name: String
  /// The JSON of an attribute, content lines separated by line feeds, or a word; empty to remove the field.
  let text: String

  var removed: ForeignField { ForeignField(name: name, text: "") }
}

/// The number of fields with a name, or of records of a kind.
public struct FieldCount: Hashable, Sendable {
  /// The name in the format.
  public let name: String
  /// The number.
  public let count: Int

  static func sorted(_ counts: [String: Int]) -> [FieldCount] {
    counts.map { FieldCount(name: $0, count: $1) }.sorted { $0.name < $1.name }
  }
}

extension InterchangeFormat {
  /// The name of a kept text; nil if a file of the format can't contain it.
  fileprivate func fieldName(_ text: String) -> String? {
    switch self {
    case .icalendar: ICalendarText.fieldName(text)
    case .todotxt: TodoTxtText.fieldName(text)
    case .json, .csv, .taskwarrior: nil
    }
  }

  /// Whether an item has a place for a kept field, so that only its spelling is kept.
  func understands(_ field: ForeignField) -> Bool {
    switch self {
    case .taskwarrior: TaskwarriorText.isSpelling(field)
    case .icalendar: ICalendarText.isSpelling(field)
    case .todotxt: TodoTxtText.isSpelling(field)
    case .json, .csv: true
    }
  }

  /// The kept fields that an export of an item writes.
  func written(_ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar) -> [ForeignField] {
    switch self {
    case .taskwarrior: TaskwarriorText.written(kept, of: item, calendar)
    case .icalendar: ICalendarText.written(kept, of: item, calendar)
    case .todotxt: kept.filter { TodoTxtText.isStillTrue($0, of: item) }
    case .json, .csv: []
    }
  }

  /// The names of fields that belong to one item of a series, and not to the next.
  fileprivate var fieldsOfOneItem: Set<String> {
    switch self {
    case .taskwarrior:
      [
        "parent", "imask", "mask", "rtype", "template", "recur", "status", "start", "wait", "scheduled", "until", "due",
        "annotations",
      ]
    case .icalendar: ["UID", "RECURRENCE-ID", "SEQUENCE", "DUE", "STATUS", "PERCENT-COMPLETE", "DTSTART"]
    case .todotxt: ["uid", "t", "due", "created", "completed", TodoTxtText.order]
    case .json, .csv: []
    }
  }
}
