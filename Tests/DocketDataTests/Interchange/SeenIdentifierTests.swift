import Foundation
import Testing

@testable import DocketData

@Suite("The identifiers that an import has met")
struct SeenIdentifierTests {
  @Test func allThatWereInsertedAreKnownAndFewOthers() {
    var numbers = SplitMix64(state: 7)
    // Half of them differ in their last bits only, as those of some programs do.
    func makeUIDs(_ count: Int) -> [UUID] {
      (0..<count).map { index in
        let high = index.isMultiple(of: 2) ? numbers.next() : 42
        let low = index.isMultiple(of: 2) ? numbers.next() : UInt64(count + index)
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      }
    }
    var seen = SeenIdentifiers(isComplete: true)
    let (inserted, others) = (makeUIDs(100_000), makeUIDs(30_000))
    for uid in inserted { seen.insert(uid) }
    #expect(inserted.allSatisfy(seen.mayContain))
    #expect(others.filter(seen.mayContain).count < 30)
  }

  @Test func inAStoreWithItemsEveryOneMayBeThere() {
    var seen = SeenIdentifiers(isComplete: false)
    #expect(seen.mayContain(UUID()))
    seen.insert(UUID())
    #expect(seen.mayContain(UUID()))
  }
}
