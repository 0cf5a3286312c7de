import Testing

@testable import OpenSwiftData

@Suite("A connection waits for a lock as long as it is told to")
struct LockWaitingTests {
  /// Whether it goes on waiting after it has looked a number of times.
  private func waits(_ count: Int32, atMost milliseconds: Int) -> Bool {
    LockWaiting.handler(UnsafeMutableRawPointer(bitPattern: milliseconds), count) != 0
  }

  @Test func andNotAtAllWithoutATime() { #expect(!waits(0, atMost: 0)) }

  /// It has slept 1, 1, 2, 2, 4 and then 8 ms each time.
  @Test(arguments: [(1, 1), (6, 4), (10, 5), (18, 6), (26, 7), (10_000, 1_253)])
  func andNoLonger(_ milliseconds: Int, _ count: Int32) {
    #expect(waits(count - 1, atMost: milliseconds))
    #expect(!waits(count, atMost: milliseconds))
  }
}
