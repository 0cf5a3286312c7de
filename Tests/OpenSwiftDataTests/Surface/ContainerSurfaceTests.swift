import Foundation
import OpenSwiftData
import Testing

@Suite("What containers, contexts, descriptors and executors accept")
struct ContainerSurfaceTests {
  @Test func twoModelTypesOfOneNameAreRefused() throws {
    #expect {
      try ModelContainer(
        for: Tags1.Tag.self, Tags2.Tag.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    } throws: {
      let text = "\($0)"
      return SwiftDataError.loadIssueModelContainer ~= $0 && text.contains("Tags1.Tag") && text.contains("Tags2.Tag")
    }
  }

  @Test func groupContainersAndCloudKitAreAcceptedAndIgnored() throws {
    let inMemory = ModelConfiguration(
      "list", schema: Schema([Note.self]), isStoredInMemoryOnly: true, allowsSave: true,
      groupContainer: .identifier("group.example"), cloudKitDatabase: .private("iCloud.example"))
    #expect(inMemory.name == "list")
    #expect(inMemory.groupContainer == .identifier("group.example"))
    #expect(inMemory.groupAppContainerIdentifier == "group.example")
    #expect(inMemory.cloudKitDatabase == .private("iCloud.example"))
    #expect(inMemory.cloudKitContainerIdentifier == "iCloud.example")
    #expect(inMemory.url.path == "/dev/null")
    let store = try TemporaryStore()
    let file = ModelConfiguration(
      "list", schema: Schema([Note.self]), url: store.url, allowsSave: true, cloudKitDatabase: .none)
    #expect(file.url == store.url && !file.isStoredInMemoryOnly && file.allowsSave)
    #expect(file.groupAppContainerIdentifier == nil && file.cloudKitDatabase == .none)
    let plain = ModelConfiguration(isStoredInMemoryOnly: true, groupContainer: .none, cloudKitDatabase: .automatic)
    #expect(plain.groupContainer == .none && plain.groupAppContainerIdentifier == nil)
    #expect(plain.cloudKitDatabase == .automatic && plain.cloudKitContainerIdentifier == nil)
    for configuration in [inMemory, file] {
      let context = ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
      context.insert(Note(title: "one"))
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    }
  }

  @Test func everyInitialiserOfAContainerOpensTheStore() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let containers = [
      try ModelContainer(for: Note.self, configurations: memory),
      try ModelContainer(for: Note.self, Badge.self, migrationPlan: nil, configurations: memory),
      try ModelContainer(for: Schema([Note.self]), configurations: memory),
      try ModelContainer(for: Schema([Note.self]), migrationPlan: nil, configurations: [memory]),
    ]
    for container in containers {
      #expect(container.schema.entity(for: Note.self) != nil)
      #expect(container.configurations.count == 1)
      #expect(container.migrationPlan == nil)
      #expect(ModelContext(container).container == container)
    }
    #expect(containers[0] != containers[1])
  }

  @Test func aContextThatMayNotSaveSaysSo() throws {
    let store = try TemporaryStore()
    _ = try store.container(Note.self)
    let configuration = ModelConfiguration(url: store.url, allowsSave: false)
    let context = ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
    context.insert(Note(title: "one"))
    #expect(throws: SwiftDataError.savingNotAllowed) { try context.save() }
  }

  @Test func theDefaultStoreIsInTheDataFolderOfTheProgram() throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/.local/share"
    for (name, configuration) in [("default", ModelConfiguration()), ("list", ModelConfiguration("list"))] {
      #expect(configuration.url.path.contains(folder))
      #expect(configuration.url.path.hasSuffix("/\(ProcessInfo.processInfo.processName)/\(name).store"))
    }
  }

  @Test func theArraysSayWhatTheNextSaveWrites() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let (changed, deleted) = (Note(title: "changed"), Note(title: "deleted"))
    for note in [changed, deleted] { context.insert(note) }
    try context.save()
    #expect(!context.hasChanges)
    let inserted = Note(title: "inserted")
    context.insert(inserted)
    changed.title = "again"
    context.delete(deleted)
    #expect(context.hasChanges)
    #expect(context.insertedModelsArray.map(\.persistentModelID) == [inserted.persistentModelID])
    #expect(context.changedModelsArray.map(\.persistentModelID) == [changed.persistentModelID])
    #expect(context.deletedModelsArray.map(\.persistentModelID) == [deleted.persistentModelID])
  }

  @Test func aTransactionSavesOrRollsBack() throws {
    struct Refusal: Error {}
    let context = ModelContext(try memoryContainer(Note.self))
    try context.transaction { context.insert(Note(title: "saved")) }
    #expect(!context.hasChanges)
    #expect(throws: Refusal.self) {
      try context.transaction {
        context.insert(Note(title: "never"))
        throw Refusal()
      }
    }
    #expect(!context.hasChanges)
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Note>()).map(\.title) == ["saved"])
  }

  @Test func aDescriptorTakesPropertiesAndRelationshipsToReadAlong() throws {
    let context = ModelContext(try memoryContainer(Folder.self))
    let folder = Folder("a")
    folder.sheets = [Sheet("1"), Sheet("2")]
    context.insert(folder)
    try context.save()
    var descriptor = FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)])
    descriptor.propertiesToFetch = [\.name]
    descriptor.relationshipKeyPathsForPrefetching = [\.sheets]
    let fetched = try ModelContext(context.container).fetch(descriptor)
    #expect(fetched.map(\.name) == ["a"])
    #expect(fetched.first?.sheets.map(\.title) == ["1", "2"])
  }

  @Test func anActorRunsOnTheExecutorOfItsContext() async throws {
    let handler = NoteHandler(modelContainer: try memoryContainer(Note.self))
    let executor: any ModelExecutor = handler.modelExecutor
    let serial = try #require(executor as? any SerialModelExecutor)
    #expect(serial is DefaultSerialModelExecutor)
    _ = handler.unownedExecutor
    #expect(await runs(handler, on: serial))
  }

  private func runs(_: isolated NoteHandler, on executor: any SerialModelExecutor) -> Bool {
    (executor as? DefaultSerialModelExecutor)?.isIsolatingCurrentContext() == true
  }
}
