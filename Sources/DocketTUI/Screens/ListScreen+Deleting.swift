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
    countWhileAsking {
      try await $0.partCount(ids: targets.identifiers())
    } ask: { [weak self] in
      self?.ask(about: targets, parts: $0, focus: $1)
    }
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
    askToDelete(
      "Delete \(words(for: targets))\(wordsForParts(parts, of: targets))?", answering: .delete(targets), focus: focus)
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

  /// Deletes at once.
  func delete(_ targets: ItemTargets) {
    let what = words(for: targets)
    let number = expectDeparture(of: targets)
    perform("deleting", on: targets) {
      try await $0.deleteItems(ids: targets.identifiers())
    } completion: { [weak self] result, _ in
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
