import Foundation
import SwiftData

/// A JSON value with its position in the file.
struct JSONNode {
  enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([String: JSONNode])
  }

  let value: Value
  let position: InterchangeError.Position

  /// Whether it is `null` or an empty string.
  var isNothing: Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }

  private func error(_ message: String) -> InterchangeError { InterchangeError(message, at: position) }

  // The value of a member with a name, which the error names.

  func text(_ name: String) throws -> String {
    guard case .string(let text) = value else { throw error("“\(name)” must be a string.") }
    return text
  }

  func number(_ name: String) throws -> Double {
    guard case .number(let number) = value else { throw error("“\(name)” must be a number.") }
    return number
  }

  /// A place in the manual order: a key, or a number as files from before there were keys have it.
  func orderKey(_ name: String) throws -> OrderKey {
    if case .number(let number) = value { return OrderKey(number) }
    guard case .string(let text) = value, let key = OrderKey(text) else {
      throw error("“\(name)” must be a key such as \"a0\", or a number.")
    }
    return key
  }

  func texts(_ name: String) throws -> [String] {
    guard case .array(let nodes) = value else { throw error("“\(name)” must be a list of strings.") }
    return try nodes.map { try $0.text(name) }
  }

  /// The names of tags, each of which may be several with commas between them.
  func tags(_ name: String) throws -> [String] { try texts(name).flatMap(TagName.names) }

  /// - Parameter timeZone: the time zone of a moment without an offset.
  func date(_ name: String, _ timeZone: TimeZone = .gmt) throws -> Date {
    try moment(name) { TimestampText.date($0, timeZone) }
  }

  /// - Parameter timeZone: the time zone of a moment without an offset.
  func due(_ name: String, _ timeZone: TimeZone) throws -> Due { try moment(name) { Due($0, in: timeZone) } }

  private func moment<Value>(_ name: String, _ read: (String) -> Value?) throws -> Value {
    try read(text(name)).orThrow(error("“\(name)” isn't a time such as 2026-11-21T08:00:00.000Z."))
  }

  func uuids(_ name: String) throws -> [UUID] {
    guard case .array(let nodes) = value else { throw error("“\(name)” must be a list of UUIDs.") }
    return try nodes.map { try $0.uuid(name) }
  }

  func uuid(_ name: String) throws -> UUID {
    try UUID(text: text(name)).orThrow(error("“\(name)” isn't a UUID."))
  }
}

extension JSONNode {
  /// Parses a text; nil if it is not JSON.
  init?(text: String) {
    var rest: Data? = Data(text.utf8)
    let bytes = ByteReader { _ in
      defer { rest = nil }
      return rest ?? Data()
    }
    var parser = JSONParser(bytes, allowsControls: true)
    guard let node = try? parser.value(), (try? parser.peek()) == nil else { return nil }
    self = node
  }

  /// The canonical form: members sorted by name, no white space, numbers in the fewest digits.
  var text: String {
    switch value {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): number.shortestText
    case .string(let text): ItemJSON.quoted(text)
    case .array(let nodes): "[\(nodes.map(\.text).joined(separator: ","))]"
    case .object(let members): Self.object(members.mapValues(\.text))
    }
  }

  /// An object with members that are JSON already.
  static func object(_ members: [String: String]) -> String {
    let members = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{\(members.map { "\(ItemJSON.quoted($0)):\($1)" }.joined(separator: ","))}"
  }
}

extension [String: JSONNode] {
  /// The value of a member that every item has; nil if it is missing or empty.
  func value<Result>(_ name: String, _ read: (JSONNode, String) throws -> Result) throws -> Result? {
    guard let node = self[name], !node.isNothing else { return nil }
    return try read(node, name)
  }

  /// The value of an optional member, which an empty one removes; nil if it is missing.
  func replacement<Result>(
    _ name: String, _ read: (JSONNode, String) throws -> Result
  ) throws -> Replacement<Result>? {
    try self[name].map { Replacement($0.isNothing ? nil : try read($0, name)) }
  }
}

extension Double {
  /// The number as JSON and CSV have it: in the fewest digits, a whole number without a fraction.
  var shortestText: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
