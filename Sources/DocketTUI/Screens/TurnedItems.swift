import DocketData
import Foundation
import SwiftData

/// The items that an undo or a redo brought back or changed.
struct TurnedItems: Sendable {
  private(set) var new: [PersistentIdentifier] = []
  private(set) var changed: [PersistentIdentifier] = []

  /// - Complexity: linear in the number of rows.
  init(_ transactions: [DefaultHistoryTransaction]) {
    let entity = Schema.entityName(for: Item.self)
    for change in transactions.lazy.flatMap(\.changes) {
      let id = change.changedPersistentIdentifier
      guard id.entityName == entity else { continue }
      switch change {
      case .insert: new.append(id)
      case .update: changed.append(id)
      case .delete: break
      }
    }
  }
}

extension DataHandler {
  /// Where the history of the store ends; nil if it has none or can't be read.
  func lastToken() -> DefaultHistoryToken? {
    var last = HistoryDescriptor<DefaultHistoryTransaction>(sortBy: [SortDescriptor(\.token, order: .reverse)])
    last.fetchLimit = 1
    return try? modelContext.fetchHistory(last).first?.token
  }

  /// What the handler's author did to items since; nothing if that can't be read.
  func itemsTurned(since token: DefaultHistoryToken?) -> TurnedItems {
    guard let token, let author = modelContext.author else { return TurnedItems([]) }
    let later = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > token && $0.author == author })
    return TurnedItems((try? modelContext.fetchHistory(later)) ?? [])
  }
}
