import Testing

@testable import OpenSwiftDataSync

@Suite("Batches are read as they were written, and hostile bytes do no harm")
struct BatchCodecTests {
  private let codec = BatchCodec()

  @Test func areReadAsTheyWereWritten() throws {
    for seed in RandomCases.seeds(500) {
      var source = RandomBatch(seed: seed)
      let batch = source.batch()
      let bytes = codec.bytes(of: codec.envelope(of: batch))
      #expect(try codec.batch(of: codec.envelope(of: bytes)) == batch, "seed \(seed)")
    }
  }

  @Test func everyPrefixIsRefused() throws {
    for seed in RandomCases.seeds(30) {
      var source = RandomBatch(seed: seed)
      let bytes = codec.bytes(of: codec.envelope(of: source.batch()))
      for count in 0..<bytes.count {
        let error = #expect(throws: CodecError.self) { try codec.envelope(of: Array(bytes.prefix(count))) }
        #expect(error.map { (0...count).contains($0.offset) } == true, "seed \(seed), \(count) bytes")
      }
    }
  }

  @Test func damagedBytesAreReadOrRefused() {
    var refused = 0
    for seed in RandomCases.seeds(2_000) {
      var source = RandomBatch(seed: seed)
      var random = SeededGenerator(seed: seed)
      var envelope = codec.envelope(of: source.batch())
      for _ in 0...random.below(4) where !envelope.payload.isEmpty {
        let index = random.below(envelope.payload.count)
        switch random.below(3) {
        case 0: envelope.payload[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: envelope.payload.remove(at: index)
        default: envelope.payload.insert(UInt8(truncatingIfNeeded: random.next() | 0x80), at: index)
        }
      }
      do { _ = try codec.batch(of: envelope) } catch {
        refused += 1
        #expect((0...envelope.payload.count).contains(error.offset) && !"\(error)".isEmpty, "seed \(seed)")
      }
      // Whatever it says now, the state takes it and goes on.
      var state = SyncState(schema: TaskSchema.first)
      _ = state.merge(envelope)
      _ = state.rows
      _ = state.conflicts
      _ = state.batch(of: [.delete(SyncIdentity(high: 0, low: 0))], at: Stamp(clock: 1, replica: Replica(1)))
    }
    #expect(refused > 0)
  }

  @Test func anyBytesAreRefused() {
    for seed in RandomCases.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      let payload =
        [1] + (0..<random.below(200)).map { _ in UInt8(truncatingIfNeeded: random.next() >> random.next() % 9) }
      var source = RandomBatch(seed: seed)
      let header = source.batch().header
      _ = try? codec.batch(of: BatchEnvelope(header: header, payload: payload))
      _ = try? codec.envelope(of: Array("OSDS".utf8) + payload)
      _ = try? StateCodec().state(of: Array("OSDT".utf8) + payload, schema: TaskSchema.first)
    }
  }

  @Test func aCountIsBelievedOnlyIfThereIsData() {
    var writer = ByteWriter()
    writer.number(1)
    writer.number(UInt64(Int64.max))
    let envelope = BatchEnvelope(header: RandomBatch.header, payload: writer.bytes)
    let error = #expect(throws: CodecError.self) { try codec.batch(of: envelope) }
    #expect(error?.reason == .impossibleCount(UInt64(Int64.max)))
  }

  @Test(
    arguments: [
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02], CodecError.Reason.oversizedNumber),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .oversizedNumber),
      ([0x01, 0x01, 0x01, 0xFF, 0x00], .invalidText), ([0x02], .laterVersion(2)),
      ([0x01, 0x00, 0x00, 0x07], .trailingBytes),
      ([0x01, 0x00, 0x01, 0x05], .unknownReference(5)),
    ] as [([UInt8], CodecError.Reason)]) func errorsSayWhatIsWrong(_ payload: [UInt8], _ reason: CodecError.Reason)
  {
    let error = #expect(throws: CodecError.self) {
      try codec.batch(of: BatchEnvelope(header: RandomBatch.header, payload: payload))
    }
    #expect(error?.reason == reason)
  }

  @Test func changesAreCompact() {
    var random = SeededGenerator(seed: 1)
    let header = RandomBatch.header
    let changes = (0..<1_000).map { _ in
      Change(
        row: .random(using: &random), entity: "Item", key: .property("isDone"), value: .integer(1), stamp: header.stamp)
    }
    let bytes = codec.envelope(of: Batch(header: header, changes: changes)).payload.count
    print("bytes a change: \(Double(bytes) / 1_000), 16 of them the identity")
    #expect(bytes <= 22 * 1_000 + 20)
  }
}

extension RandomBatch {
  static let header = BatchHeader(
    id: BatchID(replica: Replica(1), number: 1), vector: VersionVector(), clock: 1_700_000_000_000 << 16,
    fingerprint: 0)
}
