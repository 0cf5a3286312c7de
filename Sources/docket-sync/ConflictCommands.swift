import ArgumentParser
import DocketData
import Foundation
import OpenSwiftDataSync

/// `docket sync conflicts`: what was overwritten unseen.
struct ConflictsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts", abstract: "Show what was overwritten unseen, or deleted while it was changed elsewhere.",
    discussion: """
      Each has an ID: 'docket sync take ID' takes the value back that is not shown, 'docket sync keep ID' agrees to the \
      one that is. Either decides on all machines.
      """)

  @OptionGroup var store: StoreOptions

  @Flag(help: "As JSON.")
  var json = false

  private struct Answer: Encodable {
    let id, what, title, property, shown, kept: String
    let item: Int64?
    let at: String
  }

  func run() async throws {
    let conflicts = try await SyncSession(store).conflicts().map(\.words)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let answers = conflicts.map { conflict in
        Answer(
          id: conflict.id, what: conflict.what, title: conflict.title, property: conflict.property,
          shown: conflict.shown, kept: conflict.kept, item: conflict.item,
          at: conflict.time)
      }
      return print(String(decoding: try encoder.encode(answers), as: UTF8.self))
    }
    let columns = TerminalColumns.current
    for conflict in conflicts { print(conflict.line(columns: columns)) }
  }
}

/// `docket sync take`: takes back a value that is not shown.
struct TakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "take", abstract: "Take back the value of a conflict that is not shown.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("As 'docket sync conflicts' shows it.", valueName: "id"))
  var id: String

  func run() async throws {
    let decision = try await Decision(store, id)
    try await decision.complete()
    try await decision.write { $0.taking }
  }
}

/// `docket sync keep`: agrees to what is shown.
struct KeepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep", abstract: "Agree to the value of a conflict that is shown.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("As 'docket sync conflicts' shows it.", valueName: "id"))
  var id: String

  func run() async throws { try await Decision(store, id).write { $0.keeping } }
}

/// A person's decision about a conflict.
private struct Decision {
  private let engine: SyncEngine
  private let conflict: ConflictWords

  init(_ store: StoreOptions, _ id: String) async throws {
    let session = try SyncSession(store)
    // A restored backup is noticed by a round; without a network the decision is made all the same.
    _ = try? await session.round()
    guard let found = try await session.conflicts().first(where: { $0.words.id == id }) else {
      throw SyncFailure(.noMatch, "there is no such conflict", place: id, remedy: "see 'docket sync conflicts'")
    }
    (engine, conflict) = (found.engine, found.words)
  }

  /// Completes the item, if that is what is taken: a repeating one gets its next item, as by any other command.
  func complete() async throws {
    guard let (number, date) = conflict.completion else { return }
    let handler = DataHandler(modelContainer: engine.modelContainer, author: NSUserName())
    try await handler.completeItems(ids: [handler.identifier(number: number)], at: date, takesNext: true)
  }

  func write(_ edits: (ConflictWords) -> [LocalEdit]) async throws {
    try await engine.write(edits(conflict))
    print("decided: \(conflict.what)")
  }
}

extension SyncSession {
  /// What nobody has decided about, in all spaces of the store.
  fileprivate func conflicts() async throws -> [(engine: SyncEngine, words: ConflictWords)] {
    var found: [(engine: SyncEngine, words: ConflictWords)] = []
    for space in try await spaces() {
      let conflicts = ConflictWords.grouped(try await space.engine.conflicts(), at: space.engine.place)
      found += conflicts.map { (space.engine, $0) }
    }
    return found
  }
}
