/// A class that inherits from the one a table is named after, as a store remembers it.
struct SubclassDescription: Codable, Hashable, Sendable {
  let name: String
  /// The class above.
  let superclass: String
}
