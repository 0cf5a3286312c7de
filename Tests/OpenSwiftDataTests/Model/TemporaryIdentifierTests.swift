import Foundation
import Synchronization
import Testing

@testable import OpenSwiftData

@Suite("An identifier taken before the save")
struct TemporaryIdentifierTests {
  /// Other threads see a row from `COMMIT` on, before the save that inserted it returns.
  @Test func hashesAlikeFromTheMomentItsRowIsVisible() async throws {
    let container = try memoryContainer(Note.self)
    let reader = EarlyReader(container)
    let context = ModelContext(container)
    for number in 0..<20_000 where reader.count < 50 {
      let note = Note(title: "\(number)")
      context.insert(note)
      _ = note.persistentModelID
      try context.save()
    }
    let hashes = await reader.stop()
    #expect(hashes.count >= 50)
    #expect(hashes.allSatisfy { $0.key.hashValue == $0.value })
  }

  @Test func isFoundInASetByItsPermanentForm() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let note = Note(title: "new")
    context.insert(note)
    let early: Set = [note.persistentModelID]
    try context.save()
    let fetched = try #require(try context.fetchIdentifiers(FetchDescriptor<Note>()).first)
    #expect(!fetched.isTemporary)
    #expect(early.contains(fetched))
    #expect(Set([fetched]).isSuperset(of: early))
  }

  @Test func standsForNoRowAfterAFailedCommit() throws {
    let entity = EntityIdentity(store: "failed-\(UUID())", entity: "Note")
    let temporary = PersistentIdentifier(entity: entity, key: TemporaryKeys.next(for: Note.self))
    let permanent = PersistentIdentifier(entity: entity, key: 1)
    let hash = temporary.hashValue
    TemporaryIdentifiers.resolve(temporary, to: permanent)
    #expect(temporary == permanent)
    #expect(permanent.hashValue == hash)
    TemporaryIdentifiers.unresolve(temporary, for: permanent)
    #expect(temporary != permanent)
    #expect(temporary.primaryKey == nil)
    #expect(temporary.hashValue == hash)
  }

  @Test func neighboursShareMemory() {
    var runs = KeyRuns()
    let entity = EntityIdentity(store: nil, entity: "Note")
    for key in 1...100_000 { runs.insert(Int64(key), leadingTo: Int64(key + 7), of: entity) }
    #expect(runs.runs.count == 1)
    #expect(runs[100_000]?.key == 100_007)
    #expect(runs[100_001] == nil)
  }

  @Test func typesDoNotBreakEachOthersNeighbourhood() {
    let keys = (0..<3_000).map { _ in
      (-TemporaryKeys.next(for: Document.self), -TemporaryKeys.next(for: Item.self))
    }
    for column in [keys.map(\.0), keys.map(\.1)] {
      let neighbours = zip(column, column.dropFirst()).count { $1 == $0 + 1 }
      #expect(neighbours >= 2_990)
    }
    #expect(Set(keys.map(\.0) + keys.map(\.1)).count == 6_000)
  }

  /// Random insertions and removals against a dictionary.
  @Test func runsAnswerAsADictionaryDoes() {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let entities = [EntityIdentity(store: nil, entity: "A"), EntityIdentity(store: nil, entity: "B")]
    var runs = KeyRuns()
    var expected: [Int64: Int64] = [:]
    for _ in 0..<3_000 {
      let key = Int64.random(in: 1...300, using: &random)
      if expected[key] != nil {
        runs.remove(key)
        expected[key] = nil
      } else {
        let row = key + Int64.random(in: 0...1, using: &random)
        runs.insert(key, leadingTo: row, of: entities[Int(key / 40) % 2])
        expected[key] = row
      }
    }
    #expect((0...301).allSatisfy { runs[$0]?.key == expected[$0] })
    #expect((1...300).allSatisfy { key in runs[key].map { $0.entity == entities[Int(key / 40) % 2] } ?? true })
  }
}

extension FetchDescriptor<Note> {
  /// The row that was inserted last.
  fileprivate static var newest: FetchDescriptor<Note> {
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.count, order: .reverse)])
    descriptor.fetchLimit = 1
    return descriptor
  }
}

/// Hashes the identifiers of new rows as soon as they are visible, on its own thread.
private final class EarlyReader: Sendable {
  private let seen = Atomic<Int>(0)
  private let isDone = Atomic<Bool>(false)
  private let (stream, results) = AsyncStream<[PersistentIdentifier: Int]>.makeStream()

  init(_ container: ModelContainer) {
    Thread.detachNewThread { [self] in
      var hashes: [PersistentIdentifier: Int] = [:]
      while !isDone.load(ordering: .acquiring) {
        for id in (try? ModelContext(container).fetchIdentifiers(.newest)) ?? [] { hashes[id] = id.hashValue }
        seen.store(hashes.count, ordering: .relaxed)
      }
      results.yield(hashes)
    }
  }

  var count: Int { seen.load(ordering: .relaxed) }

  func stop() async -> [PersistentIdentifier: Int] {
    isDone.store(true, ordering: .releasing)
    return await stream.first { _ in true } ?? [:]
  }
}
