/// How the columns of an attribute hold its values, as a store remembers it.
struct StoredEncoding: Codable, Hashable, Sendable {
  /// The text that the store keeps.
  let name: String

  /// As the type says: standard types as they are, enumerations as their raw values, other types as JSON or in columns.
  static let plain = StoredEncoding(name: "plain")
  /// Data in the column, or the name of a file with it.
  static let external = StoredEncoding(name: "external")
  /// As JSON, although the type has raw values.
  static let json = StoredEncoding(name: "JSON")

  /// As a transformer says.
  static func transformed(by transformer: Any.Type) -> StoredEncoding {
    StoredEncoding(name: "by \(transformer)")
  }

  private init(name: String) { self.name = name }

  init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// Plain is what all were before there were others, so it leaves hashes as they were.
  func combine(into hash: inout StableHash) {
    if self != .plain { hash.combine(name) }
  }
}
