extension SQLiteStore {
  /// The largest number of problems that are reported.
  private static let problemLimit = 100

  /// What is wrong with the file and the full-text indexes; empty if all is well.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
  func problems() throws -> [String] {
    let problems = try read { try $0.texts("PRAGMA integrity_check(\(Self.problemLimit))").filter { $0 != "ok" } }
    return problems + (try textProblems())
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
