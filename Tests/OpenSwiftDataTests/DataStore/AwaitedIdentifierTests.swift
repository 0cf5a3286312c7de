import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The temporary identifier of a row in a custom store")
struct AwaitedIdentifierTests {
  private func moment(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  private func inserted(_ count: Int, into context: ModelContext) -> [Tally] {
    let tallies = (0..<count).map { Tally(when: moment(Double($0)), amount: Double($0)) }
    for tally in tallies { context.insert(tally) }
    return tallies
  }

  /// Equal identifiers have equal hashes, before the save and after.
  private func checkHashes(
    _ context: ModelContext, _ models: [any PersistentModel], areEqual: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let temporary = models.map(\.persistentModelID)
    let hashes = temporary.map(\.hashValue)
    try context.save()
    #expect(temporary.map(\.hashValue) == hashes, sourceLocation: sourceLocation)
    for (early, model) in zip(temporary, models) {
      let permanent = model.persistentModelID
      #expect(!permanent.isTemporary && early.storeIdentifier != nil, sourceLocation: sourceLocation)
      #expect((early == permanent) == areEqual, sourceLocation: sourceLocation)
      if areEqual { #expect(early.hashValue == permanent.hashValue, sourceLocation: sourceLocation) }
    }
    #expect(Set(temporary + models.map(\.persistentModelID)).count == models.count * (areEqual ? 1 : 2))
  }

  @Test func hashesLikeThePermanentOneThatTheStoreMadeAndHashed() throws {
    let service = TallyService()
    let container = try ModelContainer(for: Tally.self, configurations: TallyConfiguration(service: service))
    let context = ModelContext(container)
    let tallies = inserted(20, into: context)
    try checkHashes(context, tallies)
    #expect(tallies.allSatisfy { service.now.tallies[$0.persistentModelID]?.amount == $0.amount })
  }

  @Test func hashesLikeThatOfAnEncodedModel() throws {
    let files = try TemporaryStore()
    let context = ModelContext(try files.jsonContainer(Folder.self))
    let folders = (0..<10).map { Folder("\($0)") }
    for (number, folder) in folders.enumerated() {
      context.insert(folder)
      folder.sheets = [Sheet("\(number)")]
    }
    try checkHashes(context, folders + folders.flatMap(\.sheets))
  }

  @Test func hashesLikeThoseOfSeveralFiles() throws {
    let files = try TemporaryStore()
    let urls = ["notes", "tallies"].map { files.directory.appendingPathComponent("\($0).sqlite") }
    let context = ModelContext(
      try ModelContainer(
        for: Schema([Note.self, Tally.self]),
        configurations: ModelConfiguration("notes", schema: Schema([Note.self]), url: urls[0]),
        ModelConfiguration("tallies", schema: Schema([Tally.self]), url: urls[1])))
    let notes = (0..<5).map { Note(title: "\($0)") }
    for note in notes { context.insert(note) }
    let tallies = inserted(5, into: context)
    try checkHashes(context, notes + tallies)
  }

  @Test func isAnotherOneIfTheStoreMakesThemInItsOwnOrder() throws {
    let service = TallyService()
    service.change { $0.goesBackwards = true }
    let container = try ModelContainer(for: Tally.self, configurations: TallyConfiguration(service: service))
    let context = ModelContext(container)
    let tallies = inserted(2, into: context)
    let temporary = tallies.map(\.persistentModelID)
    try checkHashes(context, tallies, areEqual: false)
    for (early, tally) in zip(temporary, tallies) {
      #expect(context.model(for: early) === tally)
      #expect(early.primaryKey == tally.persistentModelID.primaryKey)
    }
  }

  @Test func staysTheSameAfterAFailedSave() throws {
    let files = try TemporaryStore()
    let context = ModelContext(try files.jsonContainer(Note.self, largestCount: 1))
    let notes = [Note(title: "one"), Note(title: "two")]
    for note in notes { context.insert(note) }
    let temporary = notes[1].persistentModelID
    #expect(throws: JSONStore.IsFull.self) { try context.save() }
    context.delete(notes[0])
    try checkHashes(context, [notes[1]])
    #expect(temporary == notes[1].persistentModelID)
  }
}
