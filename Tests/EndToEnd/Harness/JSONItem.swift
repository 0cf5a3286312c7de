/// An item as the JSON output has it.
struct JSONItem: Codable, Hashable, Sendable {
  let id: Int
  let title: String
  let timestamp: String
  let created: String
}
