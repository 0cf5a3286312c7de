import DocketData
import Foundation
import Testing

@Suite("Random identifiers")
struct UUIDTests {
  @Test func areOfVersion4AndNeverTheSame() {
    let all = (0..<1_000).map { _ in UUID.random() }
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
  }
}
