import CBaseline
import Foundation
import Measuring

/// One change: from the key until the screen says that it is on disk, beside the same commit by libsqlite3 alone.
enum SaveBar: Bar {
  static let name = "P7"
  private static let rounds = 60

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let store = try stores.copy(options.largest)
    let screen = try stores.screen(["--store", store.path])
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    _ = screen.answer(to: "t", quiet: .milliseconds(300))
    let ours = (0..<rounds).compactMap { _ in screen.answer(to: "t", quiet: .milliseconds(100))?.last.seconds }
    screen.end()
    let theirs = try commits(store)
    return [
      Outcome(name, "one change on disk", ours.median * 1e3, .milliseconds, limit: nil),
      Outcome(name, "the same commit in C", theirs.median * 1e3, .milliseconds, limit: nil),
      Outcome(name, "ratio", ours.median / theirs.median, .ratio, limit: 1.5),
    ]
  }

  /// The item, its step in the journal, and the two rows of the history.
  private static func commits(_ store: URL) throws -> [Double] {
    guard let database = statements_open(store.path, 4_000) else { throw Failure(what: "\(store.path) does not open") }
    defer { statements_close(database) }
    return try (0..<rounds).map { round in
      let sql = """
        BEGIN IMMEDIATE;
        UPDATE Item SET timestamp = timestamp + 1 WHERE id = \(round + 1);
        INSERT INTO JournalStep(number, author, date, words, rowCount, state, size, changes)
        VALUES(\(1_000_000 + round), 'c', 0, 'touch one', 1, 'done', 30, zeroblob(30));
        INSERT INTO openswiftdata_transaction(timestamp, writer, author) VALUES(0, 1, 'c');
        INSERT INTO openswiftdata_change VALUES(last_insert_rowid(), 'Item', 1, \(round + 1), \(round + 1), 'timestamp');
        COMMIT
        """
      // As long after one another as the keys.
      usleep(100_000)
      let start = ContinuousClock.now
      guard statements_run(database, sql) == 0 else { throw Failure(what: String(cString: statements_error(database))) }
      return (ContinuousClock.now - start).seconds
    }
  }
}
