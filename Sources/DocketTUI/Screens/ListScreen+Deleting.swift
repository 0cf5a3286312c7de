import DataProvider
import DocketConfiguration
import SwiftData
import TerminalUI

extension ListScreen {
  /// Deletes, after a question if a person wants one.
  func delete() {
    let ids = targets
    guard asksBeforeDeleting(ids) else { return delete(ids) }
    var dialog = Dialog(
      "Delete", message: "Delete \(words(for: ids))\(wordsForParts(ids))? It can be undone.",
      buttons: [
        DialogButton("Delete", key: "d", answer: Overlay.Answer.delete(ids)),
        DialogButton("Keep", key: "k", answer: Overlay.Answer.closed),
      ], focus: 1)
    dialog.style = environment.roles.overlay
    overlay = .dialog(dialog)
  }

  private func asksBeforeDeleting(_ ids: [PersistentIdentifier]) -> Bool {
    switch environment.configuration.confirmDelete {
    case .always: true
    case .several: ids.count > 1 || !wordsForParts(ids).isEmpty
    case .never: false
    }
  }

  /// The parts that go with an item.
  private func wordsForParts(_ ids: [PersistentIdentifier]) -> String {
    guard ids.count == 1, let parts = rows.item(ids[0])?.subitems.count, parts > 0 else { return "" }
    return parts == 1 ? " and its sub-item" : " and its \(parts) sub-items"
  }

  /// Deletes at once.
  func delete(_ ids: [PersistentIdentifier]) {
    let what = words(for: ids)
    list.unmarkAll()
    let number = expectDeparture(of: ids)
    actions.perform {
      try await $0.deleteItems(ids: ids)
    } completion: { [weak self] result in
      guard case .success = result else { return self?.deletionFailed(number) ?? () }
      self?.say("deleted \(what)", offering: .undo)
      self?.noteSaved(number)
    }
  }

  private func deletionFailed(_ number: Int) {
    typeAhead.end(number)
    typeAhead.drop()
  }
}
