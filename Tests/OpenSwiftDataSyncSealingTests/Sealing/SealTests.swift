import OpenSwiftDataSync
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("Only who has the key reads what is sealed, and nobody else changes it")
struct SealTests {
  private let seal: Seal
  private let owner = Array("owner".utf8)

  init() throws { seal = Seal(key: try Samples.key, limit: 1 << 20) }

  @Test func opensWhatItSealed() throws {
    for seed in RandomCases.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let bytes = random.bytes(below: 600)
      #expect(try seal.open(seal.seal(bytes, of: owner), of: owner) == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: [0, 20]) func everyChangedByteIsNoticed(_ repeats: Int) throws {
    let sealed = try seal.seal(Array(String(repeating: "Fix the door. ", count: 1 + repeats).utf8), of: owner)
    for index in sealed.indices {
      for mask: UInt8 in [0x01, 0x80, 0xFF] {
        var damaged = sealed
        damaged[index] ^= mask
        let expected: SealingError =
          switch index {
          case 0: .unknownFormat(Seal.format ^ mask)
          case 1...8: .anotherKey
          default: .damaged
          }
        #expect(throws: expected, "byte \(index)") { try seal.open(damaged, of: owner) }
      }
    }
  }

  @Test func everyPrefixAndWhatFollowsIsRefused() throws {
    let sealed = try seal.seal(Array("Fix the door".utf8), of: owner)
    for count in 0..<sealed.count {
      #expect(throws: SealingError.damaged, "\(count) bytes") { try seal.open(Array(sealed.prefix(count)), of: owner) }
    }
    #expect(throws: SealingError.damaged) { try seal.open(sealed + [0], of: owner) }
  }

  @Test func belongsToItsOwner() throws {
    let sealed = try seal.seal([1, 2, 3], of: owner)
    for other in [[], owner + [0], Array(owner.dropLast())] {
      #expect(throws: SealingError.damaged) { try seal.open(sealed, of: other) }
    }
  }

  @Test func anotherKeyIsToldFromDamage() throws {
    let other = Seal(key: try Samples.otherKey, limit: 1 << 20)
    let sealed = try seal.seal([1, 2, 3], of: owner)
    #expect(throws: SealingError.anotherKey) { try other.open(sealed, of: owner) }
    // With the fingerprint changed, the key is still another one.
    let forged = [Seal.format] + other.fingerprint + sealed.dropFirst(9)
    #expect(throws: SealingError.damaged) { try other.open(forged, of: owner) }
    #expect(seal.claimsOwnKey(sealed) == true && other.claimsOwnKey(sealed) == false)
    #expect(seal.claimsOwnKey([1, 2, 3]) == nil)
  }

  @Test func theSameGivesTheSameAndNothingElseDoes() throws {
    var nonces: Set<[UInt8]> = []
    for content in 0..<50 as Range<UInt8> {
      for owner in 0..<50 as Range<UInt8> {
        let sealed = try seal.seal([content], of: [owner])
        #expect(try seal.seal([content], of: [owner]) == sealed)
        nonces.insert(Array(sealed[9..<21]))
      }
    }
    // A byte moved from the owner's end to the content's beginning is other content too.
    nonces.insert(Array(try seal.seal([1, 0], of: [2])[9..<21]))
    nonces.insert(Array(try seal.seal([0], of: [2, 1])[9..<21]))
    #expect(nonces.count == 50 * 50 + 2)
  }

  @Test func tooMuchIsNeitherSealedNorOpened() throws {
    let small = Seal(key: try Samples.key, limit: 100)
    let zeros = [UInt8](repeating: 0, count: 101)
    #expect(throws: SealingError.tooLarge(bytes: 101, limit: 100)) { try small.seal(zeros, of: owner) }
    let sealed = try seal.seal(zeros, of: owner)
    #expect(throws: SealingError.tooLarge(bytes: 101, limit: 100)) { try small.open(sealed, of: owner) }
    #expect(try small.open(small.seal(Array(zeros.dropLast()), of: owner), of: owner).count == 100)
  }

  @Test func anyBytesAreRefused() {
    for seed in RandomCases.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      let head = [[], [Seal.format], [Seal.format] + seal.fingerprint][random.below(3)]
      #expect(throws: SealingError.self, "seed \(seed)") { try seal.open(head + random.bytes(below: 200), of: owner) }
    }
  }

  @Test func keysAreNeverPrinted() throws {
    let key = try Samples.key
    let printed = TextSink.all(of: key) + TextSink.all(of: seal) + TextSink.all(of: [key])
    // The beginning of the key's bytes, as numbers and in hexadecimal digits.
    for form in ["0, 1, 2", "000102", "AAEC", "SymmetricKey", "secret"] { #expect(!printed.contains(form), "\(form)") }
    #expect("\(key)" == "SpaceKey(hidden)")
  }
}

/// What `print`, `debugPrint` and `dump` show of a value.
enum TextSink {
  static func all(of value: some Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) " + dumped
  }
}
