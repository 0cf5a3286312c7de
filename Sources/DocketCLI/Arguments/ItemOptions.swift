import ArgumentParser
import DocketData
import Foundation
import SwiftData

struct ItemOptions: ParsableArguments, Sendable {
  @Option(parsing: .unconditional, help: "The notes.")
  var notes: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Due date: \(DueDate.help).", valueName: "date"),
    transform: OrNone<DueDate>.value)
  var due: OrNone<DueDate>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start date, before which it isn't ready; as the due date, or none.", valueName: "date"),
    transform: OrNone<StartDate>.value)
  var start: OrNone<StartDate>?

  @Option(help: "The priority.")
  var priority: Priority?

  @Option(
    parsing: .unconditional, help: "The list, created if it is missing; or none.", completion: ItemCompletion.list)
  var list: String?

  @Option(
    help: ArgumentHelp("How it repeats: \(Repetition.help).", valueName: "repetition"),
    completion: .list(RecurrencePhrase.examples.filter { !$0.contains(" ") } + ["none"]),
    transform: OrNone<Repetition>.value)
  var every: OrNone<Repetition>?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Parent item, or none.", valueName: "id"),
    completion: ItemCompletion.parent,
    transform: OrNone<ItemNumber>.value)
  var parent: OrNone<ItemNumber>?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Items that have to be done before, with commas between them; + adds and - removes some; or none. May be repeated.
      """, valueName: "ids"), completion: ItemCompletion.blockers,
    transform: OrNone<BlockerChange>.value)
  var after: [OrNone<BlockerChange>] = []

  var isEmpty: Bool {
    notes == nil && due == nil && start == nil && after.isEmpty && priority == nil && list == nil && every == nil
      && parent == nil
  }

  /// How the item is to repeat; nil if the options don't say it.
  var rule: Replacement<RecurrenceRule>? { every.map { Replacement($0.value?.rule) } }

  /// - Parameter typed: how a new item repeats unless the options say it. That of an item that is there is not looked at:
  ///   its due time is the next one, as in the list.
  func changes(_ handler: DataHandler, repeating typed: RecurrenceRule? = nil) throws -> ItemChanges {
    let rule = rule.map(\.value) ?? typed
    return ItemChanges(
      notes: notes, priority: priority, due: due.map { Replacement($0.value?.date(repeating: rule)) },
      rule: self.rule, start: start.map { Replacement($0.value?.date) },
      list: list.map { Replacement(ListName.typed($0)) },
      parent: try parent.map { Replacement(try $0.value.map { try handler.identifier(number: $0.value) }) },
      blockers: after.contains(where: \.setsAll) ? try blockers(.all, handler) : nil,
      addedBlockers: try blockers(.added, handler), removedBlockers: try blockers(.removed, handler))
  }

  private func blockers(_ kind: BlockerChange.Kind, _ handler: DataHandler) throws -> [PersistentIdentifier] {
    try after.compactMap(\.value).filter { $0.kind == kind }.flatMap(\.numbers).map {
      try handler.identifier(number: $0)
    }
  }
}

extension OrNone<BlockerChange> {
  /// Whether it says all items to wait for, not more or fewer.
  fileprivate var setsAll: Bool { value.map { $0.kind == .all } ?? true }
}
