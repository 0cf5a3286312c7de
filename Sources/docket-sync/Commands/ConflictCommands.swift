import ArgumentParser
import DocketData
import DocketOutput
import Foundation
import OpenSwiftDataSync
import SwiftData

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
    /// When and where the kept value was written.
    let at, by: String?
    /// When and where the shown value was written, or the item deleted.
    let shownAt, shownBy: String?
    /// For whom it is kept, and who sees it once it is taken; nil if nobody else has to do with it.
    let note: String?
  }

  func run() async throws {
    let conflicts = try await SyncSession(store).conflicts().map(\.words)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let answers = conflicts.map { conflict in
        Answer(
          id: conflict.exactID, what: conflict.what, title: conflict.title, property: conflict.property,
          shown: conflict.shown, kept: conflict.kept, item: conflict.item,
          at: conflict.origin?.time, by: conflict.origin?.machine, shownAt: conflict.shownOrigin?.time,
          shownBy: conflict.shownOrigin?.machine, note: conflict.note)
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
    commandName: "take", abstract: "Take back the value of a conflict that is not shown.",
    discussion: "What an item has then is a step: 'docket undo' gives it the other value.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("As 'docket sync conflicts' shows it.", valueName: "id"))
  var id: String

  func run() async throws { try await Decision(store, id).take() }
}

/// `docket sync keep`: agrees to what is shown.
struct KeepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep", abstract: "Agree to the value of a conflict that is shown.",
    discussion: "What an item has then is a step: 'docket undo' gives it the other value.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("As 'docket sync conflicts' shows it.", valueName: "id"))
  var id: String

  func run() async throws { try await Decision(store, id).keep() }
}

/// A person's decision about a conflict.
private struct Decision {
  private let engine: SyncEngine
  private let conflict: ConflictWords
  private let handler: DataHandler

  init(_ store: StoreOptions, _ id: String) async throws {
    let session = try SyncSession(store)
    let parts = id.split(separator: ConflictWords.revisionMark, maxSplits: 1).map(String.init)
    func find() async throws -> (engine: SyncEngine, words: ConflictWords)? {
      try await session.conflicts().first { $0.words.id == parts.first }
    }
    // What a person saw is what is here before this command asks for more.
    let seen = try await find()
    // A restored backup is noticed by a round; without a network the decision is made all the same.
    _ = try? await session.round()
    guard let now = try await find() else {
      throw SyncFailure(.noMatch, "there is no such conflict", place: id, remedy: "see 'docket sync conflicts'")
    }
    let found = seen ?? now
    if parts.count > 1, parts[1] != found.words.revision {
      throw SyncFailure(
        .noMatch, "the conflict has other values now", place: parts[0], remedy: "look at it again, and decide then")
    }
    (engine, conflict) = (found.engine, found.words)
    handler = DataHandler(modelContainer: engine.modelContainer, author: NSUserName())
  }

  func take() async throws {
    if conflict.hasNoPlace {
      throw SyncFailure(
        .noMatch, "its list was deleted", place: conflict.title,
        remedy: "bring the list back with 'docket undo' where that was done, or add what is kept anew")
    }
    if let (number, date) = conflict.completion {
      // A repeating item gets its next one, as by any other command.
      try await handler.completeItems(ids: [handler.identifier(number: number)], at: date, takesNext: true)
      try await engine.write(conflict.taking)
    } else if let item = conflict.itemMovedToList {
      let isThere = try await handler.take(item.values, tags: item.tags, ofItem: item.uid)
      guard isThere else {
        throw SyncFailure(
          .noMatch, "the item was deleted meanwhile", place: conflict.title, remedy: "see 'docket sync conflicts'")
      }
      try await engine.write(conflict.taking)
    } else if let uid = conflict.itemMovedOff {
      try await handler.takeBackMove(of: uid) { [engine, conflict] in try await engine.write(conflict.taking) }
    } else if let uid = conflict.deletedItem {
      try await handler.takeBackDeletion(of: uid) { [engine, conflict] in try await engine.write(conflict.taking) }
    } else {
      try await write(
        conflict.taking, against: conflict.shownValues, for: conflict.keptValues,
        as: "take the other \(conflict.noun) of")
    }
    print("decided: \(conflict.what)")
  }

  func keep() async throws {
    if let item = conflict.goneItem {
      try await handler.agreeToDeletion(of: item) { [engine, conflict] in try await engine.write(conflict.keeping) }
    } else {
      try await write(
        conflict.keeping, against: conflict.keptValues, for: conflict.shownValues, as: "keep the \(conflict.noun) of")
    }
    print("decided: \(conflict.what)")
  }

  /// Writes a decision; about the value of an item that is a step, unless it refers to what is not here.
  private func write(
    _ edits: [LocalEdit], against rejected: [String: SQLiteValue]?, for chosen: [String: SQLiteValue]?, as verb: String
  ) async throws {
    guard let number = conflict.item, let rejected, let chosen, !chosen.isEmpty else {
      return try await engine.write(edits)
    }
    try await handler.decide(item: number, against: rejected, for: chosen, as: verb) { [engine] in
      try await engine.write(edits)
    }
  }
}

extension SyncSession {
  /// What nobody has decided about, in all spaces of the store.
  fileprivate func conflicts() async throws -> [(engine: SyncEngine, words: ConflictWords)] {
    var found: [(engine: SyncEngine, words: ConflictWords)] = []
    for space in try await spaces() { found += try await conflicts(in: space).map { (space.engine, $0) } }
    return found
  }

  private func conflicts(in space: SyncedSpace) async throws -> [ConflictWords] {
    let conflicts = try await space.engine.conflicts()
    guard !conflicts.isEmpty else { return [] }
    let known = ConflictWords.Space(
      place: space.engine.place, replica: try await space.status().replica, labels: try names.labels(for: conflicts),
      moved: try names.present(conflicts.compactMap(ConflictWords.goneItem)),
      hasLostList: space.engine.place.isShared && space.root == nil)
    return ConflictWords.grouped(conflicts, in: known)
  }

  /// How many decisions a space waits for, as they are listed.
  ///
  /// - Parameter status: what the store knows of the space.
  func conflictCount(in space: SyncedSpace, _ status: SyncStatus) async throws -> Int {
    status.conflicts == 0 ? 0 : try await conflicts(in: space).count
  }
}
