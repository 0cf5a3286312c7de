import Foundation

/// What files of other formats say about an item that has no place here, kept so that it can be given back.
///
/// It is a JSON object with a member for each format: an object of Taskwarrior's attributes, an array of the content lines
/// of iCalendar, an array of the words of a line of todo.txt.
public struct ItemExtra: RawRepresentable, Codable, Hashable, Sendable {
  /// The object in its one spelling: the same fields are the same text.
  public let rawValue: String

  /// What is stored; a text that is no such object has no fields.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What a file says of them: an empty object takes them away; nil if it is no object.
  static func replacement(_ node: JSONNode) -> Replacement<ItemExtra>? {
    guard case .object = node.value else { return nil }
    return Replacement(ItemExtra(node))
  }

  /// The fields of a JSON object; nil if there are none.
  init?(_ node: JSONNode) {
    guard case .object(let members) = node.value, !members.isEmpty else { return nil }
    rawValue = node.text
  }

  /// The object, which may come from a store that somebody else wrote into; nil if it is none.
  var json: String? { JSONNode(text: rawValue).flatMap(ItemExtra.init)?.rawValue }
}

// MARK: - Fields

extension ItemExtra {
  /// The formats that keep something of their own.
  static let formats: [InterchangeFormat] = [.icalendar, .taskwarrior, .todotxt]

  private var members: [String: JSONNode] {
    guard case .object(let members)? = JSONNode(text: rawValue)?.value else { return [:] }
    return members
  }

  /// The kept fields of a format.
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

  /// What is kept once a file was read: the fields that it has take the places of those of the same names.
  ///
  /// - Parameters:
  ///   - fields: those of the file, of which there is at least one; those without a text take others away.
  ///   - extra: what is kept already.
  ///   - isRemovable: whether a kept field goes away if the file has one of its name without a text.
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
    // In an order of their own, so that the same fields are the same text wherever they stood.
    let all = (others + fields.filter { !$0.text.isEmpty }).enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    members[format.rawValue] = text(all.map(\.element), of: format)
    return members.isEmpty ? nil : ItemExtra(rawValue: JSONNode.object(members))
  }

  /// What the next item of a series has of it; nil for nothing.
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

  /// The fields that a file of another format does not say.
  func countUnsaid(in format: InterchangeFormat, into counts: inout [String: Int]) {
    guard Self.formats.contains(format) else { return }
    let members = members
    for other in Self.formats where other != format {
      for field in Self.fields(members[other.rawValue], of: other) where !other.understands(field) {
        counts["\(other.rawValue) \(field.name)", default: 0] += 1
      }
    }
  }
}
