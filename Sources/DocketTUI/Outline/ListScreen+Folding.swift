import SwiftData

extension ListScreen {
  /// Shows or hides the sub-items; on a sub-item, hides it with those beside it.
  func toggleFold() {
    guard let id = list.selectedID else { return }
    if rows.canFold(id) {
      if rows.isUnfolded(id) { rows.fold(id) } else { rows.unfold(id) }
      return foldingChanged(selecting: id)
    }
    guard let parent = rows.item(id)?.parent?.persistentModelID else { return }
    rows.fold(parent)
    foldingChanged(selecting: parent)
  }

  private func foldingChanged(selecting id: PersistentIdentifier) {
    list.reload(selecting: rows.index(of: id, near: list.selection.index))
    dropSelectionOfGoneItems()
  }

  /// Why there is nothing to fold, or nil.
  var whyNothingFolds: String? {
    guard rows.isOutline else { return "sub-items stand for themselves amongst what is found" }
    guard let id = list.selectedID, rows.canFold(id) || rows.item(id)?.parent != nil else {
      return "it has no sub-items; \(keys.keys(of: .addSubitem).first ?? "add-subitem") adds one"
    }
    return nil
  }
}
