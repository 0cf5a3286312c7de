import Testing

@testable import OpenSwiftDataSync

@Suite("A state as JSON is the same state")
struct ReadableStateCodecTests {
  private let codec = ReadableStateCodec()

  @Test func isReadAsItWasWritten() throws {
    for seed in RandomCases.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let batches = RandomHistory(seed: seed).batches
      var state = RandomHistory.state(of: batches.filter { _ in random.below(8) > 0 }, &random)
      if random.below(3) == 0 { state.prune(before: .max) }
      if random.below(4) == 0 { _ = state.merge(RandomHistory.damaged(batches[random.below(batches.count)])) }
      let bytes = StateCodec().bytes(of: state)
      let read = try codec.bytes(of: codec.json(of: bytes))
      #expect(try StateCodec().state(of: read, schema: TaskSchema.first) == state, "seed \(seed)")
    }
  }

  @Test func valuesOfAnyKindAreKept() throws {
    for seed in RandomCases.seeds(300) {
      var source = RandomBatch(seed: seed)
      var batch = source.batch(changes: 40)
      batch.header.id = BatchID(replica: batch.id.replica, number: 1)
      batch.header.vector = VersionVector()
      batch.changes.sort { $0.stamp < $1.stamp }
      var state = SyncState(schema: TaskSchema.first)
      _ = state.merge(batch)
      let json = codec.json(of: StateCodec().bytes(of: state))
      let read = try codec.bytes(of: json)
      #expect(try StateCodec().state(of: read, schema: TaskSchema.first) == state, "seed \(seed)")
    }
  }

  @Test func isPlain() throws {
    let header = RandomBatch.header
    let row = SyncIdentity(high: 0, low: 1)
    let changes = [
      Change(row: row, entity: "Item", key: .existence, value: Existence.inserted.value, stamp: header.stamp),
      Change(row: row, entity: "Item", key: .property("title"), value: .text("Buy milk"), stamp: header.stamp),
    ]
    var state = SyncState(schema: TaskSchema.first)
    _ = state.merge(Batch(header: header, changes: changes))
    let json = String(decoding: codec.json(of: StateCodec().bytes(of: state)), as: UTF8.self)
    #expect(
      json == #"{"v":1,"seen":[{"number":1,"at":1700000000000,"by":"0000000000000001"}],"rows":["#
        + #"{"row":"00000000-0000-0000-0000-000000000001","entity":"Item","at":1700000000000,"by":"0000000000000001","#
        + #""registers":[{"existence":"inserted"},{"property":"title","value":"Buy milk"}]}]}"#)
  }

  /// The engine asks for a later version's again after the upgrade, and for damaged ones at each round.
  @Test func aLaterVersionsIsToldAsThat() throws {
    let bytes = try codec.bytes(of: Array(#"{"v":7,"tables":{}}"#.utf8))
    let error = #expect(throws: CodecError.self) { try StateCodec().state(of: bytes, schema: TaskSchema.first) }
    #expect(error?.reason == .laterVersion(7))
    let kept = StateCodec.beginning(ofFormat: 9) + [1, 2]
    #expect(try codec.bytes(of: codec.json(of: kept)) == kept)
    for json in ["", "{}", #"{"v":1}"#, #"{"v":1,"rows":[],"state":""}"#, #"{"v":1,"rows":[{"row":1}]}"#] {
      #expect(throws: CodecError.self, "\(json)") { try codec.bytes(of: Array(json.utf8)) }
    }
  }

  @Test func damagedJSONIsReadOrRefused() {
    for seed in RandomCases.seeds(1_000) {
      var random = SeededGenerator(seed: seed)
      let state = RandomHistory.state(of: RandomHistory(seed: seed).batches, &random)
      var json = codec.json(of: StateCodec().bytes(of: state))
      for _ in 0...random.below(3) {
        let index = random.below(json.count)
        if random.below(2) == 0 { json.remove(at: index) }
        if index < json.count { json[index] = UInt8(truncatingIfNeeded: random.next()) }
      }
      _ = try? codec.bytes(of: json)
    }
  }
}
