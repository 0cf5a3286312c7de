import CBaseline
import Foundation
import Measuring

// MARK: - One change

/// One change: from the key until the screen says that it is on disk, beside the same commit by libsqlite3 alone.
enum SaveBar: Bar {
  static let name = "P7"
  private static let rounds = 60

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.copy(options.largest).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    let store = try stores.copy(options.largest, as: "commits")
    guard let database = statements_open(store.path, 4_000) else { throw Failure(what: "\(store.path) does not open") }
    defer { statements_close(database) }
    screen.settle(.seconds(1))
    _ = screen.answer(to: "t", quiet: .milliseconds(300))
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for round in 0..<options.times(rounds) {
      if let answer = screen.answer(to: "t", quiet: .milliseconds(100)) { ours.append(answer.last.seconds) }
      theirs.append(try commit(database, round).seconds)
    }
    var beyond = Outcome(
      name, "one change on disk, beyond the same commit in C", (ours.median - theirs.median) * 1e3, .milliseconds,
      limit: 0.8)
    (beyond.ours, beyond.baseline) = (ours.median, theirs.median)
    return [beyond]
  }

  /// The item, its step in the journal, and the two rows of the history.
  private static func commit(_ database: OpaquePointer, _ round: Int) throws -> Duration {
    let sql = """
      BEGIN IMMEDIATE;
      UPDATE Item SET timestamp = timestamp + 1 WHERE id = \(round + 1);
      INSERT INTO JournalStep(number, author, date, words, rowCount, state, size, changes)
      VALUES(\(1_000_000 + round), 'c', 0, 'touch one', 1, 'done', 30, zeroblob(30));
      INSERT INTO openswiftdata_transaction(timestamp, writer, author) VALUES(0, 1, 'c');
      INSERT INTO openswiftdata_change VALUES(last_insert_rowid(), 'Item', 1, \(round + 1), \(round + 1), 'timestamp');
      COMMIT
      """
    return try Stopwatch.time {
      guard statements_run(database, sql) == 0 else { throw Failure(what: String(cString: statements_error(database))) }
    }
  }
}

// MARK: - Changes of another process

/// From the end of another process's command to its item on this screen.
enum RemoteBar: Bar {
  static let name = "P9"
  private static let rounds = 15
  private static let letters = Array("αβγδεζηθικλμνξο")

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let store = try stores.copy(options.largest)
    let screen = try stores.screen(["--store", store.path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    let times = try (0..<options.times(rounds)).map { round in
      // Forgets what came before.
      screen.press("")
      // Another letter than that of the row before: what is there already is not sent again.
      let title = String(repeating: letters[round % letters.count], count: 9)
      try stores.docket(["--store", store.path, "add", title])
      let moment = ContinuousClock.now
      return max(0, try screen.wait(for: title, since: moment).seconds)
    }
    return [Outcome(name, "another process's item on the screen", times.median * 1e3, .milliseconds, limit: 20)]
  }
}

// MARK: - Import and export

/// Importing and exporting everything, beside the insertion of the same rows by libsqlite3 alone.
enum InterchangeBar: Bar {
  static let name = "P8"
  private static let rounds = 5

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let count = Double(options.largest)
    let file = try stores.file(options.largest)
    var store = stores.scratch("import")
    var (imports, insertions, memory) = ([Double](), [Double](), 0.0)
    for _ in 0..<options.times(rounds) {
      store = stores.scratch("import")
      let (time, largest) = try stores.run([options.docket, "--store", store.path, "import", file.path])
      imports.append(time.seconds)
      // Linux counts the memory of whoever started it, too, which is large once rows were inserted here.
      if insertions.isEmpty { memory = largest }
      insertions.append(try insertion(from: store, to: stores.scratch("inserted")).seconds)
    }
    let (imported, inserted) = (imports.median, insertions.median)
    let copy = store.deletingPathExtension().appendingPathExtension("json")
    let exported = try stores.docket(["--store", store.path, "export", copy.path]).seconds
    let isSame = FileManager.default.contentsEqual(atPath: file.path, andPath: copy.path)
    return [
      Outcome(name, "import of \(options.largest) items from JSON", imported, against: inserted, limit: 1.5),
      Outcome(name, "import, its largest memory", memory, .megabytes, limit: 120),
      Outcome(name, "the store, each item", try size(store) / count, .bytes),
      Outcome(name, "import, each item", imported / count * 1e6, .microseconds),
      Outcome(name, "insertion in C, each item", inserted / count * 1e6, .microseconds),
      Outcome(name, "export, each item", exported / count * 1e6, .microseconds),
      Outcome(name, "files that differ after import and export", isSame ? 0 : 1, .count, limit: 0),
    ]
  }

  private static func size(_ file: URL) throws -> Double {
    Double(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0)
  }

  /// Inserts the rows of a store into another one, in one transaction; the indexes are made at its end, which is a little
  /// faster than row by row, as are the full-text indexes.
  private static func insertion(from store: URL, to other: URL) throws -> Duration {
    guard let database = statements_open(other.path, 64_000) else { throw Failure(what: "\(other.path) does not open") }
    defer { statements_close(database) }
    func run(_ sql: String) throws {
      guard statements_run(database, sql) == 0 else { throw Failure(what: String(cString: statements_error(database))) }
    }
    try run("ATTACH '\(store.path)' AS source")
    let schema = try schema(of: store)
    let indexes = schema.filter { $0.contains(/^CREATE (UNIQUE )?INDEX/) }
    for sql in schema where !indexes.contains(sql) { try run(sql) }
    return try Stopwatch.time {
      try run("BEGIN IMMEDIATE")
      try run(rows)
      for sql in indexes { try run(sql) }
      try run(texts)
      try run("COMMIT")
    }
  }

  /// The statements that make the tables of the items and their indexes.
  private static func schema(of store: URL) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", store.path,
      """
      SELECT replace(sql, char(10), ' ') FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('table', 'index')
      AND (tbl_name IN ('Item', 'Tag', 'ItemList', 'Item.tags') OR sql LIKE 'CREATE VIRTUAL%') ORDER BY type DESC
      """,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  private static let rows = """
    INSERT INTO main.Tag SELECT * FROM source.Tag;
    INSERT INTO main.ItemList SELECT * FROM source.ItemList;
    INSERT INTO main.Item SELECT * FROM source.Item ORDER BY id;
    INSERT INTO main."Item.tags" SELECT * FROM source."Item.tags" ORDER BY owner
    """
  private static let texts = """
    INSERT INTO "openswiftdata_text_Item.title"(rowid, text)
      SELECT id, lower(title) || char(1, 1) FROM main.Item ORDER BY id;
    INSERT INTO "openswiftdata_text_Item.notes"(rowid, text)
      SELECT id, lower(notes) || char(1, 1) FROM main.Item WHERE notes != '' ORDER BY id
    """
}
