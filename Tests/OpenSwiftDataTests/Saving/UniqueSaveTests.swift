import OpenSwiftData
import Testing

@Suite("Unique values in a save")
struct UniqueSaveTests {
  let container: ModelContainer
  let context: ModelContext
  let ann: Sailor

  init() throws {
    container = try memoryContainer(Crew.self, Sailor.self, Berth.self)
    context = ModelContext(container)
    ann = Sailor("Ann")
    context.insert(ann)
    try context.save()
  }

  private func names() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }

  @Test(arguments: [MergePolicy.byProperty, .storeWins, .objectWins, .error])
  func aChangedOneIsWrittenUnderEveryPolicy(_ policy: MergePolicy) throws {
    context.mergePolicy = policy
    ann.name = "Bea"
    ann.age = 7
    try context.save()
    #expect(try names() == ["Bea"])
  }

  @Test func ofTheStoreStaysWhereTheStoreWins() throws {
    context.mergePolicy = .storeWins
    ann.name = "Bea"
    let other = ModelContext(container)
    let theirs = try #require(try other.fetchModel(for: ann.persistentModelID) as Sailor?)
    theirs.name = "Cleo"
    try other.save()
    try context.save()
    #expect(try names() == ["Cleo"])
    #expect(ann.name == "Cleo")
  }

  @Test func ofADeletedRowMayBeTakenByTwoNewModelsAtOnce() throws {
    context.delete(ann)
    context.insert(Sailor("Ann", age: 1))
    context.insert(Sailor("Ann", age: 2))
    try context.save()
    let all = try ModelContext(container).fetch(FetchDescriptor<Sailor>())
    #expect(all.map(\.age) == [2])
  }

  @Test func leaveTheHashesOfIdentifiersAlone() throws {
    let sailors = (0..<9).map { Sailor("sailor \($0)") }
    for sailor in sailors { context.insert(sailor) }
    // Asked for before the save, so that they are remembered, and in a run.
    let identifiers = Set(sailors.map(\.persistentModelID))
    try context.save()
    let known = Set(sailors.map(\.persistentModelID) + [ann.persistentModelID])
    for name in ["Ann", "sailor 4"] {
      let twin = Sailor(name, age: 5)
      context.insert(twin)
      _ = twin.persistentModelID
      try context.save()
      #expect(known.contains(twin.persistentModelID))
    }
    for sailor in sailors {
      #expect(identifiers.contains(sailor.persistentModelID))
      #expect(known.contains(sailor.persistentModelID))
    }
    #expect(known.contains(ann.persistentModelID))
  }
}
