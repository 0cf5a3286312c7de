import Foundation
import OpenSwiftData
import Testing

@Suite("How many models lead to each one at the other end of a relationship")
@MainActor struct RelatedCountTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
    context = container.mainContext
    let (folders, labels) = ([Folder("a"), Folder("b")], [Label("x"), Label("y"), Label("z")])
    for number in 0..<6 {
      let sheet = Sheet("\(number)")
      context.insert(sheet)
      sheet.folder = number == 5 ? nil : folders[number % 2]
      sheet.labels = Array(labels.prefix(number % 3))
    }
    labels.forEach(context.insert)
    try context.save()
  }

  private func named(_ counts: [PersistentIdentifier: Int]) throws -> [String: Int] {
    try Dictionary(
      uniqueKeysWithValues: counts.map { identifier, count in
        let (folder, label): (Folder?, Label?) = try (
          context.fetchModel(for: identifier), context.fetchModel(for: identifier)
        )
        return (folder?.name ?? label?.name ?? "", count)
      })
  }

  @Test func ofToOneAndManyToManyRelationships() throws {
    #expect(try named(context.fetchCounts(by: \Sheet.folder)) == ["a": 3, "b": 2])
    #expect(try named(context.fetchCounts(by: \Sheet.labels)) == ["x": 4, "y": 2])
    #expect(try context.fetchCounts(by: \Label.sheets).values.sorted() == [1, 1, 2, 2])
  }

  @Test func onlyRowsThatMatchCount() throws {
    let isLate = #Predicate<Sheet> { $0.title >= "2" }
    #expect(try named(context.fetchCounts(by: \Sheet.folder, where: isLate)) == ["a": 2, "b": 1])
    #expect(try named(context.fetchCounts(by: \Sheet.labels, where: isLate)) == ["x": 3, "y": 2])
  }

  @Test func aListThatLeadsBackToOneIsRefused() throws {
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchCounts(by: \Folder.sheets) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchCounts(by: \Sheet.title) }
  }

  @Test func areFollowedLive() async throws {
    let observer = try AggregateObserver(countsBy: \Sheet.labels, modelContext: context)
    try await waitUntil("the first counts") { try named(observer.value ?? [:]) == ["x": 4, "y": 2] }
    let other = ModelContext(container)
    let label = try #require(try other.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.name == "z" })).first)
    for sheet in try other.fetch(FetchDescriptor<Sheet>()) { sheet.labels.append(label) }
    try other.save()
    try await waitUntil("the new counts") { try named(observer.value ?? [:]) == ["x": 4, "y": 2, "z": 6] }
  }
}
