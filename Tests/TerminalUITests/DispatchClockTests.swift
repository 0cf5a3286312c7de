import Testing

@testable import TerminalUI

@MainActor
@Suite("The machine's clock")
struct DispatchClockTests {
  private let clock = DispatchClock()

  @Test func callsInTheOrderOfTime() async {
    var made: [Int] = []
    await withCheckedContinuation { done in
      _ = clock.schedule(after: .milliseconds(30)) {
        made.append(3)
        done.resume()
      }
      let cancelled = clock.schedule(after: .milliseconds(20)) { made.append(2) }
      _ = clock.schedule(after: .milliseconds(10)) {
        made.append(1)
        cancelled.cancel()
      }
    }
    #expect(made == [1, 3])
  }

  @Test func neverCallsTooEarly() async {
    for delay in [0, 1, 7, 40] {
      let begin = clock.now
      // One that fires before it, with nothing to call.
      clock.schedule(after: .milliseconds(delay / 2)) {}.cancel()
      await withCheckedContinuation { done in
        _ = clock.schedule(after: .milliseconds(delay)) { done.resume() }
      }
      #expect(clock.now - begin >= .milliseconds(delay))
    }
  }

  /// A message that is shown again and again sets a timer for its end each time.
  @Test func setsATimerOnlyForACallBeforeAllOthers() {
    for _ in 0..<100 { clock.schedule(after: .seconds(60)) {}.cancel() }
    #expect(clock.alarmCount == 1)
    let earlier = clock.schedule(after: .seconds(30)) {}
    let later = clock.schedule(after: .seconds(45)) {}
    #expect(clock.alarmCount == 2)
    earlier.cancel()
    later.cancel()
  }

  @Test func callsWhatIsLeftOnceTimersHadNothingToCall() async {
    clock.schedule(after: .milliseconds(5)) {}.cancel()
    clock.schedule(after: .milliseconds(10)) {}.cancel()
    await withCheckedContinuation { done in
      _ = clock.schedule(after: .milliseconds(25)) { done.resume() }
    }
    #expect(clock.alarmCount == 0)
  }
}
