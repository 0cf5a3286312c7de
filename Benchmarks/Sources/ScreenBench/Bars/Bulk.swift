import CBaseline
import Foundation
import Measuring

/// Commands upon all of a hundred thousand items and their undo, beside the same statements given to SQLite in C.
enum BulkBar: Bar {
  static let name = "P12"
  private static let maxItems = 100_000
  private static let rounds = 5

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let count = min(maxItems, options.largest)
    return try BulkCommand.all.flatMap { try measure($0, count, options, stores) }
  }

  private static func measure(
    _ command: BulkCommand, _ count: Int, _ options: Options, _ stores: Stores
  ) throws -> [Outcome] {
    let baseline = try BulkBaseline(command, stores.copy(count, as: "bulk"))
    let stalls = Stalls(stores)
    let screen = try stores.screen(
      ["--store", try stores.copy(count).path], environment: stalls.environment)
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    var (done, undone, theirs, theirsUndone): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<options.times(rounds) {
      _ = screen.answer(to: "*", quiet: .milliseconds(500))
      // A question is to be read before it is answered.
      for key in command.keys.dropLast() { _ = screen.answer(to: key, quiet: .seconds(1)) }
      done.append(try time(screen, command.keys.last ?? ""))
      undone.append(try time(screen, "u"))
      theirs.append(try baseline.run().seconds)
      theirsUndone.append(try baseline.undo().seconds)
    }
    return [
      Outcome(name, "\(command.name), \(count) items", done.median, against: theirs.median, limit: 2),
      Outcome(name, "its undo, \(count) items", undone.median, against: theirsUndone.median, limit: 2.5),
      try stalls.outcome(name, "\(command.name) and undo", after: screen),
    ]
  }

  /// From a key to the last byte that comes.
  private static func time(_ screen: Screen, _ key: String) throws -> Double {
    guard let answer = screen.answer(to: key, quiet: .seconds(2), atMost: .seconds(300)), screen.says(Marks.saved)
    else { throw Failure(what: "“\(key)” saved nothing") }
    return answer.last.seconds
  }
}

// MARK: - The same in C

/// A command, and the statements that do the same: what the journal needs is read before and stored with it.
private struct BulkCommand {
  let name: String
  let keys: [String]
  /// The rows before the change; their columns are the parameters of the undo.
  let before: [String]
  let changes: [String]
  /// For each query above what undoes the change of one of its rows, unless somebody has changed it since.
  let undo: [String]
  /// What comes after that.
  var afterUndo: [String] = []

  /// Stands for a parameter for each column of the rows.
  static let allColumns = "*"
  private static let now = "800000000.5"
  /// No identifier that the store has.
  private static let tag = 1_000_000

  static let all = [
    BulkCommand(
      name: "done", keys: [" "],
      before: ["SELECT id, completedAt, timestamp FROM Item WHERE completedAt IS NULL"],
      changes: ["UPDATE Item SET completedAt = \(now), timestamp = \(now) WHERE completedAt IS NULL"],
      undo: ["UPDATE Item SET completedAt = ?2, timestamp = ?3 WHERE id = ?1 AND completedAt = \(now)"]),
    BulkCommand(
      name: "raise the priority", keys: ["p"],
      before: ["SELECT id, priority, timestamp FROM Item WHERE priority < 3"],
      changes: ["UPDATE Item SET priority = priority + 1, timestamp = \(now) WHERE priority < 3"],
      undo: ["UPDATE Item SET priority = ?2, timestamp = ?3 WHERE id = ?1 AND priority = ?2 + 1"]),
    BulkCommand(
      name: "tag", keys: ["#", "everything", "\r"],
      before: ["SELECT id, timestamp FROM Item"],
      changes: [
        "INSERT INTO Tag(id, key, name) VALUES(\(tag), 'everything', 'everything')",
        """
        INSERT INTO "Item.tags"(owner, target, position, "inverse.position") SELECT id, \(tag),
        coalesce((SELECT max(position) FROM "Item.tags" WHERE owner = Item.id), 0) + 1, id FROM Item
        """,
        "UPDATE Item SET timestamp = \(now)",
      ],
      undo: ["UPDATE Item SET timestamp = ?2 WHERE id = ?1 AND timestamp = \(now)"],
      afterUndo: ["DELETE FROM \"Item.tags\" WHERE target = \(tag)", "DELETE FROM Tag WHERE id = \(tag)"]),
    BulkCommand(
      name: "delete", keys: ["d", "d"],
      before: ["SELECT * FROM Item", "SELECT * FROM \"Item.tags\""],
      changes: [
        "DELETE FROM \"Item.tags\" WHERE owner IN (SELECT id FROM Item)",
        "INSERT INTO \"\(indexes[0])\"(\"\(indexes[0])\") VALUES('delete-all')",
        "INSERT INTO \"\(indexes[1])\"(\"\(indexes[1])\") VALUES('delete-all')",
        "DELETE FROM Item WHERE id > 0", "DELETE FROM openswiftdata_unindexed_Item",
      ],
      undo: [
        "INSERT INTO Item VALUES(\(allColumns))", "INSERT INTO \"Item.tags\" VALUES(\(allColumns))",
      ],
      afterUndo: [
        "INSERT INTO \"\(indexes[0])\"(rowid, text) SELECT id, lower(title) || char(1, 1) FROM Item ORDER BY id",
        """
        INSERT INTO "\(indexes[1])"(rowid, text) SELECT id, lower(notes) || char(1, 1) FROM Item WHERE notes != ''
        ORDER BY id
        """,
        "DELETE FROM openswiftdata_unindexed_Item",
      ]),
  ]

  private static let indexes = ["openswiftdata_text_Item.title", "openswiftdata_text_Item.notes"]
}

/// A command's statements on a store of their own, each time as one synced transaction with the journal and the history.
private final class BulkBaseline {
  private let command: BulkCommand
  private let database: OpaquePointer
  private var images: [OpaquePointer] = []

  init(_ command: BulkCommand, _ store: URL) throws {
    self.command = command
    // The page cache that the library takes for many rows.
    guard let database = statements_open(store.path, 64_000) else { throw Failure(what: "\(store.path) does not open") }
    self.database = database
  }

  deinit {
    images.forEach(images_free)
    statements_close(database)
  }

  func run() throws -> Duration {
    images.forEach(images_free)
    images = []
    return try Stopwatch.time {
      try execute("BEGIN IMMEDIATE")
      images = try command.before.map { try checked(images_read(database, $0)) }
      for sql in command.changes { try execute(sql) }
      for image in images { try check(images_store(database, Self.step, image) == 0) }
      try commit()
    }
  }

  func undo() throws -> Duration {
    try Stopwatch.time {
      try execute("BEGIN IMMEDIATE")
      for (sql, image) in zip(command.undo, images) {
        let parameters = (1...images_columns(image)).map { "?\($0)" }.joined(separator: ", ")
        let sql = sql.replacing("(\(BulkCommand.allColumns))", with: "(\(parameters))")
        try check(images_run(database, sql, image) == images_count(image))
      }
      for sql in command.afterUndo { try execute(sql) }
      try execute("UPDATE JournalStep SET state = 'undone' WHERE state = 'done'")
      try commit()
    }
  }

  /// Ends the transaction with the history of the items.
  private func commit() throws {
    try execute("INSERT INTO openswiftdata_transaction(timestamp, writer, author) VALUES(0, 1, 'c')")
    if let items = images.first { try check(images_run_keys(database, Self.change, items) == 0) }
    try execute("COMMIT")
  }

  private static let step = """
    INSERT INTO JournalStep(number, author, date, words, rowCount, state, size, changes)
    VALUES((SELECT max(number) + 1 FROM JournalStep), 'c', 0, 'all items', 1, 'done', length(?1), ?1)
    """
  private static let change = """
    INSERT INTO openswiftdata_change
    VALUES((SELECT max(id) FROM openswiftdata_transaction), 'Item', 1, ?1, ?2, 'timestamp')
    """

  private func execute(_ sql: String) throws { try check(statements_run(database, sql) == 0) }
  private func checked(_ rows: OpaquePointer?) throws -> OpaquePointer {
    guard let rows else { throw failure }
    return rows
  }
  private func check(_ isDone: Bool) throws { if !isDone { throw failure } }
  private var failure: Failure { Failure(what: "\(command.name) in C: \(String(cString: statements_error(database)))") }
}
