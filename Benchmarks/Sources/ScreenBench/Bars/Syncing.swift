import Foundation
import Measuring
import PostgreSQLServer

// MARK: - Another machine's screen

/// From Enter on one machine to the new title on another one's screen, by way of a PostgreSQL on this machine.
enum OtherScreenBar: Bar {
  static let name = "S3"
  private static let changes = 200
  private static let length = 12

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    guard let programs = TestServer.installation else { return [.missing(name, "PostgreSQL: not installed")] }
    let server = try TestServer(programs: programs)
    return try measure("with the hint", limit: 250, server.makeDatabase("hinted", givesHints: true), options, stores)
      + measure("without", limit: 1_200, server.makeDatabase("quiet", givesHints: false), options, stores)
  }

  private static func measure(
    _ how: String, limit: Double, _ url: String, _ options: Options, _ stores: Stores
  ) throws -> [Outcome] {
    let machines = try ["here", "there"].map { try Machine($0, options, stores) }
    try machines[0].run("add", "zzzz")
    try machines[0].meet(machines[1], at: url)
    let screens = try machines.map { try $0.screen() }
    defer { for screen in screens { screen.end() } }
    for screen in screens { _ = try screen.wait(for: "synced") }
    let (here, there) = (screens[0], screens[1])
    var random = SystemRandomNumberGenerator()
    var times: [Double] = []
    for change in 0..<options.times(changes) {
      // At any time between two looks of the other one.
      there.settle(.milliseconds(Int.random(in: 100...1_100, using: &random)))
      // Every letter is another one than that before it there, so that all of them are drawn.
      let letters = change % 2 == 0 ? "abcdefghijklm" : "nopqrstuvwxyz"
      let title = String((0..<length).compactMap { _ in letters.randomElement(using: &random) })
      _ = here.answer(to: "e", quiet: .milliseconds(50))
      _ = here.answer(to: "\u{15}" + title, quiet: .milliseconds(50))
      there.press("")
      let moment = here.press("\r")
      times.append(try there.wait(for: title, since: moment, atMost: .seconds(60)).seconds)
    }
    return Percentiles.outcomes(name, "a title on another machine's screen, \(how)", times, limit: limit)
  }
}

// MARK: - Keys while changes arrive

/// Keys of the list while the changes of another machine are merged by the program that the list has started.
enum ArrivalBar: Bar {
  static let name = "P50"
  private static let changes = 100_000
  private static let maxPresses = 20_000

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let count = min(changes, options.largest)
    let machines = try ["here", "there"].map { try Machine($0, options, stores) }
    try machines[0].run("import", try stores.file(min(1_000, count)).path)
    let folder = stores.scratchDirectory("carried")
    try machines[0].meet(machines[1], at: folder.path)
    // All of it is there before the list opens.
    try machines[1].run("import", try stores.file(count).path)
    try machines[1].run("sync", "now")

    let stalls = Stalls(stores)
    // What the agenda begins with depends on the day.
    let screen = try machines[0].screen(["--filter", ""], environment: stalls.environment)
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    let start = ContinuousClock.now
    var times: [Double] = []
    while !screen.says("synced"), times.count < maxPresses {
      let key = times.count % 2 == 0 ? "j" : "k"
      guard let answer = screen.answer(to: key, quiet: .milliseconds(10)) else { break }
      // What comes for other reasons is no answer: the first bytes are.
      times.append(answer.first.seconds)
    }
    let time = ContinuousClock.now - start
    let sorted = times.sorted().map { $0 * 1e3 }
    guard let worst = sorted.last else { throw Failure(what: "nothing arrived while keys were pressed") }
    let when = "while \(count) changes arrive"
    return [
      Outcome(name, "down, \(when): half", sorted[sorted.count / 2], .milliseconds),
      Outcome(name, "down, \(when): the worst of \(sorted.count)", worst, .milliseconds, limit: 16),
      Outcome(name, "changes a second", Double(count) / time.seconds, .count),
      try stalls.outcome(name, when, after: screen),
    ]
  }
}

// MARK: - Nothing to sync

/// `docket sync run` of a machine with nothing to send, while nobody else sends anything either.
enum IdleSyncBar: Bar {
  static let name = "S6"
  private static let items = 10_000
  /// After the last batch it looks rarer and rarer where a server is asked; in a folder every second.
  private static let seconds = 10

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let machines = try ["here", "there"].map { try Machine($0, options, stores) }
    try machines[0].run("import", try stores.file(min(items, options.largest)).path)
    try machines[0].meet(machines[1], at: stores.scratchDirectory("carried").path)
    let program = try machines[0].sync()
    defer { program.end() }
    program.settle(.seconds(15))
    var watch = try ThreadWatch(program.process)
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      program.settle(.milliseconds(500))
      watch.look()
    }
    let what = "docket sync run with a folder and nothing to do"
    let awakenings = watch.ours.awakenings + watch.manager.awakenings
    return [
      Outcome(name, "\(what): memory", program.residentMemory, .megabytes, limit: 20),
      Outcome(name, "\(what): awakenings a second", Double(awakenings) / Double(seconds), .count),
      Outcome(
        name, "\(what): processor, of a second",
        (watch.ours.processor + watch.manager.processor) / Double(seconds) * 1e3, .milliseconds),
    ]
  }
}
