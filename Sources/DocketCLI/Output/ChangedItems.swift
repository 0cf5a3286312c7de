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
  /// As they were, for items that are not there afterwards; nil for those that are.
  private let deleted: [ItemValues]?
  /// How many are deleted with them.
  private let subitemCount: Int

  /// Reads, before the command, what can't be read afterwards.
  init(
    _ ids: [PersistentIdentifier], areDeleted: Bool, _ participle: String, _ handler: DataHandler
  ) async throws {
    (self.ids, self.participle) = (ids, participle)
    deleted = areDeleted && ids.count <= Self.maxNamed ? try await handler.items(ids: ids) : nil
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
    let items = if let deleted { deleted } else { (try? await handler.items(ids: changed)) ?? [] }
    let width = TerminalColumns.current.map { $0 - participle.count - 2 }
    return items.map { "\(participle): " + AddCommand.line($0, at: width) }.joined()
  }
}
