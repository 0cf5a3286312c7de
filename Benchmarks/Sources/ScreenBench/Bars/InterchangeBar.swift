import CBaseline
import Foundation
import Measuring

/// Importing and exporting everything, beside the insertion of the same rows by libsqlite3 alone.
enum InterchangeBar: Bar {
  static let name = "P8"

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let count = Double(options.largest)
    let file = try stores.file(options.largest)
    let store = stores.scratch("import")
    let imported = try stores.docket(["--store", store.path, "import", file.path]).seconds
    let inserted = try insertion(from: store, to: stores.scratch("inserted")).seconds
    let copy = store.deletingPathExtension().appendingPathExtension("json")
    let exported = try stores.docket(["--store", store.path, "export", copy.path]).seconds
    let isSame = FileManager.default.contentsEqual(atPath: file.path, andPath: copy.path)
    var ratio = Outcome(
      name, "import of \(options.largest) items from JSON", imported / inserted, .ratio, limit: 2.5)
    (ratio.ours, ratio.baseline) = (imported, inserted)
    return [
      ratio,
      Outcome(name, "import, each item", imported / count * 1e6, .microseconds, limit: 20),
      Outcome(name, "insertion in C, each item", inserted / count * 1e6, .microseconds, limit: nil),
      Outcome(name, "export, each item", exported / count * 1e6, .microseconds, limit: nil),
      Outcome(name, "files that differ after import and export", isSame ? 0 : 1, .count, limit: 0),
    ]
  }

  /// Inserts the rows of a store into another one, in one transaction, with all indexes and the full-text indexes.
  private static func insertion(from store: URL, to other: URL) throws -> Duration {
    guard let database = statements_open(other.path, 64_000) else { throw Failure(what: "\(other.path) does not open") }
    defer { statements_close(database) }
    func run(_ sql: String) throws {
      guard statements_run(database, sql) == 0 else { throw Failure(what: String(cString: statements_error(database))) }
    }
    try run("ATTACH '\(store.path)' AS source")
    for sql in try schema(of: store) { try run(sql) }
    return try Stopwatch.time { try run(insertions) }
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

  private static let insertions = """
    BEGIN IMMEDIATE;
    INSERT INTO main.Tag SELECT * FROM source.Tag;
    INSERT INTO main.ItemList SELECT * FROM source.ItemList;
    INSERT INTO main.Item SELECT * FROM source.Item ORDER BY id;
    INSERT INTO main."Item.tags" SELECT * FROM source."Item.tags" ORDER BY owner;
    INSERT INTO "openswiftdata_text_Item.title"(rowid, text)
      SELECT id, lower(title) || char(1, 1) FROM main.Item ORDER BY id;
    INSERT INTO "openswiftdata_text_Item.notes"(rowid, text)
      SELECT id, lower(notes) || char(1, 1) FROM main.Item WHERE notes != '' ORDER BY id;
    COMMIT
    """
}
