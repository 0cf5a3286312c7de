import DocketData
import Testing

@Suite("Numbers of things in words")
struct QuantityTests {
  @Test func onlyOneIsSingular() {
    #expect([0, 1, 2, 100].map { "\(Quantity($0, "item"))" } == ["0 items", "1 item", "2 items", "100 items"])
  }
}
