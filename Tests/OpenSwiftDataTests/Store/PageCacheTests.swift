import COpenSwiftDataSQLite
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The page cache of an idle connection")
struct PageCacheTests {
  /// The bytes of a connection's page cache.
  private func cached(_ connection: Connection) -> Int {
    var (bytes, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_CACHE_USED, &bytes, &highest, 0)
    return Int(bytes)
  }

  private func pool(in store: TemporaryStore) throws -> ConnectionPool {
    let path = store.url.path
    try Data().write(to: store.url)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      """
      CREATE TABLE rows(id INTEGER PRIMARY KEY, text TEXT);
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
      INSERT INTO rows SELECT n, hex(zeroblob(500)) FROM numbers
      """)
    connection.close()
    return ConnectionPool(limit: 1) { try Connection(path: path, mode: .readWrite) }
  }

  @Test func isFreedAfterAScan() throws {
    let store = try TemporaryStore()
    let pool = try pool(in: store)
    let connection = try pool.lease()
    #expect(try connection.integer("SELECT count(*) FROM rows WHERE text != ''") == 3_000)
    #expect(cached(connection) > 1_000_000)
    pool.giveBack(connection)
    #expect(cached(connection) < 100_000)
    // The connection is as good as before.
    let count = try pool.withConnection { try $0.integer("SELECT count(*) FROM rows") }
    #expect(count == 3_000)
  }

  @Test func isKeptAfterALookUp() throws {
    let store = try TemporaryStore()
    let pool = try pool(in: store)
    let connection = try pool.lease()
    #expect(try connection.integer("SELECT id FROM rows WHERE id = 2000") == 2_000)
    let before = cached(connection)
    pool.giveBack(connection)
    #expect(cached(connection) == before)
  }
}
