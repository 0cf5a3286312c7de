import Foundation
import OpenSwiftData
import Testing

@Suite("An identifier that is coded before the save")
struct CodedIdentifierTests {
  private let context: ModelContext
  private let note: Note

  init() throws {
    context = ModelContext(try memoryContainer(Note.self))
    note = Note(title: "new")
    context.insert(note)
  }

  private func decode(_ data: Data) throws -> PersistentIdentifier {
    try JSONDecoder().decode(PersistentIdentifier.self, from: data)
  }

  @Test func leadsToItsModelBeforeTheSaveAndAfter() throws {
    let data = try JSONEncoder().encode(note.persistentModelID)
    let early = try decode(data)
    #expect(early == note.persistentModelID)
    #expect(early.hashValue == note.persistentModelID.hashValue)
    #expect(early.entityName == "Note")
    #expect(early.storeIdentifier == nil)
    #expect(context.model(for: early) === note)
    #expect(context.registeredModel(for: early) as Note? === note)
    try context.save()
    let late = try decode(data)
    for decoded in [early, late] {
      #expect(decoded == note.persistentModelID)
      #expect(Set([note.persistentModelID]).contains(decoded))
      #expect(decoded.primaryKey == 1)
      #expect(decoded.storeIdentifier == note.persistentModelID.storeIdentifier)
      #expect(context.model(for: decoded) === note)
      let other = ModelContext(context.container)
      #expect((other.model(for: decoded) as? Note)?.title == "new")
      #expect(
        try other.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.persistentModelID == decoded })).count == 1)
    }
  }

  @Test func isThatOfTheRowOnceItIsCodedAfterTheSave() throws {
    let early = note.persistentModelID
    try context.save()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(early)
    #expect(data == (try encoder.encode(note.persistentModelID)))
    #expect(try decode(data).primaryKey == 1)
  }

  @Test func worksInListsAndAsAKeyOfADictionary() throws {
    let coded = try JSONEncoder().encode([note.persistentModelID: "a"])
    #expect(try JSONDecoder().decode([PersistentIdentifier: String].self, from: coded) == [note.persistentModelID: "a"])
    let list = try PropertyListEncoder().encode([note.persistentModelID])
    #expect(try PropertyListDecoder().decode([PersistentIdentifier].self, from: list) == [note.persistentModelID])
  }

  /// Another process gives the same temporary keys to other models.
  @Test func isRefusedInAnotherProcessWithTheReason() throws {
    let text = String(decoding: try JSONEncoder().encode(note.persistentModelID), as: UTF8.self)
    let process = try #require(text.firstMatch(of: /"process":"([^"]+)"/)?.1)
    let foreign = text.replacing(process, with: UUID().uuidString)
    let nameless = text.replacing(/"process":"[^"]+",?/, with: "").replacing(",}", with: "}")
    for other in [foreign, nameless] {
      #expect {
        try decode(Data(other.utf8))
      } throws: { error in
        guard case DecodingError.dataCorrupted(let context) = error else { return false }
        return ["Note", "not saved", "process", "save"].allSatisfy(context.debugDescription.contains)
      }
    }
  }
}
