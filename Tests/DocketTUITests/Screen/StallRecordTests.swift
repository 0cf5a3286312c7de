import DocketLocking
import Testing

@Suite("The record of turns")
struct StallRecordTests {
  private let start = ContinuousClock.now
  private let nothing = ThreadUse(ran: .zero, pageFaults: 0)
  private var record: StallRecord

  init() { record = StallRecord(start: start) }

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test mutating func aTurnIsToldWithItsPartsAndTheirs() {
    record.beginTurn(at: at(1_000), used: ThreadUse(ran: .milliseconds(7), pageFaults: 100))
    record.beginPart("key j", at: at(1_001))
    record.beginPart("down", at: at(1_002))
    record.endPart(at: at(1_004))
    record.endPart(at: at(1_005))
    record.beginPart("draw", at: at(1_005))
    record.endPart(at: at(1_011))
    record.endTurn(at: at(1_012), used: ThreadUse(ran: .milliseconds(16), pageFaults: 142))
    #expect(
      record.text == """
        1 turns
        12.00 ms, ran 9.00, 42 page faults  at 1.000 s  key j 4.00 (down 2.00), draw 6.00, other 2.00

        """)
  }

  @Test mutating func partsOfOneNameAreOne() {
    record.beginTurn(at: at(0), used: nothing)
    for step in 0..<3 {
      record.beginPart("merge", at: at(step))
      record.endPart(at: at(step + 1))
    }
    record.endTurn(at: at(3), used: nothing)
    #expect(record.text.hasSuffix("merge ×3 3.00, other 0.00\n"))
  }

  @Test mutating func sleepBelongsToNoTurn() {
    record.beginTurn(at: at(0), used: nothing)
    record.endTurn(at: at(2), used: nothing)
    // Woken up after a long sleep; then a turn without one.
    record.beginTurn(at: at(5_000), used: nothing)
    record.endTurn(at: at(5_001), used: nothing)
    record.endTurn(at: at(5_004), used: nothing)
    let turns = record.text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(turns == ["3.00", "2.00", "1.00"])
  }

  @Test mutating func onlyTheLongestStay() {
    record.beginTurn(at: at(0), used: nothing)
    for (count, time) in (1...100).map({ ($0, $0 * ($0 + 1) / 2) }) {
      record.beginPart("part \(count)", at: at(time))
      record.endPart(at: at(time))
      record.endTurn(at: at(time), used: nothing)
    }
    let turns = record.text.split(separator: "\n").dropFirst()
    #expect(record.text.hasPrefix("100 turns\n"))
    #expect(turns.map { $0.prefix { $0 != " " } } == (81...100).reversed().map { "\($0).00" })
  }

  @Test mutating func partsOutsideOfATurnAreNotKept() {
    record.beginPart("start", at: at(0))
    record.endPart(at: at(5))
    #expect(record.text == "0 turns\n")
  }
}
