import Dispatch
import DocketLocking

extension SQLiteStore {
  private static let maxProblemCount = 100

  /// Checks the file and the full-text indexes for damage; returns a phrase for each problem.
  ///
  /// Both read everything once. In a file a reader does not wait for a writer, so the file is checked on another thread
  /// meanwhile; the indexes are checked on this one, by which `WriteLock` recognises a write inside of another.
  func problems() throws -> [String] {
    guard case .file = location, checksTexts else { return try fileProblems() + textProblems() }
    let reading = DispatchGroup()
    let inFile = Lock<Result<[String], any Error>?>(nil)
    // A queue of its own gets a thread at once. The global ones have a thread for each processor, which may all be
    // waiting here.
    DispatchQueue(label: "OpenSwiftData.FileCheck", qos: .userInitiated).async(group: reading) {
      let problems = Result { try self.fileProblems() }
      inFile.withLock { $0 = problems }
    }
    let inTexts = Result { try textProblems() }
    reading.wait()
    let problems = try inFile.withLock { $0 }?.get() ?? []
    // What keeps the indexes of a damaged file from being read comes of its damage.
    return try problems.isEmpty ? inTexts.get() : problems + ((try? inTexts.get()) ?? [])
  }

  private var checksTexts: Bool { allowsSave && !indexed.isEmpty }

  /// A phrase for each damage of a table or index, `maxProblemCount` at most.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
  private func fileProblems() throws -> [String] {
    try read { connection in
      let check = try connection.statement("PRAGMA integrity_check(\(Self.maxProblemCount))")
      defer { check.reset() }
      var answers: [String] = []
      do {
        while try check.step() { answers.append(check.text(0)) }
      } catch let error as SQLiteError where error.isCorruption && !answers.isEmpty {
        // It has told of the pages that it can't read, and fails where it needs them.
      }
      let lines = answers.flatMap { $0.split(separator: "\n") }
      return lines.filter { $0 != "ok" && !$0.hasPrefix("*** in database") }.map(String.init)
    }
  }

  /// A phrase for each damaged full-text index.
  private func textProblems() throws -> [String] {
    guard checksTexts else { return [] }
    let indexes = indexed.flatMap(\.fullText)
    let fitTogether = try withWriter { connection in
      try indexes.map { try FullTextCheck($0).partsFitTogether(on: connection) }
    }
    let findAllRows = Lock([Result<Bool, any Error>](repeating: .success(false), count: indexes.count))
    DispatchQueue.concurrentPerform(iterations: indexes.count) { number in
      guard fitTogether[number] else { return }
      let findsAllRows = Result { try read { try FullTextCheck(indexes[number]).findsAllRows(on: $0) } }
      findAllRows.withLock { $0[number] = findsAllRows }
    }
    return try zip(indexes, findAllRows.withLock { $0 }).compactMap { index, findsAllRows in
      try findsAllRows.get() ? nil : "the full-text index of \(index.entity).\(index.column) is damaged"
    }
  }

  /// Deletes the rows of all entities, and with `forgetsHistory` all earlier history; SQLite's count of keys goes on.
  func deleteAllRows(forgetsHistory: Bool) throws {
    let changes = try write { connection in
      let changes = try deleteRows(keepingTombstones: !forgetsHistory, on: connection)
      if forgetsHistory { try history.deleteAll(on: connection) }
      try history.append(changes, author: nil, on: connection)
      try original?.erase()
      return changes
    }
    hub.publish(changes)
  }

  /// Returns the space of deleted rows to the file system, so that nothing of them is left in the file.
  func vacuum() throws {
    try withWriter { connection in
      try connection.execute("VACUUM")
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  private func deleteRows(keepingTombstones: Bool, on connection: Connection) throws -> ModelChanges {
    var changes = ModelChanges()
    for table in schema.roots.compactMap({ self.table(named: $0.name) }) {
      let last = try connection.integer("SELECT max(id) FROM \(table.name)")
      guard last > 0 else { continue }
      let first = try connection.integer("SELECT min(id) FROM \(table.name)")
      let all = SQLText(sql: "TRUE", arguments: [])
      if keepingTombstones { try history.preserveValues(matching: all, in: table, to: nil, on: connection) }
      try connection.execute("DELETE FROM \(table.name)")
      for join in table.joinTables { try connection.execute("DELETE FROM \(SQL.quoted(join.name))") }
      changes.append(.init(entity: table.identity, kind: .delete, keys: first...last, properties: []))
    }
    return changes
  }
}
