extension SQLiteStore {
  /// The largest number of problems that are reported.
  private static let problemLimit = 100

  /// What is wrong with the file, the relationships and the full-text indexes; empty if all is well.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
  func problems() throws -> [String] {
    let problems = try read { connection in
      let structure = try connection.texts("PRAGMA integrity_check(\(Self.problemLimit))").filter { $0 != "ok" }
      return structure + (try Self.danglingReferences(on: connection))
    }
    return problems + (try textProblems())
  }

  private static func danglingReferences(on connection: Connection) throws -> [String] {
    let all = try connection.rows("PRAGMA foreign_key_check") { row in
      "row \(row.integer(1)) of \(row.text(0)) leads to a row of \(row.text(2)) that is not there"
    }
    return Array(all.prefix(problemLimit))
  }

  /// The indexes that do not hold together.
  ///
  /// Source: https://www.sqlite.org/fts5.html#the_integrity_check_command
  private func textProblems() throws -> [String] {
    guard allowsSave else { return [] }
    return try withWriter { connection in
      try indexed.flatMap(\.fullText).compactMap { try $0.problem(on: connection) }
    }
  }
}
