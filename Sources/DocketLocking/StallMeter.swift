import Foundation

/// The longest turns of the main run loop, with what each of them did; on where `DOCKET_STALLS` names a file.
///
/// A turn lasts from when the run loop wakes up, or goes on without having slept, until it has done what was there. A
/// key that comes meanwhile waits for its end. While the meter is off, naming a part costs a look at a constant.
package final class StallMeter: Sendable {
  package static let variable = "DOCKET_STALLS"

  /// The meter of this process; nil if it is off.
  package static let shared = getenv(variable).flatMap { $0[0] == 0 ? nil : StallMeter(file: String(cString: $0)) }

  private let file: String
  private let record = Lock(StallRecord())

  private init(file: String) { self.file = file }

  /// Names a part of the turn, if this is the main thread.
  package static func during<Result, Failure>(
    _ name: @autoclosure () -> String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let shared, Thread.isMainThread else { return try body() }
    let name = name()
    shared.record.withLock { $0.beginPart(name, at: .now) }
    defer { shared.record.withLock { $0.endPart(at: .now) } }
    return try body()
  }

  /// Notes when the main run loop wakes up, as long as what it returns is kept.
  ///
  /// No documented interface tells that on Linux; this one is Foundation's for its own tests, and only used here.
  package func watchMainRunLoop() -> AnyObject {
    RunLoop.main._observe([.afterWaiting]) { [self] _ in beginTurn() }
  }

  /// Notes that something has woken the main thread.
  package func beginTurn() { record.withLock { $0.beginTurn(at: .now, used: .ofThisThread) } }

  /// Notes that the main run loop has done what was there.
  package func endTurn() { record.withLock { $0.endTurn(at: .now, used: .ofThisThread) } }

  /// Writes the longest turns to the file.
  package func write() {
    let text = record.withLock(\.text)
    do {
      try text.write(toFile: file, atomically: false, encoding: .utf8)
    } catch {
      FileHandle.standardError.write(Data("\(Self.variable): “\(file)” can't be written\n".utf8))
    }
  }
}

// MARK: - The record

/// What a thread has had of the machine since it began.
package struct ThreadUse: Sendable {
  /// How long it ran: a turn takes longer if others have the processor meanwhile.
  private let ran: Duration
  /// Pages that it touched and that the system had to find first; for one on a disk the thread does not run meanwhile.
  private let pageFaults: Int

  package init(ran: Duration, pageFaults: Int) {
    self.ran = ran
    self.pageFaults = pageFaults
  }

  package static var ofThisThread: ThreadUse {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    var usage = rusage()
    getrusage(thisThread, &usage)
    return ThreadUse(
      ran: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec), pageFaults: usage.ru_minflt + usage.ru_majflt)
  }

  /// `RUSAGE_THREAD`, which the header only has for programs that ask for GNU's extensions.
  private static let thisThread: Int32 = 1

  package static func - (use: ThreadUse, before: ThreadUse) -> ThreadUse {
    ThreadUse(ran: use.ran - before.ran, pageFaults: use.pageFaults - before.pageFaults)
  }

  fileprivate var text: String { "ran \(StallRecord.milliseconds(ran)), \(pageFaults) page faults" }
}

/// Turns and their parts, in the order of a clock that is given.
package struct StallRecord: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// How many of the longest turns are kept.
  private static let maxTurns = 20

  /// A named part of a turn; parts of one name that follow one another are one.
  private struct Part {
    let name: String
    let start: Instant
    var duration = Duration.zero
    var count = 1
    var parts: [Part] = []

    mutating func append(_ part: Part) {
      if let last = parts.indices.last, parts[last].name == part.name {
        parts[last].count += 1
        parts[last].duration += part.duration
        for inner in part.parts { parts[last].append(inner) }
      } else {
        parts.append(part)
      }
    }

    var text: String {
      let inner = parts.isEmpty ? "" : " (\(parts.map(\.text).joined(separator: ", ")))"
      return "\(name)\(count == 1 ? "" : " ×\(count)") \(StallRecord.milliseconds(duration))\(inner)"
    }
  }

  private struct Turn {
    let whole: Part
    let used: ThreadUse
  }

  private let start: Instant
  private var count = 0
  /// The longest turns, the longest first.
  private var longest: [Turn] = []
  private var usedBefore = ThreadUse(ran: .zero, pageFaults: 0)
  /// The present turn, then its parts that have not ended, each in the one before it.
  private var open: [Part] = []

  package init(start: Instant = .now) { self.start = start }

  /// - Parameter used: what the thread has had until then.
  package mutating func beginTurn(at now: Instant, used: ThreadUse) {
    open = [Part(name: "turn", start: now)]
    usedBefore = used
  }

  /// The next turn begins at once, unless the run loop sleeps first.
  ///
  /// - Parameter used: what the thread has had until then.
  package mutating func endTurn(at now: Instant, used: ThreadUse) {
    defer { beginTurn(at: now, used: used) }
    guard var turn = open.first else { return }
    count += 1
    turn.duration = now - turn.start
    let index = longest.firstIndex { $0.whole.duration < turn.duration } ?? longest.endIndex
    guard index < Self.maxTurns else { return }
    longest.insert(Turn(whole: turn, used: used - usedBefore), at: index)
    if longest.count > Self.maxTurns { longest.removeLast() }
  }

  package mutating func beginPart(_ name: String, at now: Instant) {
    // Before the run loop runs there is no turn.
    if !open.isEmpty { open.append(Part(name: name, start: now)) }
  }

  package mutating func endPart(at now: Instant) {
    guard open.count > 1, var part = open.popLast() else { return }
    part.duration = now - part.start
    open[open.count - 1].append(part)
  }

  /// A line about all, then one for each of the longest turns: its milliseconds, how many of them its thread ran and with
  /// how many page faults, when it began in seconds, and its parts.
  package var text: String {
    let lines = longest.map { longest in
      let turn = longest.whole
      let named = turn.parts.reduce(Duration.zero) { $0 + $1.duration }
      let parts = turn.parts.map(\.text) + ["other \(Self.milliseconds(turn.duration - named))"]
      let begin = String(format: "%.3f", (turn.start - start) / .seconds(1))
      let words = parts.joined(separator: ", ")
      return "\(Self.milliseconds(turn.duration)) ms, \(longest.used.text)  at \(begin) s  \(words)\n"
    }
    return "\(count) turns\n" + lines.joined()
  }

  fileprivate static func milliseconds(_ duration: Duration) -> String {
    String(format: "%.2f", duration / .milliseconds(1))
  }
}
