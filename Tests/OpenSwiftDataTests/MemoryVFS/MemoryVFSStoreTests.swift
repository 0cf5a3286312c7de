import COpenSwiftDataSQLite
import Foundation
import Testing

@testable import OpenSwiftData

/// A database in memory holds what a database on disk would.
///
/// Manual: https://www.sqlite.org/vfs.html
@Suite struct MemoryVFSStoreTests {
  private let database = MemoryDatabase()

  private func connect(journal: String = "WAL") throws -> MemoryConnection {
    let connection = try MemoryConnection(database.path)
    #expect(try connection.text("PRAGMA journal_mode = \(journal)") == journal.lowercased())
    try connection.execute("CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY, name TEXT)")
    return connection
  }

  @Test func logIsReallyOn() throws {
    let first = try connect()
    let second = try MemoryConnection(database.path)
    #expect(try second.text("PRAGMA journal_mode") == "wal")
    try first.insert(1...5)
    #expect(try second.integer("SELECT count(*) FROM item") == 5)
    #expect(MemoryFileRegistry.shared.fileNames(of: database.path) == [database.path, database.path + "-wal"])
  }

  @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST", "MEMORY"])
  func rollbackAndSavepoints(journal: String) throws {
    let connection = try connect(journal: journal)
    try connection.execute("PRAGMA cache_size = 10")
    try connection.insert(1...100)
    try connection.execute("BEGIN")
    try connection.insert(101...20_000)
    try connection.execute("ROLLBACK; BEGIN; SAVEPOINT outer_one")
    try connection.insert(101...200)
    try connection.execute("SAVEPOINT inner_one")
    try connection.insert(201...20_000)
    try connection.execute("ROLLBACK TO inner_one; RELEASE outer_one; COMMIT")
    #expect(try connection.integer("SELECT count(*) FROM item") == 200)
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
  }

  @Test func rollbackJournalLocksAsOnDisk() throws {
    let (first, second) = (try connect(journal: "DELETE"), try connect(journal: "DELETE"))
    try first.execute("BEGIN IMMEDIATE")
    try first.insert(1...10)
    #expect(try second.integer("SELECT count(*) FROM item") == 0)
    #expect(throws: MemoryConnectionError(code: SQLITE_BUSY)) { try second.execute("BEGIN IMMEDIATE") }
    try second.execute("BEGIN")
    #expect(try second.integer("SELECT count(*) FROM item") == 0)
    #expect(throws: MemoryConnectionError(code: SQLITE_BUSY)) { try first.execute("COMMIT") }
    try second.execute("COMMIT")
    // The waiting writer keeps new readers out.
    #expect(throws: MemoryConnectionError(code: SQLITE_BUSY)) { try second.text("SELECT count(*) FROM item") }
    try first.execute("COMMIT")
    #expect(try second.integer("SELECT count(*) FROM item") == 10)
  }

  @Test func largeStoreShrinksOnVacuum() throws {
    let connection = try connect()
    try connection.insert(1...200_000)
    try connection.execute("DELETE FROM item WHERE id % 4 <> 0; PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try #require(MemoryFileRegistry.shared.file(database.path))
    let before = file.allocated
    try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(file.allocated < before / 2)
    #expect(try connection.integer("SELECT count(*) FROM item") == 50_000)
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
  }

  @Test(arguments: ["WAL", "DELETE"])
  func mappedPagesHoldTheRightData(journal: String) throws {
    let connection = try connect(journal: journal)
    try connection.insert(1...50_000)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let mapped = try MemoryConnection(database.path)
    #expect(try mapped.integer("PRAGMA mmap_size = 268435456") == 268_435_456)
    let wrong = "SELECT count(*) FROM item WHERE name <> 'item ' || id"
    #expect(try mapped.integer(wrong) == 0)
    try connection.execute("UPDATE item SET name = 'new' WHERE id > 25000; DELETE FROM item WHERE id < 10000")
    try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try mapped.integer(wrong) == 25_000)
    #expect(try mapped.integer("SELECT count(*) FROM item") == 40_001)
    #expect(try mapped.text("PRAGMA integrity_check") == "ok")
  }

  @Test(arguments: [512, 65_536])
  func everySizeOfPageWorks(size: Int) throws {
    let connection = try MemoryConnection(database.path)
    try connection.execute("PRAGMA page_size = \(size); PRAGMA journal_mode = WAL; PRAGMA mmap_size = 100000000")
    try connection.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)")
    try connection.insert(1...20_000)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try connection.integer("SELECT count(*) FROM item WHERE name = 'item ' || id") == 20_000)
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
  }

  @Test func attachedDatabasesCommitTogether() throws {
    let other = MemoryDatabase()
    let connection = try connect(journal: "DELETE")
    try connection.execute("ATTACH '\(other.path)' AS other; CREATE TABLE other.item(id INTEGER PRIMARY KEY)")
    try connection.execute("BEGIN; INSERT INTO main.item(id) VALUES(1); INSERT INTO other.item VALUES(1); COMMIT")
    #expect(try MemoryConnection(other.path).integer("SELECT count(*) FROM item") == 1)
    #expect(MemoryFileRegistry.shared.fileNames(of: database.path) == [database.path])
  }

  @Test func nothingReachesTheDisk() throws {
    let connection = try connect()
    try connection.execute("PRAGMA cache_size = 5; PRAGMA temp_store = FILE")
    try connection.insert(1...50_000)
    try connection.execute("CREATE TEMP TABLE copy AS SELECT * FROM item; CREATE INDEX item_name ON item(name)")
    #expect(try connection.integer("SELECT count(*) FROM (SELECT * FROM copy ORDER BY name)") == 50_000)
    let files = FileManager.default
    let places = [files.currentDirectoryPath, files.temporaryDirectory.path, "/var/tmp", "/tmp"]
    for place in places {
      let names = (try? files.contentsOfDirectory(atPath: place)) ?? []
      #expect(!names.contains { $0.hasPrefix("etilqs_") || $0.hasPrefix("openswiftdata") })
    }
    #expect(!files.fileExists(atPath: database.path))
    let open = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let targets = open.compactMap { try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    #expect(!targets.contains { $0.contains("etilqs_") || $0.contains(database.path) })
  }
}
