import Dispatch
import DocketLocking

extension SQLiteStore {
  private static let maxProblemCount = 100

  /// Checks the file, the values of all rows and the full-text indexes; returns a phrase for each problem.
  ///
  /// In a file a reader does not wait for a writer, so file and values are checked on another thread than the indexes.
  ///
  /// - Parameter readsValues: whether it is a problem that a value can't be read.
  func problems(readsValues: Bool = true) throws -> [String] {
    guard case .file = location, !indexed.isEmpty else {
      return try Self.collected(fileProblems(readsValues) + textProblems())
    }
    let reading = DispatchGroup()
    let inFile = Lock<[Result<[String], any Error>]>([])
    // A queue of its own gets a thread at once. The global ones have a thread for each processor, which may all be
    // waiting here.
    DispatchQueue(label: "OpenSwiftData.FileCheck", qos: .userInitiated).async(group: reading) {
      let problems = self.fileProblems(readsValues)
      inFile.withLock { $0 = problems }
    }
    let inTexts = textProblems()
    reading.wait()
    return try Self.collected(inFile.withLock { $0 } + inTexts)
  }

  /// The problems of all parts, and what kept a part from being checked; throws that if there are no problems.
  private static func collected(_ parts: [Result<[String], any Error>]) throws -> [String] {
    var (problems, errors) = ([String](), [any Error]())
    for part in parts {
      switch part {
      case .success(let found): problems += found
      case .failure(let error): errors.append(error)
      }
    }
    if problems.isEmpty, let error = errors.first { throw error }
    return problems + errors.map { "not all could be checked: \(($0 as? StoreError)?.explanation ?? "\($0)")" }
  }

  /// What is wrong with tables and indexes, or if nothing is, with the rows.
  private func fileProblems(_ readsValues: Bool) -> [Result<[String], any Error>] {
    let tables = [
      Result { try damage() }, Result { try read { try StoredDefinitions(roots, on: $0).problems() } },
    ]
    guard tables.allSatisfy({ (try? $0.get())?.isEmpty == true }) else { return tables }
    let limit = Self.maxProblemCount
    let references = Result { try read { try DanglingReferences(roots, on: $0).problems(limit: limit) } }
    guard readsValues else { return [references] }
    return [references, Result { try read { try StoredValuesCheck(roots, on: $0).problems(limit: limit) } }]
  }

  /// A phrase for each damage of a table or index, `maxProblemCount` at most.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
  private func damage() throws -> [String] {
    try read { connection in
      let check = try connection.statement("PRAGMA integrity_check(\(Self.maxProblemCount))")
      defer { check.reset() }
      var answers: [String] = []
      do {
        while try check.step() { answers.append(check.text(0)) }
      } catch let error as SQLiteError where error.isUnreadablePart && !answers.isEmpty {
        // It tells of the pages that it can't read, and fails where it needs one of them.
        answers.append("not all could be checked: \(error.message)")
      }
      let lines = answers.flatMap { $0.split(separator: "\n") }
      return lines.filter { $0 != "ok" && !$0.hasPrefix("*** in database") }.map(String.init)
    }
  }

  private var roots: [EntityTable] { schema.roots.compactMap { table(named: $0.name) } }

  /// Gives properties whose values can't be read those of new models, where there are any.
  ///
  /// - Returns: how many values can't be read.
  func replaceUnreadableValues() throws -> Int {
    try write { try StoredValuesCheck(roots, on: $0).replaceAll() }
  }

  /// A phrase for each damaged full-text index.
  private func textProblems() -> [Result<[String], any Error>] {
    let indexes = indexed.flatMap(\.fullText)
    let fitTogether: [Bool]
    do {
      fitTogether = try indexesFitTogether(indexes)
    } catch {
      return [.failure(error)]
    }
    let areSound = Lock(fitTogether.map { Result<Bool, any Error>.success($0) })
    DispatchQueue.concurrentPerform(iterations: indexes.count) { number in
      guard fitTogether[number] else { return }
      let isSound = Result { try read { try FullTextCheck(indexes[number]).findsAllRows(on: $0) } }
      areSound.withLock { $0[number] = isSound }
    }
    return zip(indexes, areSound.withLock { $0 }).map { index, isSound in
      isSound.map { $0 ? [] : ["the full-text index of \(index.entity).\(index.column) is damaged"] }
    }
  }

  /// Of each index, whether FTS5 finds nothing wrong in its tables; it looks only where it may write.
  private func indexesFitTogether(_ indexes: [FullTextIndex]) throws -> [Bool] {
    guard allowsSave else { return indexes.map { _ in true } }
    return try withWriter { connection in
      try indexes.map { try FullTextCheck($0).partsFitTogether(on: connection) }
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
    for table in roots {
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
