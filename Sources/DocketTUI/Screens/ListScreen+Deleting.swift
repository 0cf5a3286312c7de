import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

extension ListScreen {
  /// Deletes, after a question if a person wants one.
  ///
  /// Whether others belong to a single item is known for sure only in the transaction that deletes it.
  func delete() {
    let targets = targets
    switch environment.configuration.confirmDelete {
    case .never: delete(targets)
    case .several where targets.count == 1 && !hasKnownParts(targets): delete(targets, unlessTheyHaveParts: true)
    case .always, .several:
      askToDelete(question(about: targets, parts: nil), answering: .delete(targets))
      countWhileAsking {
        try await $0.partCount(ids: targets.identifiers())
      } question: {
        $0.question(about: targets, parts: $1)
      }
    }
  }

  private func hasKnownParts(_ targets: ItemTargets) -> Bool { targets.only.map { rows.parts.all[$0] != nil } == true }

  /// - Parameter parts: how many items go with them; nil until it is known.
  private func question(about targets: ItemTargets, parts: Int?) -> String {
    "Delete \(words(for: targets))\(wordsForParts(parts, of: targets))?"
  }

  private func wordsForParts(_ parts: Int?, of targets: ItemTargets) -> String {
    let owner = targets.count == 1 ? "its" : "their"
    switch parts {
    // Who answers before they are counted is to know what goes.
    case nil where targets.count > 1: return " and what belongs to them"
    case nil: return hasKnownParts(targets) ? " and its sub-items" : ""
    case 0?: return ""
    case 1?: return " and \(owner) sub-item"
    case let parts?: return " and \(owner) \(parts.grouped) sub-items"
    }
  }

  /// Deletes at once.
  ///
  /// - Parameter unlessTheyHaveParts: whether it asks before it deletes others that belong to them.
  func delete(_ targets: ItemTargets, unlessTheyHaveParts: Bool = false) {
    let (what, selected, listing) = (words(for: targets), list.marking, listing)
    let number = expectDeparture(of: targets)
    perform("deleting", on: targets, removes: true, isNothing: { unlessTheyHaveParts && $0 > 0 }) {
      try await $0.deleteItems(ids: targets.identifiers(), unlessTheyHaveParts: unlessTheyHaveParts)
    } completion: { [weak self] result, _ in
      switch result {
      case .success(let parts) where unlessTheyHaveParts && parts > 0:
        self?.deletionFailed(number)
        self?.reselect(selected, in: listing)
        self?.askAfterwards(about: targets, what, parts)
      case .success:
        self?.say("deleted \(what)", offering: .undo)
        self?.noteSaved(number)
      case .failure: self?.deletionFailed(number)
      }
    }
  }

  /// Asks what could not be known before; not over something else that the person has opened meanwhile.
  private func askAfterwards(about targets: ItemTargets, _ what: String, _ parts: Int) {
    guard overlay == nil, draft == nil else {
      return say("kept \(what): \(parts == 1 ? "an item belongs" : "\(parts.grouped) items belong") to it")
    }
    askToDelete(question(about: targets, parts: parts), answering: .delete(targets))
  }

  private func deletionFailed(_ number: Int) {
    typeAhead.end(number)
    dropKeys()
  }
}
