import DataProvider
import DocketConfiguration
import SwiftData
import TerminalUI

extension ListScreen {
  /// Deletes, after a question if a person wants one.
  func delete() {
    let targets = targets
    guard asksBeforeDeleting(targets) else { return delete(targets) }
    var dialog = Dialog(
      "Delete", message: "Delete \(words(for: targets))\(wordsForParts(targets))? It can be undone.",
      buttons: [
        DialogButton("Delete", key: "d", answer: Overlay.Answer.delete(targets)),
        DialogButton("Keep", key: "k", answer: Overlay.Answer.closed),
      ], focus: 1)
    dialog.style = environment.roles.overlay
    overlay = .dialog(dialog)
  }

  private func asksBeforeDeleting(_ targets: ItemTargets) -> Bool {
    switch environment.configuration.confirmDelete {
    case .always: true
    case .several: targets.count > 1 || !wordsForParts(targets).isEmpty
    case .never: false
    }
  }

  /// The parts that go with an item.
  private func wordsForParts(_ targets: ItemTargets) -> String {
    guard let id = targets.only, let parts = rows.item(id)?.subitems.count, parts > 0 else { return "" }
    return parts == 1 ? " and its sub-item" : " and its \(parts) sub-items"
  }

  /// Deletes at once.
  func delete(_ targets: ItemTargets) {
    let what = words(for: targets)
    list.unmarkAll()
    let number = expectDeparture(of: targets)
    actions.perform {
      try await $0.deleteItems(ids: targets.identifiers())
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
