import Foundation

/// A value of JSON with its place in the file.
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

  /// Whether it says that there is nothing: `null`, or an empty text.
  var isNothing: Bool {
    switch value {
    case .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }

  /// - Throws: `InterchangeError` if it is no text.
  func text(_ name: String) throws -> String {
    guard case .string(let text) = value else { throw InterchangeError("“\(name)” must be a text.", at: position) }
    return text
  }

  /// - Throws: `InterchangeError` if it is no number.
  func number(_ name: String) throws -> Double {
    guard case .number(let number) = value else { throw InterchangeError("“\(name)” must be a number.", at: position) }
    return number
  }

  /// - Throws: `InterchangeError` if it is no list of texts.
  func texts(_ name: String) throws -> [String] {
    guard case .array(let nodes) = value else {
      throw InterchangeError("“\(name)” must be a list of texts.", at: position)
    }
    return try nodes.map { try $0.text(name) }
  }

  /// - Parameter timeZone: that of a moment that does not say its own.
  /// - Throws: `InterchangeError` if it is no moment.
  func date(_ name: String, _ timeZone: TimeZone = .gmt) throws -> Date {
    try moment(name) { TimestampText.date($0, timeZone) }
  }

  /// A day or a moment.
  ///
  /// - Parameter timeZone: that of a moment that does not say its own.
  /// - Throws: `InterchangeError` if it is neither.
  func due(_ name: String, _ timeZone: TimeZone) throws -> Due { try moment(name) { Due($0, in: timeZone) } }

  private func moment<Value>(_ name: String, _ read: (String) -> Value?) throws -> Value {
    guard let date = read(try text(name)) else {
      throw InterchangeError("“\(name)” is no moment such as 2026-11-21T08:00:00.000Z.", at: position)
    }
    return date
  }

  /// - Throws: `InterchangeError` if it is no identifier.
  func uuid(_ name: String) throws -> UUID {
    guard let uuid = UUID(uuidString: try text(name)) else {
      throw InterchangeError("“\(name)” is no UUID.", at: position)
    }
    return uuid
  }
}
