import DocketData
import OpenSwiftDataSync
import SwiftData

extension SyncConfiguration {
  /// How stores of items are kept equal.
  package static var items: SyncConfiguration {
    var configuration = SyncConfiguration()
    // What undoes what stays on this machine.
    configuration.excludedEntities = ["JournalStep"]
    configuration.bookkeeping = ["Item": ["timestamp", "createTimestamp", "orderKey"], "SavedFilter": ["position"]]
    configuration.renamed = ["Item": renamedProperties]
    // Done twice is done: that it was at other times needs no decision.
    configuration.isConflict = { _, property, kept, shown in
      property != "completedAt" || (kept == .null) != (shown == .null)
    }
    configuration.sharing = SharingRule(
      root: "ItemList", label: "name", members: ["Item": .init("list", parent: "parent")], values: ["Tag"])
    return configuration
  }

  /// What stores of earlier versions of the schema write, with the values that migrations make of it.
  private static var renamedProperties: [String: PropertyRenaming] {
    [
      // Until the fourth version.
      "position": PropertyRenaming(to: "orderKey") { position in
        if case .real(let number) = position { .text(OrderKey(number).text) } else { position }
      },
      // Until the fifth version.
      "recurrence": PropertyRenaming(to: "rule") { recurrence in
        guard case .text(let text) = recurrence, let rule = RecurrenceRule(rawValue: text) else { return recurrence }
        return .text(rule.rawValue)
      },
    ]
  }
}
