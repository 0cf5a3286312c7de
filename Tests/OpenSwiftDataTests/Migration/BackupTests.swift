import Foundation
import OpenSwiftData
import Testing

@Suite("The copy before a migration")
struct BackupTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Books1.self) { context in
      for number in 1...3 { context.insert(Books1.Book("Book \(number)")) }
    }
  }

  @Test func theOldStoreIsKeptBesideTheNewOneAndIsPrivate() throws {
    _ = try store.open(Books2.self)
    #expect(try store.files == ["store.sqlite", "store.sqlite.backup-1.0.0"])
    let copy = store.backup("1.0.0")
    #expect(try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int == 0o600)
    #expect(try store.sqlite("PRAGMA integrity_check", file: copy) == "ok")
    let schema = Schema(versionedSchema: Books1.self)
    let old = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: copy))
    #expect(try ModelContext(old).fetchCount(FetchDescriptor<Books1.Book>()) == 3)
  }

  @Test func anEarlierCopyIsNeverOverwritten() throws {
    let copy = store.backup("1.0.0")
    try Data("an earlier copy".utf8).write(to: copy)
    _ = try store.open(Books2.self)
    #expect(try Data(contentsOf: copy) == Data("an earlier copy".utf8))
    #expect(try store.sqlite("SELECT count(*) FROM Book", file: store.backup("1.0.0-2")) == "3")
  }

  @Test func aCopyWithTheSameContentIsNotMadeTwice() throws {
    // As after a migration that was killed: the store is the old one, and there is a copy of it.
    try FileManager.default.copyItem(at: store.url, to: store.directory.appendingPathComponent("kept"))
    _ = try store.open(Books2.self)
    try FileManager.default.removeItem(at: store.url)
    try FileManager.default.moveItem(at: store.directory.appendingPathComponent("kept"), to: store.url)
    _ = try store.open(Books2.self)
    #expect(try store.files == ["store.sqlite", "store.sqlite.backup-1.0.0"])
  }

  @Test func withoutACopyThereIsNoMigration() throws {
    // A directory where the copy is prepared.
    let place = URL(fileURLWithPath: store.backup("1.0.0").path + "-unfinished")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let before = try Data(contentsOf: store.url)
    #expect { try store.open(Books2.self) } throws: { isMismatch($0, naming: "copy", kind: .cannotOpen) }
    #expect(try Data(contentsOf: store.url) == before)
  }
}
