import Foundation
import Measuring

/// Keys while many items come in: from the program itself, from another process, and commit by commit; then hnb's keys
/// during as many commits, which it does not follow: what delays hnb too is the machine.
enum BusyKeyBar: Bar {
  static let name = "P3"
  private static let presses = 5_000
  private static let commits = 400

  /// Presses all keys, and more while something goes on.
  private typealias Press = (_ goesOn: () -> Bool) -> Void

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    try whileFilling(options, stores) + whileAnotherImports(options, stores) + whileAnotherAdds(options, stores)
  }

  private static func whileFilling(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let preview = ["--preview", "--items", "\(options.largest)"]
    return try measure(preview, "while the preview is filled", options, stores) { press in press { false } }
  }

  private static func whileAnotherImports(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let store = try stores.copy(min(1_000, options.largest))
    let file = try stores.file(options.largest)
    return try measure(["--store", store.path], "while another process imports", options, stores) { press in
      let other = try stores.begin(["--store", store.path, "import", file.path])
      defer {
        other.terminate()
        other.waitUntilExit()
      }
      // The end of an import has a share of its own.
      press { other.isRunning }
    }
  }

  /// As when a synchronization writes: a stream of commits of their own.
  private static func whileAnotherAdds(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let store = try stores.copy(options.largest)
    let count = options.times(commits)
    let command = "'\(options.docket)' --store '\(store.path)' add \"foreign $i\""
    let add = "for i in $(seq \(count)); do \(command); sleep 0.05; done"
    let when = "during \(count) commits of others"
    func duringCommits(_ press: Press) throws {
      let other = try stores.begin(["-c", add], program: "/bin/sh")
      press { false }
      other.waitUntilExit()
    }
    let outcomes = try measure(["--store", store.path], when, options, stores, duringCommits)
    guard let peer = try Peer.hnb.screen(min(1_000, options.largest), stores) else { return outcomes }
    defer { peer.end() }
    var answers: [BusyKey] = []
    try duringCommits { answers = Self.answers(peer, Peer.hnb.moveKeys, options, while: $0) }
    let worst = answers.last?.time ?? .nan
    return outcomes + [Outcome(name, "hnb's down, \(when): the worst of \(answers.count)", worst, .milliseconds)]
  }

  /// Presses keys while something else happens, and asks the program for its longest turn.
  ///
  /// - Parameter meanwhile: begins what is to happen, calls what presses the keys, and ends it.
  private static func measure(
    _ arguments: [String], _ when: String, _ options: Options, _ stores: Stores,
    _ meanwhile: (Press) throws -> Void
  ) throws -> [Outcome] {
    let stalls = Stalls(stores)
    let screen = try stores.screen(arguments, environment: stalls.environment)
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    var answers: [BusyKey] = []
    try meanwhile { answers = Self.answers(screen, ["j", "k"], options, while: $0) }
    guard let worst = answers.last else { return [] }
    let outcomes = [
      Outcome(name, "down, \(when): half", answers[answers.count / 2].time, .milliseconds),
      Outcome(name, "down, \(when): the worst of \(answers.count)", worst.time, .milliseconds, limit: 16),
      Outcome(name, "the worst, \(when): main waited for a processor", worst.waited, .milliseconds),
      Outcome(name, "the worst, \(when): the benchmark waited for one", worst.benchmarkWaited, .milliseconds),
      Outcome(name, "the worst, \(when): other machines ran on ours", worst.stolen, .milliseconds),
    ]
    return outcomes + [try stalls.outcome(name, when, after: screen)]
  }

  /// A key, and how long the program's main thread and the benchmark were ready and had no processor until the first bytes
  /// of the answer came, and other machines had ours; in milliseconds.
  private struct BusyKey {
    let time: Double
    let waited: Double
    let benchmarkWaited: Double
    let stolen: Double
  }

  /// Presses keys in turn; the answer that took longest is the last one.
  private static func answers(
    _ screen: Screen, _ keys: [String], _ options: Options, while goesOn: () -> Bool
  ) -> [BusyKey] {
    var (turn, answers): (Int, [BusyKey]) = (0, [])
    while turn < options.times(presses) || goesOn() {
      if let answer = answer(screen, keys[turn % keys.count]) { answers.append(answer) }
      turn += 1
    }
    return answers.sorted { $0.time < $1.time }
  }

  private static func answer(_ screen: Screen, _ key: String) -> BusyKey? {
    func waited() -> (program: Double, benchmark: Double, stolen: StolenTime) {
      (ThreadWatch.waitedForProcessor(screen.process), ThreadWatch.waitedForProcessor(getpid()), StolenTime())
    }
    let before = waited()
    var after = before
    // What comes later is for other reasons.
    let answer = screen.answer(to: key, quiet: .milliseconds(10)) { after = waited() }
    return answer.map {
      BusyKey(
        time: $0.first.seconds * 1e3, waited: after.program - before.program,
        benchmarkWaited: after.benchmark - before.benchmark, stolen: after.stolen.milliseconds(since: before.stolen))
    }
  }
}
