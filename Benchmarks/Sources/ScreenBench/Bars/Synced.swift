import Foundation
import Measuring

/// The program with a store that syncs, beside the same without: what P1, P2, P6 and P10 measure, in turns.
enum SyncedBar: Bar {
  static let name = "SYNCED"
  private static let items = 100_000
  private static let rounds = 11
  private static let presses = 200
  /// All items: the agenda, which opens by itself, has others first.
  private static let all = ["--filter", ""]
  /// Less is noise.
  private static let limit = 1.1

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let count = min(items, options.largest)
    let (plain, synced) = (try Machine("plain", options, stores), try Machine("synced", options, stores))
    let other = try Machine("there", options, stores)
    for machine in [plain, synced] { try machine.run("import", try stores.file(count).path) }
    try synced.meet(other, at: stores.scratchDirectory("carried").path)
    let pair = [plain, synced]
    let rounds = options.times(rounds)
    return try firstFrame(pair, count, rounds) + keys(pair, count, options.times(presses))
      + commands(pair, count, rounds)
  }

  private static func firstFrame(_ pair: [Machine], _ count: Int, _ rounds: Int) throws -> [Outcome] {
    let times = try inTurns(pair, rounds) { machine in
      let screen = try machine.screen(all)
      defer { screen.end() }
      return try screen.wait(for: Marks.firstTitle).seconds
    }
    return [outcome("P1, first frame", count, times)]
  }

  private static func keys(_ pair: [Machine], _ count: Int, _ presses: Int) throws -> [Outcome] {
    let screens = try pair.map { try $0.screen(all) }
    defer { for screen in screens { screen.end() } }
    for screen in screens {
      _ = try screen.wait(for: Marks.firstTitle)
      screen.settle(.seconds(3))
    }
    let memory = screens.map(\.residentMemory)
    var press = 0
    let times = inTurns(screens, presses) { screen in
      defer { press += 1 }
      return screen.answer(to: press / 2 % 2 == 0 ? "j" : "k", quiet: .milliseconds(25))?.last.seconds ?? .nan
    }
    return [
      outcome("P2, down", count, times),
      Outcome(
        name, "P6, after the start, \(count) items, beside a store that does not sync",
        memory[1] / memory[0], .ratio, limit: limit),
    ]
  }

  private static func commands(_ pair: [Machine], _ count: Int, _ rounds: Int) throws -> [Outcome] {
    let commands = [
      ["add", "one more"], ["update", "3", "--priority", "high"], ["list", "--limit", "20"], ["list", "--count"],
    ]
    return try commands.map { command in
      let times = try inTurns(pair, rounds) { try $0.time(command).seconds }
      return outcome("P10, \(command.joined(separator: " "))", count, times)
    }
  }

  /// Measures both in turns, so that the same noise is in both.
  private static func inTurns<Side>(
    _ pair: [Side], _ rounds: Int, _ measure: (Side) throws -> Double
  ) rethrows -> [[Double]] {
    var times: [[Double]] = [[], []]
    for _ in 0..<rounds { for side in 0..<2 { times[side].append(try measure(pair[side])) } }
    return times
  }

  private static func outcome(_ what: String, _ count: Int, _ times: [[Double]]) -> Outcome {
    Outcome(
      name, "\(what), \(count) items, beside a store that does not sync", times[1].median,
      against: times[0].median, limit: limit)
  }
}
