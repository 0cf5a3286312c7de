import Foundation
import OpenSwiftData
import Testing

@Suite("Chained renames")
struct ChainedRenameTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Volumes1.self) { context in
      let people = ["Ada", "Grace", "Mary"].map { Volumes1.Person($0) }
      for person in people { context.insert(person) }
      for number in 1...3 {
        let volume = Volumes1.Volume("title \(number)", note: "note \(number)")
        context.insert(volume)
        if number > 1 { volume.author = people[0] }
        if number < 3 { volume.editor = people[1] }
        volume.readers = Array(people.prefix(number))
        volume.owners = [people[2]]
      }
    }
  }

  @Test func everyPropertyGetsTheValuesOfItsOriginalName() throws {
    let volumes = try fetch(Volumes2.self, Volumes2.Volume.self)
    #expect(volumes.map(\.title) == ["note 1", "note 2", "note 3"])
    #expect(volumes.map(\.heading) == ["title 1", "title 2", "title 3"])
    #expect(volumes.map { $0.author?.name } == ["Grace", "Grace", nil])
    #expect(volumes.map { $0.writer?.name } == [nil, "Ada", "Ada"])
    #expect(volumes.map { $0.readers.map(\.name) } == [["Mary"], ["Mary"], ["Mary"]])
    #expect(volumes.map { $0.borrowers.map(\.name) } == [["Ada"], ["Ada", "Grace"], ["Ada", "Grace", "Mary"]])
  }

  @Test func theRowsMayMoveToANewTable() throws {
    let volumes = try fetch(Volumes3.self, Volumes3.Volume.self)
    #expect(volumes.map(\.title) == ["note 1", "note 2", "note 3"])
    #expect(volumes.map(\.heading) == ["title 1", "title 2", "title 3"])
    #expect(volumes.map { $0.author?.name } == ["Grace", "Grace", nil])
    #expect(volumes.map { $0.writer?.name } == [nil, "Ada", "Ada"])
    #expect(volumes.allSatisfy { $0.rating == 3 })
  }

  @Test func aRenameThatWasMadeIsNotMadeAgain() throws {
    _ = try store.open(Volumes2.self)
    let volumes = try fetch(Volumes3.self, Volumes3.Volume.self)
    #expect(volumes.map(\.title) == ["note 1", "note 2", "note 3"])
    #expect(volumes.map(\.heading) == ["title 1", "title 2", "title 3"])
    #expect(volumes.map { $0.author?.name } == ["Grace", "Grace", nil])
    #expect(volumes.map { $0.borrowers.count } == [1, 2, 3])
  }

  @Test func anOriginalNameThatComesBackTakesNothingAway() throws {
    _ = try store.open(Volumes2.self)
    _ = try store.open(VolumesForgetting.self)
    let volumes = try fetch(VolumesRemembering.self, VolumesRemembering.Volume.self)
    #expect(volumes.map(\.title) == ["note 1", "note 2", "note 3"])
    #expect(volumes.map(\.heading) == ["title 1", "title 2", "title 3"])
    #expect(volumes.map { $0.author?.name } == ["Grace", "Grace", nil])
    #expect(volumes.map { $0.writer?.name } == [nil, "Ada", "Ada"])
    #expect(volumes.map { $0.borrowers.count } == [1, 2, 3])
  }

  @Test func propertiesMayExchangeTheirNames() throws {
    let volumes = try fetch(VolumesExchanged.self, VolumesExchanged.Volume.self)
    #expect(volumes.map(\.title) == ["note 1", "note 2", "note 3"])
    #expect(volumes.map(\.note) == ["title 1", "title 2", "title 3"])
    #expect(volumes.map { $0.author?.name } == ["Grace", "Grace", nil])
    #expect(volumes.map { $0.editor?.name } == [nil, "Ada", "Ada"])
    #expect(volumes.map { $0.readers.count } == [1, 1, 1])
    #expect(volumes.map { $0.owners.count } == [1, 2, 3])
  }

  @Test func anAttributeMayBeCopiedAndItsNameTakenByARelationship() throws {
    let volumes = try fetch(VolumesCopied.self, VolumesCopied.Volume.self)
    #expect(volumes.map(\.title) == ["title 1", "title 2", "title 3"])
    #expect(volumes.map(\.sortTitle) == ["title 1", "title 2", "title 3"])
    #expect(volumes.map(\.remark) == ["note 1", "note 2", "note 3"])
    #expect(volumes.allSatisfy { $0.note == nil })
  }

  /// A store from before stores described themselves.
  @Test func aStoreThatNeverDescribedItselfKeepsItsValuesToo() throws {
    let old = try TemporaryStore()
    try old.fill(Pages1.self) { $0.insert(Pages1.Page("title", note: "note")) }
    for _ in 1...2 {
      try forgetDescription(of: old)
      let page = try #require(try ModelContext(old.open(Pages2.self)).fetch(FetchDescriptor<Pages2.Page>()).first)
      #expect(page.title == "note" && page.heading == "title")
    }
  }

  private func forgetDescription(of store: TemporaryStore) throws {
    try store.sqlite(
      """
      DELETE FROM openswiftdata_metadata WHERE key IN ('schema_description', 'schema_fingerprint');
      PRAGMA user_version = 1;
      """)
  }

  private func fetch<Model: PersistentModel>(
    _ version: any VersionedSchema.Type, _ type: Model.Type
  ) throws -> [Model] {
    let context = ModelContext(try store.open(version))
    return try context.fetch(FetchDescriptor<Model>()).sorted { $0.persistentModelID < $1.persistentModelID }
  }
}
