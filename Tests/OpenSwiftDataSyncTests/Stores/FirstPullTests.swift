import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

@Suite("A first pull puts rows into the store as they arrive")
struct FirstPullTests {
  private let log = SharedLog()

  private func engine(_ number: UInt64, _ change: (inout SyncConfiguration) -> Void = { _ in }) throws -> SyncEngine {
    let container = try ModelContainer(
      for: Schema([StoredTask.self, StoredTag.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    return SyncEngine(container: container, configuration: configuration(number, change))
  }

  private func configuration(
    _ number: UInt64, _ change: (inout SyncConfiguration) -> Void
  ) -> SyncConfiguration {
    var configuration = SyncConfiguration()
    configuration.newReplica = { Replica(number) }
    configuration.batchLimit = 10
    configuration.transactionLimit = 15
    configuration.snapshotThreshold = .max
    change(&configuration)
    return configuration
  }

  private func remote(_ number: UInt64) -> LogRemote { LogRemote(log: log, replica: Replica(number)) }

  /// A store with tasks that make a tree and have tags, some of which come after what refers to them; some were edited.
  private func fill() async throws -> SyncEngine {
    let engine = try engine(1)
    let context = ModelContext(engine.modelContainer)
    let tags = ["errand", "work", "é"].map(StoredTag.init)
    tags.forEach(context.insert)
    try context.save()
    for round in 0..<2 {
      let tasks = (0..<40).map { StoredTask("task \(round) \($0)") }
      tasks.forEach(context.insert)
      for (index, task) in tasks.enumerated() {
        if index % 3 == 0 { task.parent = tasks[(index * 7) % 40] == task ? nil : tasks[max(0, index - 1)] }
        if index % 4 == 0 { task.tags = [tags[index % 3], tags[(index + 1) % 3]] }
        if index % 5 == 0 { task.notes = "" }
        task.weight = Double(index % 2)
      }
      tasks[3].parent = tasks[39]
      try context.save()
      try await engine.modelIsSetUp()
      try await engine.round(with: remote(1))
      tasks[5].title += " again"
      context.delete(tasks[7])
      let late = StoredTag("late \(round)")
      context.insert(late)
      tasks[8].tags.append(late)
      try context.save()
    }
    try await engine.round(with: remote(1))
    return engine
  }

  @Test func thatAreTheSameAsByTheMerge() async throws {
    let first = try await fill()
    let quick = try engine(2) { $0.longestMergingTransaction = .zero }
    let slow = try engine(3) { ($0.insertsNewRows, $0.longestMergingTransaction) = (false, .zero) }
    for (engine, number) in [(quick, UInt64(2)), (slow, 3)] {
      try await engine.setUp(space: TaskSchema.space)
      let report = try await engine.round(with: remote(number))
      #expect(report.changed > 0)
    }
    #expect(try await quick.shownRows() == first.shownRows())
    #expect(try await quick.shownRows() == slow.shownRows())
    #expect(try await quick.ledgerRows() == slow.ledgerRows())
    #expect(try await quick.ledgerColumns() == slow.ledgerColumns())
    #expect(try await quick.insertedRows() == slow.insertedRows())
  }

  @Test func andHasTheirRegistersWrittenAlike() async throws {
    let engine = try await fill()
    let batches = try log.batches.map { try BatchCodec().batch(of: $0) }
    try await engine.compareRegisters(of: batches)
  }

  @Test func andOfASnapshotToo() async throws {
    let first = try await fill()
    try await first.leaveSnapshot(with: remote(1))
    #expect(!log.snapshots.isEmpty)
    let (quick, slow) = (try engine(2), try engine(3) { $0.insertsNewRows = false })
    for (engine, number) in [(quick, UInt64(2)), (slow, 3)] {
      try await engine.setUp(space: TaskSchema.space)
      try await engine.round(with: remote(number))
    }
    #expect(try await quick.shownRows() == first.shownRows())
    #expect(try await quick.shownRows() == slow.shownRows())
    #expect(try await quick.ledgerRows() == slow.ledgerRows())
    #expect(try await quick.ledgerColumns() == slow.ledgerColumns())
  }

  @Test func andGoesOnWhereItWasInterrupted() async throws {
    let first = try await fill()
    let second = try engine(2) { $0.pageLimit = 2 }
    try await second.setUp(space: TaskSchema.space)
    let (broken, expected) = (BrokenRemote(remote(2), pages: 2), try await first.shownRows())
    await #expect(throws: LogRemote.Partitioned.self) { try await second.round(with: broken) }
    let part = try await second.shownRows()
    #expect(!part.isEmpty && part.count < expected.count)
    // As a process that was killed: all that is left is the store.
    let again = SyncEngine(
      container: second.modelContainer, configuration: configuration(2) { $0.pageLimit = 2 })
    try await again.round(with: remote(2))
    #expect(try await again.shownRows() == expected)
    #expect(try ModelContext(again.modelContainer).fetchCount(FetchDescriptor<StoredTask>()) == 78)
  }

  /// One replica renames a tag to the name under which another one, which does not know of that, makes one.
  @Test func andATagWithTheNameThatAnotherOneGetsInTheSameTransaction() async throws {
    let (first, other) = (try engine(1), try engine(4))
    let context = ModelContext(first.modelContainer)
    let tag = StoredTag("x")
    context.insert(tag)
    try context.save()
    try await first.modelIsSetUp()
    try await first.round(with: remote(1))
    tag.name = "y"
    try context.save()
    try await first.round(with: remote(1))
    let others = ModelContext(other.modelContainer)
    others.insert(StoredTag("y"))
    try others.save()
    try await other.setUp(space: TaskSchema.space)
    let ofItsOwn = SharedLog()
    try await other.round(with: LogRemote(log: ofItsOwn, replica: Replica(4)))
    for batch in ofItsOwn.batches { try await remote(4).push(batch) }
    let (quick, slow) = (
      try engine(2) { $0.transactionLimit = 2_000 },
      try engine(3) {
        $0.transactionLimit = 2_000
        $0.insertsNewRows = false
      }
    )
    for (engine, number) in [(quick, UInt64(2)), (slow, 3)] {
      try await engine.setUp(space: TaskSchema.space)
      try await engine.round(with: remote(number))
    }
    #expect(try await quick.shownRows() == slow.shownRows())
    #expect(try await quick.ledgerRows() == slow.ledgerRows())
  }

  @Test func inTransactionsThatTakeAQuarterOfASecond() {
    var configuration = SyncConfiguration()
    configuration.transactionLimit = 100
    var size = PortionSize(configuration)
    for _ in 0..<5 { size.note(.milliseconds(10)) }
    #expect(size.rows == 800)
    size.note(.milliseconds(240))
    #expect(size.rows == 800)
    size.note(.milliseconds(300))
    #expect(size.rows == 400)
    for _ in 0..<5 { size.note(.seconds(1)) }
    #expect(size.rows == 100)
    configuration.longestMergingTransaction = .zero
    size = PortionSize(configuration)
    size.note(.milliseconds(1))
    #expect(size.rows == 100)
  }
}

/// A remote that fails after some pages.
private actor BrokenRemote: SyncRemote {
  nonisolated let replica: Replica
  private let remote: LogRemote
  private var pages: Int

  init(_ remote: LogRemote, pages: Int) { (self.remote, self.pages, replica) = (remote, pages, remote.replica) }

  func open() async throws { try await remote.open() }

  func lastNumber() async throws -> UInt64 { try await remote.lastNumber() }

  func push(_ batch: BatchEnvelope) async throws { try await remote.push(batch) }

  func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage {
    pages -= 1
    guard pages >= 0 else { throw LogRemote.Partitioned() }
    return try await remote.pull(after: cursor, limit: limit)
  }

  func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool { true }

  func snapshots() async throws -> [[UInt8]] { try await remote.snapshots() }

  func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws {}
}

extension SyncEngine {
  fileprivate func modelIsSetUp() throws {
    if try status() == nil { try setUp(space: TaskSchema.space) }
  }

  fileprivate func leaveSnapshot(with remote: any SyncRemote) async throws {
    var configuration = configuration
    configuration.snapshotThreshold = 1
    try await SyncEngine(container: modelContainer, configuration: configuration).round(with: remote)
  }

  /// What the ledger says of rows beside their registers.
  fileprivate func ledgerColumns() throws -> [String] {
    try read { transaction in
      try transaction.rows(
        "SELECT hex(identity), shown, conflicts, foreign_parts, length(registers) FROM openswiftdatasync_row"
      ) { row in (0..<5).map { "\(row[$0])" }.joined(separator: " ") }.sorted()
        + transaction.rows("SELECT count(*) FROM openswiftdatasync_link") { "\($0.integer(0)) links" }
    }
  }

  /// How many rows of each entity the history calls inserted.
  fileprivate func insertedRows() throws -> [String: Int] {
    try read { transaction in
      let runs = try transaction.history(after: 0, except: "") ?? []
      return runs.filter { $0.kind == .insertion }.reduce(into: [:]) { $0[$1.entity, default: 0] += $1.keys.count }
    }
  }

  /// Compares both ways to write the registers of an inserted row.
  fileprivate func compareRegisters(of batches: [Batch]) throws {
    try write { transaction in
      let ledger = try Ledger(transaction, schema(transaction, of: place), at: place)
      var count = 0
      for batch in batches {
        for run in batch.changes.rowRuns {
          let changes = batch.changes[run]
          guard let first = changes.first, first.value == Existence.inserted.value, let row = Row(inserting: changes),
            row.exceptions.isEmpty
          else { continue }
          let properties = ledger.schema.properties(row.entity)
          let values = properties.compactMap { name in row.values[.property(name)].map { (key: name, value: $0) } }
          let shown = RowValues(values)
          let mark = Row.Mark(stamp: first.stamp, isDerived: first.isDerived, isFresh: true)
          let members = changes.dropFirst(1 + properties.count)
          #expect(
            try ledger.registers(ofInserted: mark, members: members, row.entity)
              == ledger.registers(of: row, shown: shown))
          count += 1
        }
      }
      #expect(count > 80)
    }
  }
}
