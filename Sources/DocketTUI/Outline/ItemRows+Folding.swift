import SwiftData

extension ItemRows {
  /// Whether an item has sub-items that can be shown or hidden.
  func canFold(_ id: PersistentIdentifier) -> Bool { isOutline && parts.all[id, default: 0] > 0 }

  func isUnfolded(_ id: PersistentIdentifier) -> Bool { folding.shown(parts.all, rows: results.count).contains(id) }

  func unfold(_ id: PersistentIdentifier) {
    folding.unfold(id)
    rebuild()
    onRedraw?()
  }

  func fold(_ id: PersistentIdentifier) {
    folding.fold(id)
    rebuild()
    onRedraw?()
  }
}
