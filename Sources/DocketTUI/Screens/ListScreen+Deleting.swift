import DataProvider
import DocketConfiguration
import SwiftData
import TerminalUI

extension ListScreen {
  /// Deletes, after a question if a person wants one.
  func delete() {
    let targets = targets
    guard asksBeforeDeleting(targets) else { return delete(targets) }
    ask(about: targets, parts: nil, focus: 1)
    countParts(of: targets)
  }

  private func asksBeforeDeleting(_ targets: ItemTargets) -> Bool {
    switch environment.configuration.confirmDelete {
    case .always: true
    case .several: targets.count > 1 || targets.only.map { rows.parts.all[$0] != nil } == true
    case .never: false
    }
  }

  /// - Parameter parts: how many items go with them; nil until it is known.
  private func ask(about targets: ItemTargets, parts: Int?, focus: Int) {
    var dialog = Dialog(
      "Delete", message: "Delete \(words(for: targets))\(wordsForParts(parts, of: targets))? It can be undone.",
      buttons: [
        DialogButton("Delete", key: "d", answer: Overlay.Answer.delete(targets)),
        DialogButton("Keep", key: "k", answer: Overlay.Answer.closed),
      ], focus: focus)
    dialog.style = environment.roles.overlay
    overlay = .dialog(dialog)
  }

  private func wordsForParts(_ parts: Int?, of targets: ItemTargets) -> String {
    let owner = targets.count == 1 ? "its" : "their"
    switch parts {
    case nil: return targets.only.map { rows.parts.all[$0] != nil } == true ? " and its sub-items" : ""
    case 0?: return ""
    case 1?: return " and \(owner) sub-item"
    case let parts?: return " and \(owner) \(parts.grouped) sub-items"
    }
  }

  /// Counts all that goes with them, in the background, and says so while the question is asked.
  private func countParts(of targets: ItemTargets) {
    let createHandler = environment.createHandler
    overlayWork = Task { [weak self] in
      let counting = Task.detached { try await createHandler().partCount(ids: targets.identifiers()) }
      // A number that can't be told leaves the question as it is.
      let parts = try? await withTaskCancellationHandler {
        try await counting.value
      } onCancel: {
        counting.cancel()
      }
      guard let self, let parts, !Task.isCancelled, case .dialog(let dialog) = overlay else { return }
      ask(about: targets, parts: parts, focus: dialog.focus)
      application?.setNeedsDisplay()
    }
  }

  /// Deletes at once.
  func delete(_ targets: ItemTargets) {
    let what = words(for: targets)
    list.unmarkAll()
    let number = expectDeparture(of: targets)
    actions.perform("deleting", on: targets) {
      try await $0.deleteItems(ids: targets.identifiers())
    } completion: { [weak self] result in
      guard case .success = result else { return self?.deletionFailed(number) ?? () }
      self?.say("deleted \(what)", offering: .undo)
      self?.noteSaved(number)
    }
  }

  private func deletionFailed(_ number: Int) {
    typeAhead.end(number)
    dropKeys()
  }
}
