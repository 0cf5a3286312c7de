import Foundation
import GRDB
import Measuring

/// A database like a store of `data-bench`: the same table, index and settings; removed with this object.
final class GRDBStore {
  let url: URL
  private let queue: DatabaseQueue

  init() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("grdb-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    url = directory.appendingPathComponent("store.sqlite")
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY")
    }
    queue = try DatabaseQueue(path: url.path, configuration: configuration)
    // With a write-ahead log, GRDB syncs at checkpoints only.
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Item(id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, notes TEXT NOT NULL,
            createdAt REAL NOT NULL, due REAL, isDone INTEGER NOT NULL, priority INTEGER NOT NULL);
          CREATE INDEX Item_createdAt ON Item(createdAt)
          """)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Times a reading; what it made is freed later.
  func time(_ body: (Database) throws -> Void) throws -> Duration {
    try Stopwatch.time { try queue.read(body) }
  }

  func timeTransaction(_ body: (Database) throws -> Void) throws -> Duration {
    try Stopwatch.time { try queue.write(body) }
  }
}

// MARK: - Records

/// A record that reads and writes its columns itself, which is the faster way.
struct PlainItem: FetchableRecord, PersistableRecord, Identifiable {
  static let databaseTableName = "Item"
  static let columns = "id, title, notes, createdAt, due, isDone, priority"

  let id: Int64?
  let title: String
  let notes: String
  let createdAt: Double
  let due: Double?
  let isDone: Bool
  let priority: Int

  init(row: Row) {
    id = row["id"]
    title = row["title"]
    notes = row["notes"]
    createdAt = row["createdAt"]
    due = row["due"]
    isDone = row["isDone"]
    priority = row["priority"]
  }

  init(byPosition row: Row) {
    (id, title, notes) = (row[0], row[1], row[2])
    (createdAt, due, isDone, priority) = (row[3], row[4], row[5], row[6])
  }

  init(_ sample: ItemSample) {
    id = nil
    (title, notes) = (sample.title, sample.notes)
    createdAt = sample.createdAt.timeIntervalSinceReferenceDate
    due = sample.due?.timeIntervalSinceReferenceDate
    (isDone, priority) = (sample.isDone, sample.priority)
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["title"] = title
    container["notes"] = notes
    container["createdAt"] = createdAt
    container["due"] = due
    container["isDone"] = isDone
    container["priority"] = priority
  }
}

/// The same with what the compiler makes.
struct CodableItem: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "Item"

  let id: Int64?
  let title: String
  let notes: String
  let createdAt: Double
  let due: Double?
  let isDone: Bool
  let priority: Int

  init(_ sample: ItemSample) {
    id = nil
    (title, notes) = (sample.title, sample.notes)
    createdAt = sample.createdAt.timeIntervalSinceReferenceDate
    due = sample.due?.timeIntervalSinceReferenceDate
    (isDone, priority) = (sample.isDone, sample.priority)
  }
}
