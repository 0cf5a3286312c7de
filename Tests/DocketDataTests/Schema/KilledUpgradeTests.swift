import Foundation
import SwiftData
import Testing

@testable import DocketData
@testable import OpenSwiftData

@Suite("A store of each earlier release whose upgrade is killed", .serialized)
struct KilledUpgradeTests {
  /// How often the upgrade of each version is killed; `DOCKET_CRASH_ROUNDS=100` is the long form.
  private static let rounds = number("DOCKET_CRASH_ROUNDS") ?? 4
  /// What moments and positions are drawn with; `OPENSWIFTDATA_SEED` replays a run, as far as clocks can be replayed.
  private static let seed = number("OPENSWIFTDATA_SEED").map(UInt64.init) ?? UInt64.random(in: 0..<1 << 32)
  private static let count = 1_200

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// `docket` itself, which the build puts beside the tests.
  private static let docket = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("docket")

  @Test(arguments: 1...5) func isOldOrNewWithItsOrderAndACopy(_ version: Int) async throws {
    var random = SeededGenerator(seed: Self.seed &+ UInt64(version))
    let original = directory.url.appendingPathComponent("original.sqlite")
    let order = try make(version, at: original, &random)
    try copy(original)
    let start = ContinuousClock.now
    #expect(try !upgrade { $0.waitUntilExit() })
    let whole = (ContinuousClock.now - start) / .seconds(1)
    #expect(try await order == upgraded(version, "left alone"))
    var outcomes: [String: Int] = [:]
    for round in 1...Self.rounds {
      // The beginning and the end are short, and would seldom be hit by chance.
      let part = [0...0.2, 0...1, 0.5...1][round % 3]
      let moment = Double.random(in: part, using: &random) * whole
      let comment = Comment(rawValue: "seed \(Self.seed), version \(version), round \(round), \(moment) of \(whole) s")
      try copy(original)
      let wasKilled = try upgrade { process in
        let deadline = ContinuousClock.now + .seconds(moment)
        // A timer is too coarse for an upgrade of a few hundredths of a second.
        while ContinuousClock.now < deadline {}
        kill(process.processIdentifier, SIGKILL)
      }
      let found = try check(version, comment)
      outcomes["\(wasKilled ? "killed" : "finished"), \(found)", default: 0] += 1
      #expect(try await order == upgraded(version, comment), comment)
    }
    #expect(outcomes.contains { $0.key.hasPrefix("killed") }, "\(outcomes)")
    print("killed upgrades of version \(version), seed \(Self.seed): \(outcomes)")
  }

  // MARK: - Stores

  /// Makes a store as a release left it.
  ///
  /// - Returns: the numbers of its items in the manual order.
  private func make(_ version: Int, at file: URL, _ random: inout SeededGenerator) throws -> [Int64] {
    let schemas: [any VersionedSchema.Type] = [
      SchemaV1.self, SchemaV2.self, SchemaV3.self, SchemaV4.self, SchemaV5.self,
    ]
    let schema = Schema(versionedSchema: schemas[version - 1])
    let context = ModelContext(
      try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: file)]))
    // Counted up, with some that were moved between others, or before all.
    var positions = (0..<Self.count).map { 812_345_678 + Double($0) }
    for index in positions.indices where index % 7 == 3 {
      positions[index] = Double.random(in: -0.001...812_346_000, using: &random)
    }
    for (index, position) in positions.enumerated() {
      let (title, date) = ("item \(index)", Moment.after(Double(index)))
      switch version {
      case 1: context.insert(SchemaV1.Item(title: title, timestamp: date, createTimestamp: Moment.base))
      case 2:
        let item = SchemaV2.Item(title: title, timestamp: date, createTimestamp: Moment.base, position: position)
        context.insert(item)
        item.deadline = index % 3 == 0 ? date : .distantFuture
      case 3:
        context.insert(
          SchemaV3.Item(title: title, timestamp: date, createTimestamp: Moment.base, position: position))
      case 4:
        context.insert(
          SchemaV4.Item(title: title, timestamp: date, createTimestamp: Moment.base, position: position))
      default:
        let item = SchemaV5.Item(
          title: title, timestamp: date, createTimestamp: Moment.base, orderKey: OrderKey(position))
        context.insert(item)
        item.recurrence = Self.recurrence(index)
      }
    }
    try context.save()
    // The first release had no order but that in which items were added.
    let rows = positions.indices.map { (Int64($0) + 1, version == 1 ? Double($0) : positions[$0]) }
    return rows.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Half of the items of a store of the fifth release repeat.
  private static func recurrence(_ index: Int) -> Recurrence? {
    index.isMultiple(of: 2) ? Recurrence(every: index % 5 + 1, .week) : nil
  }

  private func copy(_ original: URL) throws {
    for file in try directory.files where !file.hasPrefix("original") {
      do {
        try FileManager.default.removeItem(at: directory.url.appendingPathComponent(file))
      } catch CocoaError.fileNoSuchFile {
        // The store was being closed, which takes its log and index away.
      }
    }
    try FileManager.default.copyItem(at: original, to: directory.store)
  }

  // MARK: - Upgrades

  /// Has `docket` open the store.
  ///
  /// - Returns: whether it was killed before it had finished.
  private func upgrade(_ body: (Process) -> Void) throws -> Bool {
    let process = Process()
    process.executableURL = Self.docket
    process.arguments = ["list", "--count", "--store", directory.store.path]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    body(process)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  /// Looks at what the kill left, as another program does.
  ///
  /// - Returns: the version that the store is in.
  private func check(_ version: Int, _ comment: Comment) throws -> String {
    let found = try look(at: directory.store.path, comment)
    #expect(["\(version).0.0", "6.0.0"].contains(found), comment)
    let copies = try self.copies
    if found == "6.0.0" { #expect(copies == ["docket.sqlite.backup-\(version).0.0"], comment) }
    for copy in copies {
      #expect(try look(at: directory.url.appendingPathComponent(copy).path, comment) == "\(version).0.0", comment)
    }
    return found
  }

  private func look(at path: String, _ comment: Comment) throws -> String {
    let connection = try Connection(path: path, mode: .readWrite)
    #expect(try connection.texts("PRAGMA integrity_check") == ["ok"], comment)
    #expect(try connection.integer("SELECT count(*) FROM Item WHERE title LIKE 'item %'") == Self.count, comment)
    return try connection.texts("SELECT value FROM openswiftdata_metadata WHERE key = 'schema_version'").first ?? ""
  }

  /// The order that the next start shows, which needs no help and leaves one copy.
  private func upgraded(_ version: Int, _ comment: Comment) async throws -> [Int64] {
    let items = try await World(directory.store).handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(try copies == ["docket.sqlite.backup-\(version).0.0"], comment)
    #expect(try directory.files.filter { $0.contains("unfinished") } == [], comment)
    #expect(items.allSatisfy { $0.orderKey.isWellFormed && $0.title == "item \($0.number - 1)" }, comment)
    if version == 5 {
      #expect(items.allSatisfy { $0.recurrence == Self.recurrence(Int($0.number) - 1) }, comment)
    }
    return items.map(\.number)
  }

  private var copies: [String] {
    get throws {
      try directory.files.filter {
        $0.hasPrefix("docket.sqlite.backup-") && !["-unfinished", "-wal", "-shm"].contains(where: $0.hasSuffix)
      }
    }
  }

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }
}
