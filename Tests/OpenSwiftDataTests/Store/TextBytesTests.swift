import Testing

@testable import OpenSwiftData

@Suite("Texts of columns are those of the standard library")
struct TextBytesTests {
  /// Whole characters of each length, and bytes that are none.
  private static let characters: [[UInt8]] =
    ["a", "plain words", "sixteen letters!", "é", "ÿ", "ࠀ", "\u{D7FF}", "\u{FFFF}", "𐀀", "\u{10FFFF}"]
    .map { Array($0.utf8) }
  private static let malformed: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xED, 0xA0, 0x80],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF],
  ]

  /// Whether the text and what is said of its bytes are right.
  private static func isRight(_ bytes: [UInt8]) -> Bool {
    let text = bytes.withUnsafeBufferPointer { String(columnText: $0) }
    let kind = bytes.withUnsafeBytes { TextBytes($0) }
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    let isWellFormed = String(validating: bytes, as: UTF8.self) != nil
    return text.utf8.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8)
      && kind == (isASCII ? .ascii : isWellFormed ? .wellFormed : .malformed)
  }

  @Test func ofOneOrTwoParts() {
    #expect(Self.isRight([]))
    let parts = Self.characters + Self.malformed
    for first in parts {
      #expect(Self.isRight(first))
      for second in parts { #expect(Self.isRight(first + second), "\(first + second)") }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3]) func ofManyParts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let parts = Bool.random(using: &random) ? Self.characters : Self.characters + Self.malformed
      let count = Int.random(in: 1...12, using: &random)
      let bytes = (0..<count).flatMap { _ in parts.randomElement(using: &random) ?? [] }
      #expect(Self.isRight(bytes), "seed \(seed): \(bytes)")
    }
  }

  @Test func ofAllPairsOfBytes() {
    for first in UInt8.min...UInt8.max {
      let wrong = (UInt8.min...UInt8.max).filter { !Self.isRight([0x61, first, $0, 0x80, 0x80]) }
      #expect(wrong.isEmpty, "after \(first): \(wrong)")
    }
  }
}
