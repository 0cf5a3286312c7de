import Foundation
import Testing

@testable import DocketData

@Suite("The bytes of a step")
struct JournalCoderTests {
  private func changes(_ seed: UInt64) -> JournalChanges {
    var random = SeededGenerator(seed: seed)
    var batches: [JournalBatch] = []
    for kind in [JournalBatch.Kind.insert, .update, .delete] {
      var batch = JournalBatch(.item, kind, Item.journalFields)
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let values = { Item.journalFields.map { _ in Self.value(&random) } }
        batch.append(.random(in: .min ... .max, using: &random), before: values(), after: values())
      }
      batches.append(batch)
    }
    return JournalChanges(batches: batches)
  }

  private static func value(_ random: inout SeededGenerator) -> JournalValue {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .none
    case 1: .integer(.random(in: .min ... .max, using: &random))
    case 2: .real(.random(in: -1e300...1e300, using: &random))
    case 3: .text(["", "a\u{0}b", "👩‍🚀 café", String(repeating: "x", count: 300)].randomElement(using: &random) ?? "")
    case 4: .uuid(UUID())
    default:
      .keys(
        [Int64](repeating: .random(in: .min ... .max, using: &random), count: Int.random(in: 0...4, using: &random)))
    }
  }

  @Test(arguments: 0..<20) func comeBackAsTheyWere(_ seed: UInt64) throws {
    let changes = changes(seed)
    #expect(try JournalCoder.decode(JournalCoder.encode(changes)) == changes)
    #expect(changes.inverse.inverse == changes)
  }

  @Test func textsThatOnlyLookTheSameStayApart() throws {
    var batch = JournalBatch(.item, .update, [.title])
    let titles = ["caf\u{e9}", "cafe\u{301}", "cafe\u{301}", "caf\u{e9}"]
    for (key, title) in titles.enumerated() { batch.append(Int64(key), before: [.text(title)], after: [.text("x")]) }
    let decoded = try JournalCoder.decode(JournalCoder.encode(JournalChanges(batches: [batch])))
    #expect(decoded.batches[0].before[0].map { Array(($0.text ?? "").utf8) } == titles.map { Array($0.utf8) })
    #expect(JournalValue.text(titles[0]) != .text(titles[1]) && JournalValue.text(titles[1]) == .text(titles[2]))
  }

  @Test(arguments: 0..<20) func damagedOnesAreAnErrorOrOtherChangesButNeverATrap(_ seed: UInt64) {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let whole = JournalCoder.encode(changes(seed))
    for _ in 0..<200 {
      var data = whole
      if Bool.random(using: &random) { data = data.prefix(Int.random(in: 0..<whole.count, using: &random)) }
      for _ in 0..<Int.random(in: 0...3, using: &random) where !data.isEmpty {
        data[data.startIndex + Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      do {
        _ = try JournalCoder.decode(data)
      } catch {
        #expect(error as? JournalError == .damaged)
      }
    }
  }
}
