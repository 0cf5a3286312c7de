import Foundation
import Testing

@Suite("A list that nobody uses", .takesTurns)
struct IdleListTests {
  /// The trace lies beside the store: were the list woken by it, what it does then would be traced and wake it again.
  @Test func sleepsWhateverOthersWriteBesideItsStore() async throws {
    let directory = try TemporaryDirectory()
    let list = try await ListTerminal(
      ["--store", directory.file("store.sqlite")], in: directory,
      wrapper: ["/usr/bin/strace", "-f", "-e", "trace=read,write", "-o", directory.file("trace")])
    try await list.add("first")
    try await waitUntilTraceRests(in: directory)
    try await list.add("second")
    try await waitUntilTraceRests(in: directory)
  }

  /// Waits until nothing has been traced for half a second.
  private func waitUntilTraceRests(in directory: TemporaryDirectory) async throws {
    let clock = ContinuousClock()
    var (size, since) = (0, clock.now)
    try await waitUntil {
      let newSize = try directory.bytes(of: "trace").count
      if newSize != size { (size, since) = (newSize, clock.now) }
      return since.duration(to: clock.now) > .milliseconds(500) ? true : nil
    }
  }
}
