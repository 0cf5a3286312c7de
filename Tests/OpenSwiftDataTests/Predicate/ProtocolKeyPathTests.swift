import Foundation
import OpenSwiftData
import Testing

@Suite("Key paths through protocols find their columns")
struct ProtocolKeyPathTests {
  @Test func aRequirementIsItsProperty() throws {
    let context = try filled()
    let found = try titled(TitledNote.self, "b", context)
    #expect(found.map(\.title) == ["b"])
    #expect(try context.isSaidBySQL(titlePredicate(TitledNote.self, "b")))
  }

  @Test func sortingThroughARequirement() throws {
    #expect(try sorted(TitledNote.self, filled()).map(\.title) == ["a", "b", "c"])
  }

  @Test func identifiersInGenericCode() throws {
    let context = try filled()
    let identifier = try context.fetchIdentifiers(FetchDescriptor<TitledNote>())[1]
    #expect(try identified(TitledNote.self, identifier, context).map(\.persistentModelID) == [identifier])
  }

  @Test func aHandWrittenIdIsItsColumn() throws {
    let context = try filled()
    let note = try #require(try context.fetch(FetchDescriptor<TitledNote>()).last)
    let (id, predicate) = (note.id, idPredicate(TitledNote.self, note.id))
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.id) == [id])
    #expect(try context.isSaidBySQL(predicate))
  }

  /// A requirement that a computed property meets has no column, though it reads one.
  @Test func aComputedWitnessIsAskedInMemory() throws {
    let context = try filled()
    let predicate = shoutPredicate(TitledNote.self, "B")
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title) == ["b"])
    #expect(try !context.isSaidBySQL(predicate))
  }

  private func filled() throws -> ModelContext {
    let context = ModelContext(try memoryContainer(TitledNote.self))
    for title in ["c", "a", "b"] { context.insert(TitledNote(title: title)) }
    try context.save()
    return context
  }

  private func titled<Model: TitledModel>(
    _: Model.Type, _ title: String, _ context: ModelContext
  ) throws -> [Model] {
    try context.fetch(FetchDescriptor(predicate: titlePredicate(Model.self, title)))
  }

  private func titlePredicate<Model: TitledModel>(_: Model.Type, _ title: String) -> Predicate<Model> {
    #Predicate<Model> { $0.title == title }
  }

  private func shoutPredicate<Model: TitledModel>(_: Model.Type, _ text: String) -> Predicate<Model> {
    #Predicate<Model> { $0.shout == text }
  }

  private func idPredicate<Model: TitledModel>(_: Model.Type, _ id: Model.ID) -> Predicate<Model>
  where Model.ID: Codable & Sendable {
    #Predicate<Model> { $0.id == id }
  }

  private func sorted<Model: TitledModel>(_: Model.Type, _ context: ModelContext) throws -> [Model] {
    try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.title)]))
  }

  private func identified<Model: TitledModel>(
    _: Model.Type, _ identifier: PersistentIdentifier, _ context: ModelContext
  ) throws -> [Model] {
    try context.fetch(FetchDescriptor(predicate: #Predicate<Model> { $0.persistentModelID == identifier }))
  }
}

/// What generic code knows of a model.
protocol TitledModel: PersistentModel {
  var title: String { get }
  var shout: String { get }
}

@Model
final class TitledNote: TitledModel {
  var id = UUID()
  var subtitle = ""
  var title = ""
  var shout: String { title.uppercased() }

  init(title: String) { self.title = title }
}
