import DocketData
import DocketOutput
import SwiftData

/// What a command did to items, in lines for a person at a terminal.
struct ChangedItems {
  /// More are counted and not named.
  private static let maxNamed = 10

  /// What was done to them: "skipped".
  private let participle: String
  private let ids: [PersistentIdentifier]
  /// As they were; none if they are too many to be named.
  private let before: [ItemValues]
  private let areDeleted: Bool
  /// How many are deleted with them.
  private let subitemCount: Int

  /// Reads, before the command, what can't be read afterwards.
  init(
    _ ids: [PersistentIdentifier], areDeleted: Bool, _ participle: String, _ handler: DataHandler
  ) async throws {
    (self.ids, self.participle, self.areDeleted) = (ids, participle, areDeleted)
    before = ids.count <= Self.maxNamed ? try await handler.items(ids: ids) : []
    subitemCount = areDeleted ? try await handler.subitemCount(ids: ids) : 0
  }

  /// A line for each item, or one for many, without those that did not change.
  func lines(_ handler: DataHandler, without unchanged: [ItemValues]) async -> String {
    let changed = ids.filter { id in !unchanged.contains { $0.id == id } }
    return await lines(of: changed, handler)
      + (subitemCount > 0 ? "\(participle) too: \(Quantity(subitemCount, "sub-item"))\n" : "")
  }

  private func lines(of changed: [PersistentIdentifier], _ handler: DataHandler) async -> String {
    guard changed.count <= Self.maxNamed else { return "\(participle): \(Quantity(changed.count, "item"))\n" }
    // What was done stays done, whether this can be read or not.
    let items = areDeleted ? before : (try? await handler.items(ids: changed)) ?? []
    let width = TerminalColumns.current.map { $0 - participle.count - 2 }
    return items.map { item in
      "\(participle): " + ItemLine(item, before: before.first { $0.id == item.id }).text(width: width)
    }.joined()
  }
}
