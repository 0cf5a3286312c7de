import COpenSwiftDataSQLite
import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

/// How long the files of a database live.
@Suite struct MemoryVFSLifetimeTests {
  private func fill(_ database: MemoryDatabase) throws -> MemoryConnection {
    let connection = try MemoryConnection(database.path)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)")
    try connection.insert(1...1000)
    return connection
  }

  @Test func registeringTwiceIsHarmless() {
    let before = sqlite3_vfs_find(nil)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in MemoryVFS.register() }
    #expect(sqlite3_vfs_find(MemoryVFS.name) != nil)
    #expect(sqlite3_vfs_find(nil) == before)
  }

  @Test func databasesShareNothing() throws {
    let (one, two) = (MemoryDatabase(), MemoryDatabase())
    #expect(one.path != two.path)
    let first = try fill(one)
    let second = try MemoryConnection(two.path)
    #expect(try second.integer("SELECT count(*) FROM sqlite_schema") == 0)
    #expect(try first.integer("SELECT count(*) FROM item") == 1000)
  }

  @Test func dataOutlivesConnections() throws {
    let database = MemoryDatabase()
    _ = try fill(database)
    let file = try #require(MemoryFileRegistry.shared.file(database.path))
    #expect(file.index.withLock { $0.isEmpty })
    #expect(MemoryFileRegistry.shared.fileNames(of: database.path) == [database.path])
    let connection = try MemoryConnection(database.path)
    #expect(try connection.text("PRAGMA journal_mode") == "wal")
    #expect(try connection.integer("SELECT count(*) FROM item") == 1000)
  }

  @Test func memoryIsFreedWithTheToken() throws {
    var database: MemoryDatabase? = MemoryDatabase()
    let path = try #require(database?.path)
    _ = try database.map(fill)
    weak let file = MemoryFileRegistry.shared.file(path)
    #expect(file != nil)
    database = nil
    #expect(file == nil)
    #expect(MemoryFileRegistry.shared.fileNames(of: path) == nil)
  }

  @Test func connectionMayOutliveTheToken() throws {
    var database: MemoryDatabase? = MemoryDatabase()
    let path = try #require(database?.path)
    var connection = try database.map(fill)
    database = nil
    #expect(try connection?.integer("SELECT count(*) FROM item") == 1000)
    try connection?.execute("BEGIN; DELETE FROM item; COMMIT; VACUUM")
    #expect(try connection?.text("PRAGMA integrity_check") == "ok")
    connection = nil
    #expect(MemoryFileRegistry.shared.fileNames(of: path) == nil)
  }

  @Test func nameWithoutTokenCannotBeOpened() {
    #expect(throws: MemoryConnectionError(code: SQLITE_CANTOPEN)) {
      try MemoryConnection("/openswiftdata/none").text("SELECT count(*) FROM sqlite_schema")
    }
  }

  @Test func bytesThatWereCutOffReadAsZeros() {
    let contents = DocketLocking.Lock(MemoryChunks())
    contents.withLock { chunks in
      let bytes = [UInt8](repeating: 7, count: MemoryChunks.chunkSize * 2)
      let written = chunks.write(bytes, count: bytes.count, at: 100)
      #expect(written)
      let pinned = chunks.pin(count: 4096, at: MemoryChunks.chunkSize)
      #expect(pinned?.load(as: UInt8.self) == 7)
      let across = chunks.pin(count: 4096, at: MemoryChunks.chunkSize - 1)
      #expect(across == nil)
      chunks.truncate(to: 200)
      #expect(pinned?.load(as: UInt8.self) == 7)
      chunks.unpin()
      let allocated = chunks.allocated
      #expect(allocated == MemoryChunks.chunkSize)
      chunks.truncate(to: 300)
      var read = [UInt8](repeating: 9, count: 300)
      let complete = chunks.read(into: &read, count: 300, at: 100)
      #expect(!complete)
      #expect(read == [UInt8](repeating: 7, count: 100) + [UInt8](repeating: 0, count: 200))
    }
  }
}
