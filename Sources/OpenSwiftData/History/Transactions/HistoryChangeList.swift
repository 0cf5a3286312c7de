import DocketLocking

/// The changes of a transaction: kept as runs, and made one by one when somebody asks for them.
final class HistoryChangeList: Sendable {
  private let runs: [HistoryRun]
  private let made = Lock<[HistoryChange]?>(nil)

  init(_ runs: [HistoryRun]) {
    self.runs = runs
  }

  var changes: [HistoryChange] {
    made.withLock { made in
      if let made { return made }
      let all = runs.flatMap(\.changes)
      made = all
      return all
    }
  }
}
