import CBaseline
import Foundation
import GRDB
import Measuring

/// Measures GRDB against C on the same SQLite, with the rows and the bars of `data-bench`: its records, records that are
/// `Codable`, and its statements without records.
@main
struct GRDBBench {
  private var rows = 100_000
  private var rounds = 7

  static func main() throws {
    var bench = GRDBBench()
    var isJSON = false
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--rows": bench.rows = number(rest.popFirst())
      case "--rounds": bench.rounds = number(rest.popFirst())
      default: usage()
      }
    }
    let table = OutcomeTable(outcomes: try bench.measure())
    print(try isJSON ? table.json : table.text)
  }

  private static func number(_ text: String?) -> Int {
    guard let number = text.flatMap({ Int($0) }), number > 0 else { usage() }
    return number
  }

  private static func usage() -> Never {
    print("usage: grdb-bench [--rows N] [--rounds N] [--json]")
    exit(2)
  }

  private func measure() throws -> [Outcome] {
    let samples = Samples.make(rows)
    let store = try GRDBStore()
    try Baseline(store.url).insert(BaselineItems(samples))
    return try identifiers(store) + models(store) + windows(store) + insertions(samples) + saves()
  }

  private func outcomes(
    _ bar: String, _ what: String, rounds: Int? = nil, _ ways: [(String, () throws -> Duration)],
    baseline: () throws -> Duration
  ) throws -> [Outcome] {
    try ways.map { name, way in
      let rounds = try Rounds(rounds ?? self.rounds, ours: way, baseline: baseline)
      return Outcome(bar, "GRDB \(name): \(what)", rounds, limit: nil)
    }
  }

  // MARK: - Reading

  private func identifiers(_ store: GRDBStore) throws -> [Outcome] {
    let baseline = try Baseline(store.url)
    let request = PlainItem.select(Column("id"), as: Int64.self).order(Column("createdAt"), Column("id"))
    return try outcomes(
      "D1", "identifiers of \(rows) rows by an index",
      [
        ("records", { try store.time { _ = try request.fetchAll($0) } }),
        (
          "statements",
          {
            try store.time {
              _ = try Int64.fetchAll($0.cachedStatement(sql: "SELECT id FROM Item ORDER BY createdAt, id"))
            }
          }
        ),
      ], baseline: baseline.timeKeys)
  }

  private func models(_ store: GRDBStore) throws -> [Outcome] {
    let baseline = try Baseline(store.url)
    func time<Record: FetchableRecord & TableRecord>(_: Record.Type) -> () throws -> Duration {
      {
        var items: [Record] = []
        let time = try store.time { items = try Record.order(Column("id")).fetchAll($0) }
        precondition(items.count == rows)
        return time
      }
    }
    let statements = {
      var items: [PlainItem] = []
      let time = try store.time { database in
        let statement = try database.cachedStatement(sql: "SELECT \(PlainItem.columns) FROM Item ORDER BY id")
        let cursor = try Row.fetchCursor(statement)
        while let row = try cursor.next() { items.append(PlainItem(byPosition: row)) }
      }
      precondition(items.count == rows)
      return time
    }
    return try outcomes(
      "D2", "\(rows) rows, every attribute",
      [("records", time(PlainItem.self)), ("Codable records", time(CodableItem.self)), ("statements", statements)],
      baseline: baseline.timeItems)
  }

  private func windows(_ store: GRDBStore) throws -> [Outcome] {
    let baseline = try Baseline(store.url)
    let keys = try baseline.keys()
    let height = min(50, keys.count)
    var start = 0
    func window() -> [Int64] {
      start = (start + 7919 * height) % (keys.count - height + 1)
      return Array(keys[start..<start + height])
    }
    return try outcomes(
      "D3", "window of \(height) rows by identifier", rounds: max(200, rounds),
      [
        ("records", { try store.time { _ = try PlainItem.fetchAll($0, ids: window()) } }),
        (
          "statements",
          {
            try store.time { database in
              let statement = try database.cachedStatement(sql: "SELECT \(PlainItem.columns) FROM Item WHERE id = ?")
              for key in window() {
                _ = try Row.fetchOne(statement, arguments: [key]).map(PlainItem.init(byPosition:))
              }
            }
          }
        ),
      ], baseline: { try baseline.timeWindow(window()) })
  }

  // MARK: - Writing

  private func insertions(_ samples: [ItemSample]) throws -> [Outcome] {
    let items = BaselineItems(samples)
    func time(_ insert: @escaping (ItemSample, Database) throws -> Void) -> () throws -> Duration {
      {
        let store = try GRDBStore()
        return try store.timeTransaction { database in for sample in samples { try insert(sample, database) } }
      }
    }
    return try outcomes(
      "D4", "insert \(rows) rows, one transaction",
      [
        ("records", time { try PlainItem($0).insert($1) }),
        ("Codable records", time { try CodableItem($0).insert($1) }),
        ("statements", time(Self.insert)),
      ]
    ) {
      let store = try GRDBStore()
      let baseline = try Baseline(store.url)
      return try Stopwatch.time { try baseline.insert(items) }
    }
  }

  private func saves() throws -> [Outcome] {
    let (ours, theirs) = (try GRDBStore(), try GRDBStore())
    let baseline = try Baseline(theirs.url)
    let samples = Samples.make(400)
    let items = BaselineItems(samples)
    var next = 0
    func sample() -> Int {
      next = (next + 1) % samples.count
      return next
    }
    return try outcomes(
      "D5", "one insert and commit, FULL", rounds: samples.count - 1,
      [
        ("records", { try ours.timeTransaction { try PlainItem(samples[sample()]).insert($0) } }),
        ("statements", { try ours.timeTransaction { try Self.insert(samples[sample()], $0) } }),
      ]
    ) {
      let item = sample()
      return try Stopwatch.time { try baseline.insert(UnsafeBufferPointer(rebasing: items.items[item..<item + 1])) }
    }
  }

  private static func insert(_ sample: ItemSample, _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "INSERT INTO Item(title, notes, createdAt, due, isDone, priority) VALUES(?, ?, ?, ?, ?, ?)")
    statement.setUncheckedArguments([
      sample.title, sample.notes, sample.createdAt.timeIntervalSinceReferenceDate,
      sample.due?.timeIntervalSinceReferenceDate, sample.isDone, sample.priority,
    ])
    try statement.execute()
  }
}
