import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Registered models")
struct RegisteredModelsTests {
  /// Keys side by side, far apart, in steps that meet in the table, and negative ones.
  private static func key(_ random: inout SeededGenerator) -> Int64 {
    let number = Int64.random(in: 0..<300, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return number + 1
    case 1: return -number - 1
    case 2: return (number + 1) * 4_096
    default: return (number + 1) << 40
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4]) func areThoseOfADictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var registered = RegisteredModels()
    defer { registered.removeAll() }
    var expected: [Int64: Note] = [:]
    for _ in 0..<6_000 {
      let key = Self.key(&random)
      if Bool.random(using: &random) {
        let note = Note(title: "")
        registered.register(note, key)
        expected[key] = note
      } else {
        registered.remove(key)
        expected[key] = nil
      }
      let asked = Self.key(&random)
      #expect(registered[asked] as? Note == expected[asked], "seed \(seed), key \(asked)")
      #expect(registered[key] as? Note == expected[key], "seed \(seed), key \(key)")
    }
    var seen: [Int64] = []
    for (key, model) in registered.all(where: { _ in true }) {
      #expect(model as? Note == expected[key], "seed \(seed), key \(key)")
      seen.append(key)
    }
    #expect(seen.sorted() == expected.keys.sorted(), "seed \(seed)")
    #expect(registered.count == expected.count, "seed \(seed)")
    #expect(registered.largestKey == expected.keys.max(), "seed \(seed)")
  }

  @Test func areRemovedOnceTheyAreReleased() {
    var registered = RegisteredModels()
    defer { registered.removeAll() }
    var kept: Note? = Note(title: "kept")
    registered.register(kept ?? Note(title: ""), 1)
    registered.register(Note(title: "gone"), 2)
    #expect(registered[2] == nil)
    #expect(registered.removeReleased(1) as? Note == kept)
    #expect(registered.removeReleased(2) == nil)
    #expect(registered.count == 1)
    kept = nil
    #expect(registered[1] == nil)
  }

  @Test func leaveTheContextWithTheLastReference() async throws {
    let container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    for index in 0..<100 { context.insert(Note(title: "note \(index)")) }
    try context.save()
    let reader = ModelContext(container)
    var notes = try reader.fetch(FetchDescriptor<Note>())
    #expect(reader.registeredCount == 100)
    let kept = notes[42]
    notes = []
    #expect(reader.registeredCount == 1)
    // Sound: the models are used nowhere else.
    nonisolated(unsafe) var others: [Note]? = try reader.fetch(FetchDescriptor<Note>())
    #expect(others?.count == 100)
    await Task.detached { others = nil }.value
    #expect(reader.registeredCount == 1)
    #expect(try reader.fetch(FetchDescriptor<Note>()).contains { $0 === kept })
  }

  @Test func areFetchedWhileOthersReleaseThem() async throws {
    let container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    for index in 0..<50 { context.insert(Note(title: "note \(index)")) }
    try context.save()
    let reader = ModelContext(container)
    for _ in 0..<500 {
      // Sound: the other task only releases the models.
      nonisolated(unsafe) var released: [Note]? = try reader.fetch(FetchDescriptor<Note>())
      #expect(released?.count == 50)
      let release = Task.detached { released = nil }
      let notes = try reader.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
      #expect(notes.count == 50 && notes.allSatisfy { $0.title.hasPrefix("note ") && !$0.isDeleted })
      await release.value
      let again = try reader.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
      #expect(zip(notes, again).allSatisfy { $0 === $1 })
    }
    #expect(reader.registeredCount == 0)
  }
}

extension ModelContext {
  fileprivate var registeredCount: Int {
    var count = 0
    identityMap.forEach { _ in count += 1 }
    return count
  }
}
