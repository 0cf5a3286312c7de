import COpenSwiftDataSQLite
import Testing

@testable import OpenSwiftData

/// Readers, writers and checkpoints side by side.
///
/// Manual: https://www.sqlite.org/wal.html#concurrency
@Suite struct MemoryVFSConcurrencyTests {
  private let database = MemoryDatabase()

  private func connect(timeout: Int32 = 0) throws -> ConnectionThread {
    let thread = ConnectionThread(database, timeout: timeout)
    try thread.run { connection in
      try connection.execute("PRAGMA journal_mode = WAL")
      try connection.execute("CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY, name TEXT)")
    }
    return thread
  }

  @Test func readerSeesOldSnapshotDuringWrite() throws {
    let (writer, reader) = (try connect(), try connect())
    try writer.run { connection in
      try connection.insert(1...10)
      // A small cache makes uncommitted pages spill into the log.
      try connection.execute("PRAGMA cache_size = 10")
      try connection.execute("BEGIN IMMEDIATE")
      try connection.insert(11...20_010)
    }
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item") } == 10)
    try writer.run { try $0.execute("COMMIT") }
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item") } == 20_010)
  }

  @Test func readTransactionDoesNotBlockCommit() throws {
    let (writer, reader) = (try connect(), try connect())
    try reader.run { try $0.execute("BEGIN") }
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item") } == 0)
    try writer.run { try $0.insert(1...1000) }
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item") } == 0)
    try reader.run { try $0.execute("COMMIT") }
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item") } == 1000)
  }

  @Test func secondWriterIsBusy() throws {
    let (first, second) = (try connect(), try connect())
    try first.run { try $0.execute("BEGIN IMMEDIATE") }
    #expect(throws: MemoryConnectionError(code: SQLITE_BUSY)) {
      try second.run { try $0.execute("BEGIN IMMEDIATE") }
    }
    try first.run { try $0.execute("ROLLBACK") }
    try second.run { try $0.execute("BEGIN IMMEDIATE; COMMIT") }
  }

  @Test func manyWritersLoseNothing() throws {
    let threads = try (0..<8).map { _ in try connect(timeout: 60_000) }
    let waits = threads.enumerated().map { number, thread in
      thread.start { connection in
        for row in 0..<500 {
          try connection.execute("BEGIN IMMEDIATE")
          try connection.execute("INSERT INTO item VALUES(\(number * 500 + row), 'writer \(number)')")
          try connection.execute("COMMIT")
        }
      }
    }
    for wait in waits { try wait() }
    let reader = try connect()
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item") } == 4000)
    #expect(try reader.run { try $0.text("PRAGMA integrity_check") } == "ok")
  }

  @Test func checkpointWorksBesideReaders() throws {
    let (writer, reader) = (try connect(), try connect())
    try writer.run { try $0.insert(1...5000) }
    try reader.run { try $0.execute("BEGIN") }
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item") } == 5000)
    #expect(try writer.run { try $0.integer("PRAGMA wal_checkpoint(PASSIVE)") } == 0)
    try writer.run { try $0.execute("UPDATE item SET name = 'changed'") }
    #expect(try writer.run { try $0.integer("PRAGMA wal_checkpoint(PASSIVE)") } == 0)
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item WHERE name LIKE 'item %'") } == 5000)
    // Only a checkpoint that wants the whole log has to wait for the reader.
    #expect(try writer.run { try $0.integer("PRAGMA wal_checkpoint(TRUNCATE)") } == 1)
    try reader.run { try $0.execute("COMMIT") }
    #expect(try writer.run { try $0.integer("PRAGMA wal_checkpoint(TRUNCATE)") } == 0)
    #expect(try reader.run { try $0.integer("SELECT count(*) FROM item WHERE name = 'changed'") } == 5000)
    #expect(try reader.run { try $0.text("PRAGMA integrity_check") } == "ok")
  }

  @Test(arguments: [0, 1 << 30])
  func readersAlwaysSeeWholeTransactions(mapped: Int) throws {
    // A reader that meets a half-written header of the index takes the writer's slot for a moment to look again, on
    // every VFS; the writer therefore waits, while the readers never do.
    let writer = try connect(timeout: 10_000)
    try writer.run { connection in
      try connection.execute("PRAGMA wal_autocheckpoint = 50")
      try connection.insert(1...2000)
      try connection.execute("UPDATE item SET name = '0'")
    }
    let readers = try (0..<3).map { _ in try connect() }
    let writing = writer.start { connection in
      for round in 1...60 { try connection.execute("UPDATE item SET name = '\(round)'") }
    }
    let readings = readers.map { reader in
      reader.start { connection in
        try connection.execute("PRAGMA cache_size = 5; PRAGMA mmap_size = \(mapped)")
        return try (0..<60).map { _ in try connection.integer("SELECT count(DISTINCT name) FROM item") }
      }
    }
    for reading in readings { #expect(try reading().allSatisfy { $0 == 1 }) }
    try writing()
    #expect(try writer.run { try $0.text("PRAGMA integrity_check") } == "ok")
  }
}
