import Foundation
import OpenSwiftData
import Testing

@Suite("Migrating several files")
struct SeveralFilesMigrationTests {
  private let files: TwoFiles

  init() throws { files = try TwoFiles() }

  private func configurations(_ parcels: Schema) -> [ModelConfiguration] {
    [
      ModelConfiguration("parcels", schema: parcels, url: files.noteURL),
      ModelConfiguration("tallies", schema: TwoFiles.tallies, url: files.tallyURL),
    ]
  }

  enum First: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box {
      var label: String
      init(label: String) { self.label = label }
    }
  }

  enum Second: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Box.self] }
    @Model final class Box {
      @Attribute(originalName: "label") var title: String
      var weight = 1.5
      init(title: String) { self.title = title }
    }
  }

  private enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: First.self, toVersion: Second.self, willMigrate: nil,
          didMigrate: { context in
            for box in try context.fetch(FetchDescriptor<Second.Box>()) { box.title += "!" }
            try context.save()
          })
      ]
    }
  }

  private func makeFirst() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema([First.Box.self, Tally.self]),
        configurations: configurations(Schema(versionedSchema: First.self))))
    context.insert(First.Box(label: "one"))
    context.insert(files.tally(1))
    try context.save()
  }

  private func openSecond(plan: (any SchemaMigrationPlan.Type)? = nil) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Second.Box.self, Tally.self]), migrationPlan: plan,
      configurations: configurations(Schema(versionedSchema: Second.self)))
  }

  @Test func happensInEachFileThatNeedsIt() throws {
    try makeFirst()
    let context = ModelContext(try openSecond())
    let box = try #require(try context.fetch(FetchDescriptor<Second.Box>()).first)
    #expect(box.title == "one" && box.weight == 1.5)
    #expect(try context.fetch(FetchDescriptor<Tally>()).map(\.amount) == [1])
    let manager = FileManager.default
    #expect(manager.fileExists(atPath: files.noteURL.path + ".backup-1.0.0"))
    #expect(!manager.fileExists(atPath: files.tallyURL.path + ".backup-1.0.0"))
  }

  @Test func byAPlanIsRefusedAndDoneBeforehandForTheFileItBelongsTo() throws {
    try makeFirst()
    let error = #expect(throws: SwiftDataError.self) { try openSecond(plan: Plan.self) }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.explanation.contains("open each store with the plan of its own models first") == true)
    #expect(!FileManager.default.fileExists(atPath: files.noteURL.path + ".backup-1.0.0"))

    let schema = Schema(versionedSchema: Second.self)
    _ = try ModelContainer(
      for: schema, migrationPlan: Plan.self, configurations: ModelConfiguration(schema: schema, url: files.noteURL))
    let context = ModelContext(try openSecond())
    #expect(try context.fetch(FetchDescriptor<Second.Box>()).map(\.title) == ["one!"])
  }
}
