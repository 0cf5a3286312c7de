import Foundation

/// The fields of other formats that an item has no place for, kept for an export to the same format.
///
/// A JSON object with a member for each format: an object of Taskwarrior's attributes, an array of iCalendar's content
/// lines, an array of the words of a line of todo.txt, an object of the columns of CSV.
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
  static let formats: [InterchangeFormat] = [.csv, .icalendar, .taskwarrior, .todotxt]

  private var members: [String: JSONNode] {
    guard case .object(let members)? = JSONNode(text: rawValue)?.value else { return [:] }
    return members
  }

  func fields(of format: InterchangeFormat) -> [ForeignField] { Self.fields(members[format.rawValue], of: format) }

  private static func fields(_ node: JSONNode?, of format: InterchangeFormat) -> [ForeignField] {
    switch node?.value {
    case .object(let members)? where format.keepsMembers:
      members.sorted { $0.key < $1.key }.map { ForeignField(name: $0.key, text: $0.value.text) }
    case .array(let nodes)? where !format.keepsMembers:
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

  /// The fields for the next item of a series, which is an instance of the same template if the item was; nil for none.
  func ofNext(_ rule: RecurrenceRule, due: Due, _ calendar: Calendar) -> ItemExtra? {
    let instance = TaskwarriorText.instance(after: fields(of: .taskwarrior), rule, due: due, calendar)
    guard !instance.isEmpty else { return ofSeries }
    return Self.adding(instance, of: .taskwarrior, to: ofSeries) { _ in true }
  }

  /// The fields of an item that is moved to another date of its series: those of another instance of its template, if it
  /// is one.
  func ofMoved(_ rule: RecurrenceRule, due: Due, _ calendar: Calendar) -> ItemExtra {
    let last = fields(of: .taskwarrior)
    let next = TaskwarriorText.instance(after: last, rule, due: due, calendar)
    guard !next.isEmpty else { return self }
    return Self.adding(TaskwarriorText.skipping(last, next), of: .taskwarrior, to: self) { _ in true } ?? self
  }

  /// The fields of the next item of a series, whose start hides it in Taskwarrior if that of the last one did.
  ///
  /// - Parameters:
  ///   - last: the fields of the last item, and when it could be begun.
  ///   - next: those of the next one.
  static func keepingWait(
    of last: ItemExtra, _ lastStart: Due, in next: ItemExtra?, _ nextStart: Due, _ calendar: Calendar
  ) -> ItemExtra? {
    let wait = TaskwarriorText.waiting(
      after: last.fields(of: .taskwarrior), lastStart, next: nextStart, calendar)
    return wait.isEmpty ? next : adding(wait, of: .taskwarrior, to: next) { _ in true }
  }

  private static func text(_ fields: [ForeignField], of format: InterchangeFormat) -> String? {
    guard !fields.isEmpty else { return nil }
    guard format.keepsMembers else { return "[\(fields.map { ItemJSON.quoted($0.text) }.joined(separator: ","))]" }
    return JSONNode.object(Dictionary(fields.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 }))
  }

  /// The values of kept columns that agree with an item, by their headings.
  func writtenColumns(of item: ItemValues) -> [String: String] {
    let untrue = fields(of: .csv).filter { !CSVWords.isStillTrue($0, of: item) }.map(\.name)
    return columnValues.filter { !untrue.contains($0.key) }
  }

  /// All but some columns of CSV; nil for nothing.
  func without(columns: Set<String>) -> ItemExtra? {
    var members = members.mapValues(\.text)
    members[InterchangeFormat.csv.rawValue] = Self.text(
      fields(of: .csv).filter { !columns.contains($0.name) }, of: .csv)
    return members.isEmpty ? nil : ItemExtra(rawValue: JSONNode.object(members))
  }

  /// Counts the fields that a file of another format leaves out.
  func countLeftOut(in format: InterchangeFormat, into counts: inout [String: Int]) {
    guard format != .json, format != .csv else { return }
    let members = members
    for other in Self.formats where other != format {
      let fields = Self.fields(members[other.rawValue], of: other)
      for field in fields where !other.understands(field, among: fields) {
        counts["\(other.rawValue) \(other.publicName(field))", default: 0] += 1
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
  /// Whether kept fields are the members of an object, and not the texts of an array.
  var keepsMembers: Bool { self == .taskwarrior || self == .csv }

  /// The name of a kept text; nil if a file of the format can't contain it.
  fileprivate func fieldName(_ text: String) -> String? {
    switch self {
    case .icalendar: ICalendarText.fieldName(text)
    case .todotxt: TodoTxtText.fieldName(text)
    case .json, .csv, .taskwarrior: nil
    }
  }

  /// Whether an item has a place for a kept field, so that only its spelling is kept.
  ///
  /// - Parameter kept: the other kept fields of the item.
  func understands(_ field: ForeignField, among kept: [ForeignField]) -> Bool {
    switch self {
    case .taskwarrior: TaskwarriorText.isSpelling(field, among: kept)
    case .icalendar: ICalendarText.isSpelling(field)
    case .todotxt: TodoTxtText.isSpelling(field)
    case .csv: false
    case .json: true
    }
  }

  /// The field that keeps blockers that are neither in the file nor in the store; nil if the format has no such field.
  func field(missing: [UUID]) -> ForeignField? {
    switch self {
    case .taskwarrior:
      ForeignField(name: TaskwarriorText.missing, text: missing.isEmpty ? "" : TaskwarriorText.list(missing))
    case .icalendar: ICalendarText.field(missing: missing)
    case .todotxt: TodoTxtText.field(missing: missing)
    case .json, .csv: nil
    }
  }

  /// What the format itself calls the field with the blockers.
  var missingName: String {
    switch self {
    case .taskwarrior: "depends"
    case .icalendar: "RELATED-TO"
    case .todotxt: TodoTxtKey.after.rawValue
    case .json, .csv: "blockers"
    }
  }

  /// The name of a kept field in messages.
  func publicName(_ field: ForeignField) -> String {
    self.field(missing: [])?.name == field.name ? missingName : field.name
  }

  /// The kept fields that an export of an item writes.
  func written(_ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar) -> [ForeignField] {
    switch self {
    case .taskwarrior: TaskwarriorText.written(kept, of: item, calendar)
    case .icalendar: ICalendarText.written(kept, of: item, calendar)
    case .todotxt: kept.filter { TodoTxtText.isStillTrue($0, of: item, calendar) }
    case .csv: kept
    case .json: []
    }
  }

  /// The names of fields that belong to one item of a series, and not to the next.
  fileprivate var fieldsOfOneItem: Set<String> {
    switch self {
    case .taskwarrior:
      [
        "parent", "imask", "mask", "rtype", "template", "recur", "status", "start", "wait", "scheduled", "until", "due",
        "annotations", "depends", TaskwarriorText.missing, TaskwarriorText.template, TaskwarriorText.dueAttribute,
      ]
    case .icalendar:
      ["UID", "RECURRENCE-ID", "SEQUENCE", "DUE", "STATUS", "PERCENT-COMPLETE", "DTSTART", ICalendarText.missing]
    case .todotxt: ["uid", "t", "t-at", "after", "due", "created", "completed", TodoTxtText.order]
    case .json, .csv: []
    }
  }
}
