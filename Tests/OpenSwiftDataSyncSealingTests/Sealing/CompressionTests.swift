import OpenSwiftDataSync
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("What is packed is unpacked, within its limit, whatever the bytes claim")
struct CompressionTests {
  private let limit = 1 << 16

  @Test func isNeverMuchLonger() throws {
    for seed in RandomCases.seeds(500) {
      var random = SeededGenerator(seed: seed)
      let bytes = random.bytes(below: 3_000)
      let packed = Compression.pack(bytes)
      #expect(packed.count <= bytes.count + 1, "seed \(seed)")
      #expect(try Compression.unpack(packed, limit: limit) == bytes, "seed \(seed)")
    }
    #expect(Compression.pack([UInt8](repeating: 7, count: 10_000)).count < 100)
  }

  @Test func aLengthIsNotBelieved() {
    let packed = Compression.pack([UInt8](repeating: 0, count: limit))
    let stream = packed.dropFirst(1 + 3)
    for claimed in [0, 1, UInt64(limit) - 1] {
      #expect(throws: SealingError.unpackable, "\(claimed)") { try unpack(claimed, stream) }
    }
    for claimed in [UInt64(limit) + 1, UInt64(Int64.max), .max] {
      #expect(throws: SealingError.tooLarge(bytes: claimed, limit: limit)) { try unpack(claimed, stream) }
    }
    // More than deflate can reach is refused before memory is taken for it.
    #expect(throws: SealingError.unpackable) { try unpack(UInt64(limit), stream.prefix(8)) }
    #expect(throws: SealingError.unpackable) { try unpack(UInt64(limit), stream + [0]) }
  }

  @Test func anyBytesAreReadOrRefused() {
    var refused = 0
    for seed in RandomCases.seeds(5_000) {
      var random = SeededGenerator(seed: seed)
      var bytes = random.bytes(below: 500)
      if random.below(2) == 0 { bytes = Compression.pack(bytes) }
      for _ in 0..<random.below(4) where !bytes.isEmpty {
        let index = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
        }
      }
      do { #expect(try Compression.unpack(bytes, limit: limit).count <= limit, "seed \(seed)") } catch { refused += 1 }
    }
    #expect(refused > 0 || RandomCases.seeds(5_000).count == 1)
  }

  private func unpack(_ claimed: UInt64, _ stream: ArraySlice<UInt8>) throws(SealingError) -> [UInt8] {
    var head = ByteWriter()
    head.byte(1)
    head.number(claimed)
    return try Compression.unpack(head.bytes + stream, limit: limit)
  }
}
