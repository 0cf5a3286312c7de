import ArgumentParser
import DocketData
import Foundation

struct ItemOptions: ParsableArguments, Sendable {
  @Option(parsing: .unconditional, help: "The notes.")
  var notes: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Due date: \(DueDate.help).", valueName: "date"),
    transform: OrNone<DueDate>.value)
  var due: OrNone<DueDate>?

  @Option(help: "The priority.")
  var priority: Priority?

  @Option(parsing: .unconditional, help: "The list, created if it is missing; or none.")
  var list: String?

  @Option(
    help: ArgumentHelp("How it repeats: \(Repetition.help).", valueName: "repetition"),
    completion: .list(RecurrencePhrase.examples.filter { !$0.contains(" ") } + ["none"]),
    transform: OrNone<Repetition>.value)
  var every: OrNone<Repetition>?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Parent item, or none.", valueName: "id"),
    transform: OrNone<ItemNumber>.value)
  var parent: OrNone<ItemNumber>?

  var isEmpty: Bool {
    notes == nil && due == nil && priority == nil && list == nil && every == nil && parent == nil
  }

  func changes(_ handler: DataHandler) throws -> ItemChanges {
    ItemChanges(
      notes: notes, priority: priority, due: due.map { Replacement($0.value?.date) },
      rule: every.map { Replacement($0.value?.rule) },
      list: list.map { Replacement($0.lowercased() == "none" ? nil : $0) },
      parent: try parent.map { Replacement(try $0.value.map { try handler.identifier(number: $0.value) }) })
  }
}
