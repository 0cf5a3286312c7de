/// Which statements the server has prepared for a connection: it plans these once, instead of each time that they run.
///
/// What runs once is not worth the message that prepares it. A pooler may pass a connection on to a server process that has
/// not prepared a statement, or that has it from somebody else: then no statement is prepared any more. Names come from
/// the texts, so a name never stands for another statement.
///
/// Source: https://www.postgresql.org/docs/15/sql-prepare.html
struct PreparedStatements {
  /// How a statement is to be run.
  enum Way: Equatable {
    case plain
    case preparing(name: String)
    case prepared(name: String)
  }

  private enum Standing {
    case hasRun, isPrepared
  }

  private var standings: [String: Standing] = [:]
  private var isRefused = false

  /// How to run a statement now.
  mutating func way(of sql: String) -> Way {
    guard !isRefused else { return .plain }
    switch standings[sql] {
    case nil:
      standings[sql] = .hasRun
      return .plain
    case .hasRun: return .preparing(name: Self.name(of: sql))
    case .isPrepared: return .prepared(name: Self.name(of: sql))
    }
  }

  /// Notes that the server has prepared a statement.
  mutating func notePrepared(_ sql: String) { standings[sql] = .isPrepared }

  /// Notes an error of a statement that was prepared, or was to be.
  ///
  /// - Returns: whether it is to be run plainly: the server has not run it.
  mutating func noteFailure(_ state: SQLState) -> Bool {
    guard SQLState.preparedElsewhere.contains(state) else { return false }
    isRefused = true
    return true
  }

  /// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/.
  private static func name(of sql: String) -> String {
    let hash = sql.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "docket_sync_" + String(hash, radix: 16)
  }
}

extension SQLState {
  /// No such prepared statement; there is one already; its rows have other columns since a table was changed.
  fileprivate static let preparedElsewhere = [SQLState("26000"), SQLState("42P05"), SQLState("0A000")]
}
