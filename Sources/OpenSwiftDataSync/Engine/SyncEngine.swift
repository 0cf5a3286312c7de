import Foundation
import OpenSwiftData

/// Keeps a store equal to others, by way of a remote.
///
/// A round drains what was saved here since the last one, pushes it, pulls what others pushed, and merges it, each merge
/// in one transaction with what was saved here meanwhile. Contexts and live results of every process follow as after any
/// save. It runs on its own serial executor; nothing on the main actor waits for it.
public actor SyncEngine: ModelActor {
  /// The store.
  public nonisolated let modelContainer: ModelContainer
  /// The executor of the engine's work on the store.
  public nonisolated let modelExecutor: any ModelExecutor

  /// Which of the store's spaces it works for.
  public nonisolated let place: SpacePlace

  let configuration: SyncConfiguration
  /// The end of the history when the store was drained last.
  private var drainedToken: Int64?
  /// How many rows a transaction merges.
  var portionSize: PortionSize
  /// The version of the store's tables for which those of the engine were last made sure of.
  private var preparedVersion: Int64?
  /// What the history says of a store that joins a space again, until all its rows are told.
  private var rejoined: RejoinedRows?

  /// An engine for one space of a store.
  ///
  /// - Parameter place: the store's own space, or one that is shared: see `SharedSpaces`.
  public init(
    container: ModelContainer, configuration: SyncConfiguration = SyncConfiguration(), place: SpacePlace = .own
  ) {
    modelContainer = container
    self.place = place
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    self.configuration = configuration
    portionSize = PortionSize(configuration)
  }

  // MARK: - Setting up

  /// Begins to keep the store equal to others; its rows are sent with the next rounds.
  ///
  /// - Parameters:
  ///   - space: what is kept equal: all stores of a space are.
  ///   - location: where the remote is, for programs that ask `status()`; without secrets.
  /// - Throws: `SyncError.alreadySetUp`, `SwiftDataError` for a schema with classes that inherit, `StoreError`.
  public func setUp(space: SyncIdentity, location: String = "") throws {
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      if try tables.isSetUp { throw SyncError.alreadySetUp(try SyncPosition(tables).space) }
      if let unsuitable = schema(transaction).unsuitable { throw unsuitable }
      try tables.create()
      var position = SyncPosition(space: space, replica: configuration.newReplica(), schema: schema(transaction))
      if configuration.sharing != nil, place == .own {
        let shared = try SpacePlace.all(transaction).filter(\.isShared)
        try position.advanceClock(past: shared, transaction)
        // What is shared stays so, though the others of the new space have the same rows without having heard of that.
        let since = position.clock.now(wall: configuration.wallTime()).clock
        for place in shared { try SyncTables(transaction, at: place).setSince(since) }
      }
      try position.write(to: tables)
      try tables.setValue(.text(location), "location")
      try tables.setReceiving(after: transaction.latestHistoryToken())
    }
  }

  /// Forgets all about sync; the store's rows stay, and are the same ones should it join the space again.
  ///
  /// What another version of the engine keeps in the store is forgotten with it, that of shared spaces too: this version
  /// can't use it, and it is of no use to the other one without the rest.
  public func leave() throws {
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      // What another version wrote can't be read. A store that has not told all its rows knows no better than before.
      if !place.isShared, try transaction.hasTable("\(place.prefix)_state"), let position = try? SyncPosition(tables),
        position.remaining.isEmpty
      {
        try FormerIdentities(transaction, of: position.space)
          .noteLeaving(schema(transaction), position, tables, at: configuration.wallTime())
      }
      try tables.drop()
      for other in try SpacePlace.all(transaction) {
        let tables = SyncTables(transaction, at: other)
        do { try tables.checkFormat() } catch SyncError.earlierFormat, SyncError.laterFormat { try tables.drop() }
      }
    }
  }

  /// What the store knows of sync; nil if it does not sync.
  ///
  /// - Throws: `SyncError.earlierFormat` and `laterFormat` for what another version of the engine wrote, `StoreError`.
  public func status() throws -> SyncStatus? {
    try read { transaction in
      let tables = SyncTables(transaction, at: place)
      guard try tables.isSetUp else { return nil }
      let position = try SyncPosition(tables)
      let conflicts = try transaction.rows(
        "SELECT ifnull(sum(conflicts), 0) FROM \(place.prefix)_row WHERE conflicts > 0"
      ) { $0.integer(0) }
      let unsent = try tables.outboxCount
      return SyncStatus(
        space: position.space, replica: position.replica, location: try tables.value("location").text,
        cursor: position.cursor, sent: position.sent(unsent: unsent), unsent: unsent,
        conflicts: Int(conflicts.first ?? 0), setAside: try tables.kept().count)
    }
  }

  // MARK: - Rounds

  /// Drains, pushes and pulls until there is nothing more.
  ///
  /// - Parameter remote: opened by it.
  /// - Throws: what the remote throws, `ClockError`, `StoreError`; what was done stays done, and the next round goes on.
  ///   `SyncError.restored` if the remote has later batches of this store than the store knows of, and
  ///   `SyncError.clockAhead` before anything is taken into batches.
  @discardableResult
  public func round(with remote: any SyncRemote) async throws -> SyncReport {
    try await remote.open()
    var report = SyncReport()
    do { try await checkPushed(to: remote) } catch SyncError.remoteLost(let number) {
      // What others send is received all the same.
      try await drainAll()
      try await pull(from: remote, &report)
      throw SyncError.remoteLost(after: number)
    }
    if let behind = remote.clockDifference, behind > Int64(HybridClock.tolerance) { report.clockDifference = behind }
    try await drainAll()
    let isStale = try isStale()
    try await mergeDueSnapshots(of: remote, isStale: isStale, &report)
    if isStale, report.awaitsSnapshot {
      // What was written here is sent once the snapshot says what of it has to be told again: see `rejoin`.
      try await pull(from: remote, &report)
      return report
    }
    do {
      report.pushed = try await push(to: remote)
    } catch let error as SyncError {
      // Under a name that another store has too, nothing must be merged.
      throw error
    } catch {
      // What others have sent may be the cure.
      try? await pull(from: remote, &report)
      throw error
    }
    try await pull(from: remote, &report)
    if !report.awaitsSnapshot { try await endJoining() }
    // What others had not seen while they wrote may have been drained with the merge.
    report.pushed += try await push(to: remote)
    // Without the snapshot it was not in touch with all that others know.
    if !report.awaitsSnapshot {
      try await endRound(with: remote, &report)
    } else if report.laterSnapshot == nil {
      // One machine's snapshot that waits is no absence from all others.
      try noteContact()
    }
    return report
  }

  /// Takes what was saved here since it was last asked into batches that wait to be pushed.
  ///
  /// - Returns: how many changes; 0 once there is nothing left.
  @discardableResult
  public func drain() async throws -> Int {
    let (isNeeded, token) = try read { (try hasWork($0), try $0.latestHistoryToken()) }
    guard isNeeded else {
      drainedToken = token
      return 0
    }
    // What came too early is merged as soon as its time has come.
    return try await merging(inPortions: true) { try $0.merge([], wall: configuration.wallTime()) }.drained
  }

  func drainAll() async throws {
    while try await drain() > 0 {}
  }

  /// Whether a transaction would find something to drain or to merge.
  private func hasWork(_ transaction: ReplicationTransaction) throws -> Bool {
    let tables = SyncTables(transaction, at: place)
    guard try tables.isSetUp else { throw SyncError.notSetUp }
    let position = try SyncPosition(tables)
    if try isUndrained(position, transaction) || position.fingerprint != schema(transaction).rules.fingerprint {
      return true
    }
    let kept = try tables.keptBatches(except: .merged)
    let wall = configuration.wallTime()
    return kept.ahead.contains { (try? HybridClock.check($0.header.stamp, wall: wall)) != nil }
      || kept.unreadable.contains { BatchCodec().isReadable($0) }
  }

  func isUndrained(_ position: SyncPosition, _ transaction: ReplicationTransaction) throws -> Bool {
    try !position.isDrained(at: place, transaction)
  }

  /// Whether something was saved since this engine drained the store last; takes no lock.
  public func hasNews() throws -> Bool {
    try ReplicationTransaction.latestHistoryToken(in: modelContainer) != drainedToken
  }

  /// Whether something was saved that no batch has yet, by whichever process.
  public func hasUndrained() throws -> Bool {
    try read { try isUndrained(SyncPosition(SyncTables($0, at: place)), $0) }
  }

  /// Has batches pushed again that the remote has lost.
  private func sendAgain(after number: UInt64) throws {
    try write { transaction in
      let tables = SyncTables(transaction, at: place)
      let position = try SyncPosition(tables)
      try tables.sendAgain(after: number, last: position.seen[position.replica].number)
    }
  }

  /// Compares what the remote has of this store with what the store knows, and the clocks.
  ///
  /// Another process may push as this store meanwhile: what is known before the remote is asked is the least that it must
  /// have, and what is known afterwards the most.
  private func checkPushed(to remote: any SyncRemote) async throws {
    let expected = try read { transaction in
      let tables = SyncTables(transaction, at: place)
      guard try tables.isSetUp else { throw SyncError.notSetUp }
      let position = try SyncPosition(tables)
      // The outbox is that of the name that the store has now.
      guard position.replica == remote.replica else { throw SyncError.otherReplica(position.replica) }
      return position.sent(unsent: try tables.outboxCount)
    }
    let pushed = try await remote.lastNumber()
    try checkClock(with: remote)
    let known = try read { transaction in
      let position = try SyncPosition(SyncTables(transaction, at: place))
      guard position.replica == remote.replica else { throw SyncError.otherReplica(position.replica) }
      return position.seen[remote.replica].number
    }
    if pushed > known { throw SyncError.restored(pushed: pushed, known: known) }
    // A folder that lost files, or a database that was restored from a backup.
    if pushed < expected { try sendAgain(after: pushed) }
  }

  /// Compares this machine's clock with the remote's, as of the last answer.
  ///
  /// The stamps of what a clock that is ahead drains would be refused until their time has come, and all that follows them.
  private func checkClock(with remote: any SyncRemote) throws {
    guard let difference = remote.clockDifference, difference < 0, difference.magnitude > HybridClock.tolerance else {
      return
    }
    throw SyncError.clockAhead(seconds: -difference / 1_000)
  }

  private func push(to remote: any SyncRemote) async throws -> Int {
    var count = 0
    while true {
      let batches = try read { try SyncTables($0, at: place).outbox(limit: 64) }
      guard !batches.isEmpty else { return count }
      do { try await remote.push(batches) } catch let refusal as any RemoteRefusal where refusal.isNumberTaken {
        let first = batches[0].header.id.number
        throw SyncError.restored(pushed: first, known: first - 1)
      }
      count += batches.count
      // If this is lost, they are pushed again, which does nothing.
      try write { transaction in
        let tables = SyncTables(transaction, at: place)
        let name = try SyncPosition(tables).replica
        guard name == remote.replica else { throw SyncError.otherReplica(name) }
        try tables.noteSent(batches.map(\.header.id))
        try tables.countTraffic(of: batches)
      }
    }
  }

  private func pull(from remote: any SyncRemote, _ report: inout SyncReport) async throws {
    defer { ReplicationTransaction.endSeries(in: modelContainer) }
    while true {
      try Task.checkCancellation()
      // What waits is read with each transaction.
      if report.awaitsSnapshot, try read({ try SyncTables($0, at: place).kept().bytes }) >= Self.maxWaiting {
        report.isReceiving = false
        return
      }
      let cursor = try read { try SyncPosition(SyncTables($0, at: place)).cursor }
      let page = try await remote.pull(after: cursor, limit: configuration.pageLimit)
      if page.needsSnapshot { try await mergeSnapshots(of: remote, isStale: false, &report) }
      report.problems += page.problems.filter { !report.problems.contains($0) }
      guard !page.batches.isEmpty || page.cursor != cursor else {
        if let number = page.repeatPushesAfter { try sendAgain(after: number) }
        return
      }
      if !page.batches.isEmpty { try await drainOtherSpacesInPortions() }
      try await ReceivedBatch.read(page.batches, { portionSize.rows }) { portion, isLast in
        try await drainAll()
        // Where the remote goes on is noted with the last portion: what is pulled twice is merged once.
        report.changed += try await merge(portion, cursor: isLast ? page.cursor : nil, as: remote.replica)
      }
      // What is lost for good must not keep away what the others have sent.
      if let number = page.repeatPushesAfter { try sendAgain(after: number) }
      report.pulled += page.batches.count
      if page.isLast || page.cursor == cursor { return }
    }
  }

  /// How many bytes of batches are taken from the remote that wait for a snapshot which can't be read.
  private static let maxWaiting = 8 << 20

  /// Merges batches of other replicas, in one transaction with what was saved here meanwhile.
  ///
  /// - Parameter cursor: where the remote goes on.
  /// - Returns: how many rows of the store changed.
  /// - Throws: `SyncError`, `StoreError`. A batch from a clock that is more than a minute ahead waits until its time.
  @discardableResult
  public func merge(_ batches: [BatchEnvelope], cursor: RemoteCursor? = nil) async throws -> Int {
    defer { ReplicationTransaction.endSeries(in: modelContainer) }
    return try await merge(batches.map(ReceivedBatch.init), cursor: cursor, as: nil)
  }

  /// - Parameter replica: the name that the remote was asked under: another process may have taken a new one since.
  private func merge(_ batches: [ReceivedBatch], cursor: RemoteCursor?, as replica: Replica?) async throws -> Int {
    let merged = try await merging(drains: configuration.drainsBeforeMerging) { round in
      if let replica, round.position.replica != replica { throw SyncError.otherReplica(round.position.replica) }
      // What comes again and again, because something before it is missing, is counted once.
      try round.tables.countTraffic(of: batches.map(\.envelope).filter(round.isNew))
      try round.merge(batches, wall: configuration.wallTime())
      if let cursor { round.position.cursor = cursor }
    }
    portionSize.note(merged.last)
    return merged.changed
  }

  /// Drains, does something, and makes the store show what was merged, in one transaction.
  ///
  /// If there is too much to drain, all but the last portion is drained before, in transactions of its own between which
  /// others can write.
  ///
  /// - Parameter inPortions: whether it ends with a portion, without doing something, as long as there are more.
  /// - Returns: how many edits and rows, and how long the last transaction took, with the waiting for its turn.
  @discardableResult
  func merging(
    drains: Bool = true, inPortions: Bool = false, _ body: (inout SyncRound) throws -> Void
  ) async throws -> (drained: Int, changed: Int, last: Duration) {
    var (drained, changed) = (0, 0)
    while true {
      let start = ContinuousClock.now
      let (isDone, version, token, rejoined) = try write { transaction in
        let tables = SyncTables(transaction, at: place)
        guard try tables.isSetUp else { throw SyncError.notSetUp }
        if try transaction.schemaVersion != preparedVersion {
          // A round of one space writes into others.
          for place in try SpacePlace.all(transaction) { try SyncTables(transaction, at: place).create() }
        }
        let version = try transaction.schemaVersion
        var round = try SyncRound(transaction, at: place, configuration)
        round.rejoined = self.rejoined
        if drains { drained += try round.drain(wall: configuration.wallTime(), limit: configuration.batchLimit) }
        let isDrained = !drains || round.isDrained
        if isDrained { try body(&round) }
        changed += try round.end()
        let token = isDrained ? try transaction.latestHistoryToken() : nil
        return (isDrained || inPortions && drained > 0, version, token, round.rejoined)
      }
      preparedVersion = version
      self.rejoined = rejoined
      if let token { drainedToken = token }
      let duration = ContinuousClock.now - start
      try await configuration.writingTurns.pause(after: duration)
      if isDone { return (drained, changed, duration) }
    }
  }

  /// Reads what was merged, in a read transaction.
  func looking<Result>(_ body: (StoreMerge) throws -> Result) throws -> Result {
    try read { transaction in
      let tables = SyncTables(transaction, at: place)
      guard try tables.isSetUp else { throw SyncError.notSetUp }
      let schema = schema(transaction)
      let membership = try Membership(transaction, configuration.sharing, at: place)
      let kept = try tables.keptBatches()
      let position = try SyncPosition(tables)
      return try body(
        StoreMerge(
          transaction, Ledger(transaction, schema, membership, at: place), by: position.replica, seen: position.seen,
          kept: kept.unreadable + kept.merged, configuration))
    }
  }

  private func schema(_ transaction: ReplicationTransaction) -> StoreSchema { schema(transaction, of: place) }

  /// What of the store's schema a space has.
  func schema(_ transaction: ReplicationTransaction, of place: SpacePlace) -> StoreSchema {
    StoreSchema(transaction, of: place, configuration)
  }

  func read<Result>(_ body: (ReplicationTransaction) throws -> Result) throws -> Result {
    try ReplicationTransaction.read(in: modelContainer, body)
  }

  func write<Result>(_ body: (ReplicationTransaction) throws -> Result) throws -> Result {
    try ReplicationTransaction.run(in: modelContainer, author: place.author, body)
  }
}
