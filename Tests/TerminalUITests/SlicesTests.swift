import CTerminalUIGuard
import Foundation
import Testing

@Suite("The slices of the thread that answers keys")
struct SlicesTests {
  /// Linux has slices that can be chosen from this version on.
  private static let hasSlices = ProcessInfo.processInfo.isOperatingSystemAtLeast(
    OperatingSystemVersion(majorVersion: 6, minorVersion: 12, patchVersion: 0))

  @Test(.enabled(if: hasSlices)) func areShortAndThoseOfItsThreadsAreNot() async throws {
    // On a thread of its own, as the test's is one of a pool.
    let slices = await withCheckedContinuation { continuation in
      Thread {
        let before = Self.slice
        let result = tui_ask_for_short_slices()
        let after = Self.slice
        Thread { continuation.resume(returning: (before, result, after, child: Self.slice)) }.start()
      }.start()
    }
    #expect(slices.1 == 0)
    #expect(slices.2 == 100_000)
    #expect(slices.child == slices.0 && slices.0 != 100_000)
  }

  /// The slice of this thread in nanoseconds; 0 if the kernel does not tell.
  private static var slice: Int {
    let lines = (try? String(contentsOfFile: "/proc/thread-self/sched", encoding: .utf8))?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("se.slice") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }
}
