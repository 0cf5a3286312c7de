import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A result that depends on other rows of its own entity")
@MainActor
struct SiblingRowTests {
  /// The row that changes is the parent, the rows that come and go are its children.
  @Test func followsThem() async throws {
    let container = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
    let context = ModelContext(container)
    let (parent, child) = (Folder("whole"), Folder("part"))
    context.insert(parent)
    context.insert(child)
    child.parent = parent
    try context.save()
    let observer = try ResultsObserver<Folder, Never>(
      filterBy: #Predicate { $0.parent?.name == "found" }, sortBy: [SortDescriptor(\.name)],
      modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.isEmpty)
    parent.name = "found"
    try context.save()
    try await waitUntil("the child comes") { observer.results.map(\.name) == ["part"] }
    context.delete(parent)
    try context.save()
    try await waitUntil("the child goes") { observer.results.isEmpty }
  }
}
