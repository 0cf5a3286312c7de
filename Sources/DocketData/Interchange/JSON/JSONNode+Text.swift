import Foundation

extension JSONNode {
  /// The value of a text; nil if it is no JSON.
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

  /// The value in its one spelling: members by name, no white space, numbers in the fewest digits.
  var text: String {
    switch value {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): Self.text(number)
    case .string(let text): ItemJSON.quoted(text)
    case .array(let nodes): "[\(nodes.map(\.text).joined(separator: ","))]"
    case .object(let members): Self.object(members.mapValues(\.text))
    }
  }

  /// An object of members that are JSON already.
  static func object(_ members: [String: String]) -> String {
    let members = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{\(members.map { "\(ItemJSON.quoted($0)):\($1)" }.joined(separator: ","))}"
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
