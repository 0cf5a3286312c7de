import Foundation
import OpenSwiftData
import Testing

@Suite("SQL follows relationships as Predicate.evaluate does, over a random graph")
struct RelationshipPredicateTests {
  @Test func toOne() throws {
    let identifier = GraphStore.folderIdentifiers[3]
    try check("== nil", #Predicate<Sheet> { $0.folder == nil })
    try check("!= nil", #Predicate<Sheet> { $0.folder != nil })
    try check("name", #Predicate<Sheet> { $0.folder?.name == "a" })
    try check("name, canonical", #Predicate<Sheet> { $0.folder?.name == "cafe\u{301}" })
    try check("name !=", #Predicate<Sheet> { $0.folder?.name != "a" })
    try check("name, negated", #Predicate<Sheet> { !($0.folder?.name == "a") })
    try check("name unwrapped", #Predicate<Sheet> { $0.folder!.name == "a" })
    try check("name contains", #Predicate<Sheet> { $0.folder?.name.contains("a") == true })
    try check("name contains, not", #Predicate<Sheet> { $0.folder?.name.contains("a") != true })
    try check("name ??", #Predicate<Sheet> { ($0.folder?.name ?? "b") == "b" })
    try check("identifier", #Predicate<Sheet> { $0.folder?.persistentModelID == identifier })
    try check("identifier !=", #Predicate<Sheet> { $0.folder?.persistentModelID != identifier })
    try check("two steps", #Predicate<Sheet> { $0.folder?.parent?.name == "b" })
    try check("two steps to nil", #Predicate<Sheet> { $0.folder?.parent == nil })
    try check("inverse on the other side", #Predicate<Sheet> { $0.cover?.colour == "a" })
    try check("one-way", #Predicate<Sheet> { $0.source?.name == "b" })
  }

  @Test func toMany() throws {
    try check("isEmpty", #Predicate<Folder> { $0.sheets.isEmpty })
    try check("not isEmpty", #Predicate<Folder> { !$0.sheets.isEmpty })
    try check("count", #Predicate<Folder> { $0.sheets.count > 35 })
    try check(
      "contains(where:)", #Predicate<Folder> { $0.sheets.contains(where: { $0.title == "a" && $0.source == nil }) })
    try check("allSatisfy", #Predicate<Folder> { $0.children.allSatisfy { $0.name != "a" } })
    try check("filter count", #Predicate<Folder> { $0.sheets.filter { $0.title == "cafe\u{301}" }.count > 14 })
    try check("filter isEmpty", #Predicate<Folder> { $0.children.filter { $0.name == "a" }.isEmpty })
    try check("nested", #Predicate<Folder> { $0.children.contains(where: { $0.sheets.count > 35 }) })
    try check(
      "outer and inner", #Predicate<Folder> { folder in folder.children.contains(where: { $0.name == folder.name }) })
    try check("contains itself", #Predicate<Folder> { $0.children.contains($0) })
    try check("many-to-many", #Predicate<Sheet> { $0.labels.contains(where: { $0.name == "b" }) })
    try check("many-to-many count", #Predicate<Sheet> { $0.labels.count == 2 })
    try check("one-way list", #Predicate<Sheet> { $0.sources.contains(where: { $0.colour == "a" }) })
    try check("list of the other end", #Predicate<Sheet> { $0.folder!.sheets.count > 35 })
    try check("from the other end", #Predicate<Label> { $0.sheets.filter { $0.folder == nil }.count > 30 })
  }

  @Test func unsavedChangesAtTheOtherEndCount() throws {
    let context = ModelContext(try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self))
    let folder = Folder("before")
    let sheet = Sheet("s")
    context.insert(sheet)
    sheet.folder = folder
    try context.save()
    folder.name = "after"
    let predicate = #Predicate<Sheet> { $0.folder?.name == "after" }
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title) == ["s"])
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
  }

  @Test func indexesServeTheOtherEnd() throws {
    let context = ModelContext(try GraphStore.container.get())
    let plan = try context.plan(FetchDescriptor<Folder>(predicate: #Predicate { $0.sheets.count > 3 }))
    #expect(!plan.contains("SCAN t1"), "\(plan)")
  }

  @Test func sortingThroughARelationship() throws {
    let context = ModelContext(try GraphStore.container.get())
    let order = [SortDescriptor(\Sheet.folder?.name), SortDescriptor(\Sheet.title)]
    let names = try context.fetch(FetchDescriptor<Sheet>(sortBy: order)).map { $0.folder?.name }
    #expect(
      names
        == names.sorted { left, right in
          guard let left else { return right != nil }
          return right.map { left < $0 } ?? false
        })
  }

  // One by one: the compiler took twenty seconds for an array of them.
  private func check<Model: PersistentModel>(_ name: String, _ predicate: Predicate<Model>) throws {
    let context = ModelContext(try GraphStore.container.get())
    let all = try context.fetch(FetchDescriptor<Model>())
    let expected = all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.persistentModelID)
    let found = try context.fetchIdentifiers(FetchDescriptor(predicate: predicate))
    #expect(found == expected, "\(name): \(found.count) found, \(expected.count) expected")
    #expect(try context.isSaidBySQL(predicate), "\(name)")
  }
}
