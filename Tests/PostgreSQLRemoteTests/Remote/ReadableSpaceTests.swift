import Foundation
import OpenSwiftData
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import Testing

@testable import PostgreSQLRemote

@Suite("A readable space can be queried, and carries what a sealed one does", .needsPostgreSQL)
struct ReadableSpaceTests {
  @Test func batchesComeAsTheyWere() async throws {
    let space = try await TestSpace(isReadable: true)
    let (writer, reader) = (ReadableRemote(try space.remote(1)), ReadableRemote(try space.remote(2)))
    var source = BatchSource(replica: 1)
    let batches = (0..<4).map { _ in source.next(Self.hardValues) } + [source.next([.text("Buy milk")])]
    for batch in batches { try await writer.push(batch) }
    // Pushed again, they are there already.
    try await writer.push(batches)
    #expect(try await reader.pull(after: RemoteCursor(), limit: 9).batches == batches)
    var other = batches[4]
    other.payload = source.next([.text("Buy soy milk")]).payload
    await #expect(throws: PostgreSQLRemoteError.numberTaken(other.header.id)) { try await writer.push(other) }
  }

  @Test func titlesAreFoundBySQLWhereNothingIsSealed() async throws {
    let (readable, sealed) = (try await TestSpace(isReadable: true), try await TestSpace())
    var source = BatchSource(replica: 1)
    let batch = source.next([.text("Buy milk")])
    try await ReadableRemote(try readable.remote(1)).push(batch)
    try await SealedRemote(try sealed.remote(1), key: SpaceKey()).push(batch)
    let found = try await readable.sql(
      """
      SELECT c->>'value' FROM docket_sync.batch, jsonb_array_elements(changes->'changes') AS c
      WHERE c->>'property' = 'p0' AND space = '\(readable.space)'
      """, as: "anna")
    #expect(found == ["Buy milk"])
    let rows = "SELECT count(*)::text FROM docket_sync.batch b WHERE b::text LIKE '%Buy milk%' AND space = "
    #expect(try await readable.sql(rows + "'\(readable.space)'") == ["1"])
    #expect(try await sealed.sql(rows + "'\(sealed.space)'") == ["0"])
    let changes = "SELECT count(changes)::text FROM docket_sync.batch WHERE space = '\(sealed.space)'"
    #expect(try await sealed.sql(changes) == ["0"])
  }

  @Test func aPayloadOfTheOtherKindIsRefusedInWords() async throws {
    let (readable, sealed) = (try await TestSpace(isReadable: true), try await TestSpace())
    var source = BatchSource(replica: 1)
    let batch = source.next([.null])
    let wrong = (
      sealed: SealedRemote(try readable.remote(1), key: SpaceKey()), readable: ReadableRemote(try sealed.remote(1))
    )
    let seen = batch.header.vector
    var errors: [PostgreSQLRemoteError] = []
    for remote in [wrong.sealed, wrong.readable] as [any SyncRemote] {
      errors.append(try await #require(throws: PostgreSQLRemoteError.self) { try await remote.push(batch) })
      errors.append(
        try await #require(throws: PostgreSQLRemoteError.self) { try await remote.leave(snapshot: [1], of: seen) })
    }
    let (one, two) = (
      PostgreSQLRemoteError.sealedPayload(space: readable.space),
      PostgreSQLRemoteError.readablePayload(space: sealed.space)
    )
    #expect(errors == [one, one, two, two])
    #expect(errors.allSatisfy { "\($0)".contains("join with a new invitation") })
    #expect(try await readable.log() == [])
    #expect(try await sealed.log() == [])
  }

  @Test func twoStoresBecomeEqualAndCanBeQueried() async throws {
    let space = try await TestSpace(isReadable: true)
    // The second one leaves a snapshot at each round that brings something.
    let stores = try await [
      NoteStore(in: space), NoteStore(in: space, snapshotThreshold: 1), NoteStore(in: space),
    ]
    try stores[0].add(["Buy milk", "Fix door"])
    try stores[1].add(["Write letter"])
    for index in [0, 1, 0] { try await stores[index].round() }
    let snapshots = "SELECT count(content)::text FROM docket_sync.snapshot WHERE space = '\(space.space)'"
    #expect(try await space.sql(snapshots) == ["1"])
    let changes = "SELECT count(changes)::text FROM docket_sync.batch WHERE space = '\(space.space)'"
    #expect(try await space.sql(changes) == ["0"])
    try stores[0].rename("Fix door", to: "Paint door")
    try stores[0].delete("Buy milk")
    for index in [0, 1, 0] { try await stores[index].round() }
    let titles = ["Paint door", "Write letter"]
    #expect(try stores[0].titles() == titles && stores[1].titles() == titles)
    #expect(try await stores[0].engine.status()?.conflicts == 0)
    // What came after the snapshot and what is in it.
    try stores[0].add(["Sow beans"])
    try stores[0].rename("Write letter", to: "Write e-mail")
    try await stores[0].round()
    let found = "SELECT properties->>'title' FROM docket_sync.current_rows('\(space.space)') ORDER BY 1"
    #expect(try await space.sql(found, as: "anna") == ["Paint door", "Sow beans", "Write e-mail"])
    _ = try await TestSpace(members: ["bert"])
    #expect(try await space.sql(found, as: "bert") == [], "a member of another space")
    // Who comes later merges the snapshot.
    try await stores[2].round()
    #expect(try stores[2].titles() == ["Paint door", "Sow beans", "Write e-mail"])
  }

  /// As an engine decides: the later stamp wins, but for what a rule wrote; members are a list in their order.
  @Test func currentRowsAreWhatTheLatestStampsSay() async throws {
    let space = try await TestSpace(isReadable: true)
    let rows = (0..<4 as Range<UInt64>).map { SyncIdentity(high: 0, low: $0) }
    let stamp = { (replica: UInt64, count: UInt16) in
      Stamp(milliseconds: 1_700_000_000_000, counter: count, replica: Replica(replica))
    }
    let change = { (row: SyncIdentity, key: RegisterKey, value: SyncValue, stamp: Stamp, isDerived: Bool) in
      Change(row: row, entity: "Item", key: key, value: value, stamp: stamp, isDerived: isDerived)
    }
    let changes: [UInt64: [Change]] = [
      1: [
        change(rows[0], .existence, Existence.inserted.value, stamp(1, 1), false),
        change(rows[0], .property("title"), .text("first"), stamp(1, 1), false),
        change(rows[0], .property("color"), .text("typed"), stamp(1, 1), false),
        change(rows[0], .member("tags", rows[3]), .text("a0"), stamp(1, 1), false),
        change(rows[0], .member("tags", rows[2]), .text("a1"), stamp(1, 1), false),
        change(rows[0], .member("tags", rows[1]), .text("a2"), stamp(1, 1), false),
        change(rows[1], .existence, Existence.inserted.value, stamp(1, 2), false),
        change(rows[2], .existence, Existence.merged(rows[0]).value, stamp(1, 3), false),
        change(rows[3], .existence, Existence.inserted.value, stamp(1, 4), false),
      ],
      .max: [
        change(rows[0], .property("title"), .text("second"), stamp(.max, 1), false),
        change(rows[0], .property("color"), .text("derived"), stamp(.max, 5), true),
        change(rows[0], .member("tags", rows[2]), .null, stamp(.max, 5), false),
        change(rows[1], .existence, Existence.deleted.value, stamp(.max, 6), false),
      ],
    ]
    for (replica, changes) in changes {
      var source = BatchSource(replica: replica)
      try await ReadableRemote(try space.remote(replica)).push(source.next(changes: changes))
    }
    let found = try await space.sql(
      "SELECT \"row\" || ' ' || entity || ' ' || coalesce(properties::text, '') "
        + "FROM docket_sync.current_rows('\(space.space)') ORDER BY 1", as: "anna")
    #expect(
      found == [
        "\(rows[0]) Item "
          + #"{"tags": ["\#(rows[3])", "\#(rows[1])"], "color": "typed", "title": "second"}"#, "\(rows[3]) Item ",
      ])
  }

  /// The tables as version 1 made them.
  @Test func anEarlierDatabaseGoesOnAndIsUpgraded() async throws {
    let sealed = try await TestSpace(database: "earlier")
    try await sealed.sql("DROP FUNCTION docket_sync.current_rows(uuid)")
    for column in ["space DROP COLUMN readable", "batch DROP COLUMN changes", "snapshot DROP COLUMN content"] {
      try await sealed.sql("ALTER TABLE docket_sync.\(column)")
    }
    try await sealed.sql(Earlier.push)
    try await sealed.sql(Earlier.leave)
    let key = SpaceKey()
    let (writer, reader) = (
      SealedRemote(try sealed.remote(1), key: key), SealedRemote(try sealed.remote(2), key: key)
    )
    var source = BatchSource(replica: 1)
    let batches = (0..<3).map { _ in source.next(Self.hardValues) }
    try await writer.push(batches[0])
    #expect(try await reader.pull(after: RemoteCursor(), limit: 9).batches == [batches[0]])
    try await writer.leave(snapshot: [7], of: VersionVector())
    #expect(try await reader.snapshots() == [[7]])
    let readable = try await TestSpace(database: "earlier", isReadable: true)
    try await writer.push(batches[1])
    #expect(try await reader.pull(after: RemoteCursor(), limit: 9).batches == Array(batches[...1]))
    #expect(try await reader.snapshots() == [[7]])
    try await ReadableRemote(try readable.remote(1)).push(batches[0])
    #expect(
      try await ReadableRemote(try readable.remote(2)).pull(after: RemoteCursor(), limit: 9).batches == [batches[0]])
    let rows = "SELECT entity FROM docket_sync.current_rows('\(readable.space)')"
    #expect(try await readable.sql(rows, as: "anna") == [], "nobody has inserted them")
    // A program of the earlier version begins a space.
    try await sealed.sql(Earlier.push)
    try await sealed.sql(Earlier.leave)
    let (one, two) = (ReadableRemote(try readable.remote(1)), ReadableRemote(try readable.remote(2)))
    try await one.push(batches[1])
    let state = StateCodec().bytes(of: SyncState(schema: SyncSchema(entities: [:])))
    try await one.leave(snapshot: state, of: VersionVector())
    for _ in 0..<2 {
      try await one.push(batches[1])
      #expect(try await two.pull(after: RemoteCursor(), limit: 9).batches == Array(batches[...1]))
      #expect(try await two.snapshots() == [state])
      try await TestSpace.initialize(again: readable)
    }
  }

  /// What JSON or `jsonb` could change: large integers, reals, texts in two forms, and kinds of a later version.
  private static let hardValues: [SyncValue] = [
    .null, .integer(.min), .integer(.max), .integer(1), .real(1), .real(0.1), .real(-0.0), .real(.infinity),
    .real(.nan), .real(Double(bitPattern: 0xFFF8_0000_0000_0001)), .real(.leastNonzeroMagnitude), .real(1e15),
    .real(.greatestFiniteMagnitude), .real(123_456_789.125), .text(""), .text("e\u{301}"), .text("é"), .text("\u{0}"),
    .text("\\ \" / \u{1} \u{7F} \u{2028}"), .text("👩‍👧 \u{FFFF} \u{10FFFF}"), .text(#"{"v":1}"#), .blob([]),
    .blob(Array(0...255)), .identity(SyncIdentity(high: .max, low: 0)), .opaque(tag: 6, bytes: [1]),
    .opaque(tag: .max, bytes: []),
  ]
}

/// Batches of a replica with values of a row's properties.
private struct BatchSource {
  let replica: Replica
  private var number: UInt64 = 0

  init(replica: UInt64) { self.replica = Replica(replica) }

  mutating func next(_ values: [SyncValue]) -> BatchEnvelope {
    let stamp = Stamp(milliseconds: 1_700_000_000_000 + number + 1, counter: .max, replica: replica)
    let changes = values.enumerated().map { index, value in
      Change(
        row: SyncIdentity(high: 1, low: number), entity: "Item", key: .property("p\(index)"), value: value,
        stamp: stamp, keeping: index == 3 ? [Stamp(clock: .max, replica: Replica(.max))] : [], isDerived: index == 4)
    }
    let unknown = Change(
      row: SyncIdentity(high: 1, low: number), entity: "Item", key: .unknown(kind: .max, key: [1, 2]),
      value: .integer(3), stamp: stamp)
    return next(changes: changes + [unknown])
  }

  mutating func next(changes: [Change]) -> BatchEnvelope {
    var vector = VersionVector()
    let milliseconds = 1_700_000_000_000 + number
    if number > 0 { vector[replica] = VersionVector.Progress(number: number, clock: milliseconds << 16 | 0xFFFF) }
    number += 1
    let header = BatchHeader(
      id: BatchID(replica: replica, number: number), vector: vector, clock: (milliseconds + 1) << 16 | 0xFFFF,
      fingerprint: 7)
    return BatchCodec().envelope(of: Batch(header: header, changes: changes))
  }
}

/// A note of the tests.
@Model
private final class Note {
  var title: String

  init(_ title: String) { self.title = title }
}

/// A store in memory that meets others in a space.
private struct NoteStore {
  let engine: SyncEngine
  private let remote: ReadableRemote<PostgreSQLRemote>

  init(in space: TestSpace, snapshotThreshold: Int = .max) async throws {
    let container = try ModelContainer(
      for: Schema([Note.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    var configuration = SyncConfiguration()
    configuration.snapshotThreshold = snapshotThreshold
    engine = SyncEngine(container: container, configuration: configuration)
    try await engine.setUp(space: space.space)
    let replica = try #require(await engine.status()).replica
    remote = ReadableRemote(try space.remote(replica.rawValue))
  }

  func round() async throws {
    let report = try await engine.round(with: remote)
    #expect(report.problems.isEmpty)
  }

  func titles() throws -> [String] {
    try ModelContext(engine.modelContainer).fetch(FetchDescriptor<Note>()).map(\.title).sorted()
  }

  func add(_ titles: [String]) throws { try change { for title in titles { $0.insert(Note(title)) } } }

  func rename(_ title: String, to other: String) throws {
    try change { for note in try $0.fetch(FetchDescriptor<Note>()) where note.title == title { note.title = other } }
  }

  func delete(_ title: String) throws {
    try change { for note in try $0.fetch(FetchDescriptor<Note>()) where note.title == title { $0.delete(note) } }
  }

  private func change(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(engine.modelContainer)
    try body(context)
    try context.save()
  }
}
