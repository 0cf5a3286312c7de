import Foundation

/// The values of one item, for either side.
struct ItemSample: Sendable {
  let title: String
  let notes: String
  let createdAt: Date
  let due: Date?
  let isDone: Bool
  let priority: Int
}
