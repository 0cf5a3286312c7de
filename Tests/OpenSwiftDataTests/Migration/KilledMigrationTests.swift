import Foundation
import Testing

@Suite("A migration that is killed", .serialized)
struct KilledMigrationTests {
  /// How often the process is killed; `OPENSWIFTDATA_CRASH_ROUNDS=100` is the long form.
  private static let rounds = number("OPENSWIFTDATA_CRASH_ROUNDS") ?? 10
  /// What the moments are drawn with; `OPENSWIFTDATA_SEED` replays a run, as far as clocks can be replayed.
  private static let seed = number("OPENSWIFTDATA_SEED").map(UInt64.init) ?? UInt64.random(in: 0..<1 << 32)
  private static let rows = 5_000

  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  @Test func theStoreIsTheOldOneOrTheNewOneAtWhateverMomentItIsKilled() throws {
    let original = store.directory.appendingPathComponent("original.sqlite")
    try MigrationProcess.fill(original, rows: Self.rows)
    let whole = try wholeDuration(original)
    var generator = Moments(state: Self.seed)
    var outcomes: [String: Int] = [:]
    for round in 1...Self.rounds {
      let phase = Phase.allCases[round % Phase.allCases.count]
      let moment = Double.random(in: 0...phase.share, using: &generator) * whole
      try copy(original)
      let process = try MigrationProcess(store.url)
      if phase == .end { process.wait(until: "migrated") }
      let wasKilled = process.kill(after: moment)
      let version = try check("round \(round), seed \(Self.seed), killed \(moment) s into the \(phase) of \(whole) s")
      outcomes["\(wasKilled ? "killed" : "finished"), \(version), \(try copies().count) copies", default: 0] += 1
      try finishAndCheck()
      try clear()
    }
    print("killed migrations, seed \(Self.seed): \(outcomes)")
    #expect(outcomes.contains { $0.key.hasPrefix("killed") })
  }

  @Test func theStoreIsTheOldOneIfItIsKilledBeforeTheCommit() throws {
    try MigrationProcess.fill(store.url, rows: Self.rows)
    let process = try MigrationProcess(store.url, isHeld: true)
    process.wait(until: "migrated")
    #expect(process.kill(after: 0))
    #expect(try check("killed when all but the commit was done") == "1.0.0")
    #expect(try copies().count == 1)
    try finishAndCheck()
  }

  /// Where the moments lie: the copy and the commit are short and would seldom be hit by chance.
  private enum Phase: CaseIterable {
    case beginning, whole, end

    /// The length as a share of the whole migration.
    var share: Double {
      switch self {
      case .beginning: 0.05
      case .whole: 1
      case .end: 0.1
      }
    }
  }

  /// How long a migration takes that is left alone, in seconds.
  private func wholeDuration(_ original: URL) throws -> Double {
    try copy(original)
    let process = try MigrationProcess(store.url)
    let start = ContinuousClock.now
    process.finish(rows: Self.rows)
    try clear()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// Looks at what the kill left, with SQLite's own shell.
  ///
  /// - Returns: the version that the store is in.
  private func check(_ comment: Comment) throws -> String {
    #expect(try store.sqlite("PRAGMA integrity_check") == "ok", comment)
    let version = try store.sqlite("SELECT value FROM openswiftdata_metadata WHERE key = 'schema_version'")
    let sum = Self.rows * (Self.rows + 1) / 2
    switch version {
    case "1.0.0":
      #expect(
        try store.sqlite("SELECT count(title), sum(number), (SELECT name FROM Tag) FROM Entry")
          == "\(Self.rows)|\(sum)|a tag", comment)
    case "3.0.0":
      try checkMigrated(comment)
    default:
      Issue.record("version \(version), which is neither the old one nor the new one: \(comment)")
    }
    try checkLargeValue(of: store.url, comment)
    for copy in try copies() { try checkCopy(copy, sum, comment) }
    return version
  }

  private func checkMigrated(_ comment: Comment) throws {
    let sum = Self.rows * (Self.rows + 1) / 2
    let good =
      "SELECT count(*), count(DISTINCT uid), sum(number) FROM Entry WHERE label = printf('Entry %d (%d)', id, id)"
    #expect(try store.sqlite(good) == "\(Self.rows)|\(Self.rows)|\(sum).0", comment)
    let disordered = "SELECT count(*) FROM Entry a JOIN Entry b ON b.id = a.id + 1 WHERE a.orderKey <= b.orderKey"
    #expect(try store.sqlite(disordered) == "0", comment)
    #expect(
      try store.sqlite("SELECT count(*) FROM sqlite_master WHERE name IN ('Tag', 'openswiftdata_old_Entry')") == "0")
    #expect(try !copies().isEmpty, comment)
  }

  private func checkCopy(_ copy: URL, _ sum: Int, _ comment: Comment) throws {
    #expect(try store.sqlite("PRAGMA integrity_check", file: copy) == "ok", comment)
    #expect(
      try store.sqlite("SELECT count(title), sum(number) FROM Entry", file: copy) == "\(Self.rows)|\(sum)", comment)
    try checkLargeValue(of: copy, comment)
  }

  /// The value that is a file beside the store is there, whole.
  private func checkLargeValue(of file: URL, _ comment: Comment) throws {
    let name = try store.sqlite("SELECT body FROM Entry WHERE typeof(body) = 'text'", file: file)
    #expect(
      try Data(contentsOf: folder(of: file).appendingPathComponent("_EXTERNAL_DATA/\(name)")).count == 200_000, comment)
  }

  private func folder(of file: URL) -> URL {
    file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent)_SUPPORT")
  }

  private func copy(_ original: URL) throws {
    try FileManager.default.copyItem(at: original, to: store.url)
    try FileManager.default.copyItem(at: folder(of: original), to: folder(of: store.url))
  }

  /// The next start needs no help, and leaves one copy, however often it was killed.
  private func finishAndCheck() throws {
    try MigrationProcess(store.url).finish(rows: Self.rows)
    try checkMigrated("after the next start")
    #expect(try copies().map(\.lastPathComponent) == ["store.sqlite.backup-1.0.0"])
    #expect(try store.files.filter { $0.contains("unfinished") } == [])
  }

  private func copies() throws -> [URL] {
    try store.files.filter {
      $0.contains(".backup-") && !$0.hasPrefix(".") && !$0.hasSuffix("-unfinished") && !$0.hasSuffix("-wal")
        && !$0.hasSuffix("-shm")
    }
    .map { store.directory.appendingPathComponent($0) }
  }

  private func clear() throws {
    for file in try store.files where !file.contains("original.sqlite") {
      try FileManager.default.removeItem(at: store.directory.appendingPathComponent(file))
    }
  }

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }
}

/// Random numbers that a seed replays: SplitMix64.
private struct Moments: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
