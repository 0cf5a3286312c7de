import CTerminalUIGuard
import Foundation
import Testing

@Suite("The slices of the thread that answers keys")
struct SlicesTests {
  private struct Slices {
    let before, after, ofThreadStarted: Int
    let result: Int32
  }

  /// Linux has slices that can be chosen from 6.12 on; some systems do not tell them, or have another policy for the tests.
  private static let canBeSeen =
    ProcessInfo.processInfo.isOperatingSystemAtLeast(
      OperatingSystemVersion(majorVersion: 6, minorVersion: 12, patchVersion: 0))
    && slice > 0 && sched_getscheduler(0) == SCHED_OTHER
    && getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) >= 0

  @Test(.enabled(if: canBeSeen)) func areShortAndThoseOfThreadsThatItStartsAreNot() async {
    // On a thread of its own, as the test's is one of a pool.
    let slices = await withCheckedContinuation { continuation in
      Thread {
        let before = Self.slice
        let result = tui_ask_for_short_slices()
        let after = Self.slice
        Thread {
          continuation.resume(
            returning: Slices(before: before, after: after, ofThreadStarted: Self.slice, result: result))
        }.start()
      }.start()
    }
    #expect(slices.result == 0)
    #expect(slices.before > 100_000)
    #expect(slices.after == 100_000)
    #expect(slices.ofThreadStarted == slices.before)
  }

  /// The slice of this thread in nanoseconds; 0 if the system does not tell.
  private static var slice: Int {
    let lines = (try? String(contentsOfFile: "/proc/thread-self/sched", encoding: .utf8))?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("se.slice") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }
}
