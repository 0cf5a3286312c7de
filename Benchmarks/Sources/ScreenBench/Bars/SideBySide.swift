import Foundation
import Measuring

/// Other programs with the same titles: their first frame, a move of the cursor, memory; and those without a screen,
/// command by command.
enum PeerBar: Bar {
  static let name = "PEERS"
  private static let presses = 200
  private static let rounds = 5
  /// Beyond this the peers take minutes.
  private static let maxItems = 100_000

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let sizes = options.sizes.filter { $0 <= maxItems }
    let screens = try sizes.flatMap { count in
      try Peer.allCases.flatMap { try screenOutcomes($0, count, options, stores) }
        + docketOutcomes(count, options, stores)
    }
    return try screens + (sizes.max().map { try commands($0, options, stores) } ?? [])
  }

  // MARK: - Screens

  private static func screenOutcomes(
    _ peer: Peer, _ count: Int, _ options: Options, _ stores: Stores
  ) throws -> [Outcome] {
    guard peer.isInstalled else { return [.missing(name, "\(peer): not installed")] }
    // Some write their configuration at the first start.
    guard let first = try peer.screen(count, stores) else { return [] }
    _ = try first.wait(for: Marks.firstTitle)
    first.end()
    return try outcomes(peer.rawValue, peer.moveKeys, count, options) { try peer.screen(count, stores) }
  }

  private static func docketOutcomes(_ count: Int, _ options: Options, _ stores: Stores) throws -> [Outcome] {
    try outcomes("docket", ["j", "k"], count, options) { try stores.screen(["--store", try stores.store(count).path]) }
  }

  private static func outcomes(
    _ program: String, _ keys: [String], _ count: Int, _ options: Options, _ screen: () throws -> Screen?
  ) throws -> [Outcome] {
    var starts: [Double] = []
    var last: Screen?
    for _ in 0..<options.times(rounds) {
      last?.end()
      last = try screen()
      if let last { starts.append(try last.wait(for: Marks.firstTitle).seconds) }
    }
    guard let last else { return [] }
    defer { last.end() }
    last.settle(.milliseconds(500))
    let time = last.processorTime
    let answers = (0..<options.times(presses)).compactMap {
      last.answer(to: keys[$0 % keys.count], quiet: .milliseconds(25))
    }
    let moves = answers.map { $0.last.seconds * 1e3 }.sorted()
    guard !moves.isEmpty else { throw Failure(what: "\(program) answers no key") }
    let processor = (last.processorTime - time) / Double(answers.count) * 1e3
    return [
      ("first frame", starts.median * 1e3, .milliseconds), ("a move: half", moves.median, .milliseconds),
      ("a move: 99 %", moves[moves.count * 99 / 100], .milliseconds),
      ("a move, processor", processor, Outcome.Unit.milliseconds),
      ("a move, bytes", answers.map { Double($0.bytes) }.median, .bytes), ("memory", last.residentMemory, .megabytes),
    ].map { Outcome(name, "\(program): \($0), \(count) items", $1, $2) }
  }

  // MARK: - Commands

  private static func commands(_ count: Int, _ options: Options, _ stores: Stores) throws -> [Outcome] {
    let store = try stores.copy(count).path
    let docket = "'\(options.docket)' --store '\(store)'"
    var missing: [Outcome] = []
    var commands: [(String, String)] = [
      ("docket: list", docket + " list"), ("docket: count", docket + " list --count"),
      ("docket: add", docket + " add x"),
    ]
    if Peers.isInstalled("task") {
      let task = try taskwarrior(count, stores)
      commands += [("list", "list"), ("count", "count"), ("add", "add x")].map {
        ("taskwarrior: \($0)", "\(task) \($1)")
      }
    } else {
      missing.append(.missing(name, "taskwarrior: not installed"))
    }
    if Peers.isInstalled("todo-txt") {
      let todo = try todoTxt(count, stores)
      commands += [("list", "ls"), ("add", "add x")].map { ("todo.txt-cli: \($0)", "\(todo) \($1)") }
    } else {
      missing.append(.missing(name, "todo.txt-cli: not installed"))
    }
    return try missing
      + commands.map { what, command in
        let times = try (0..<options.times(rounds)).map { _ in try Peers.run(command, stores).seconds }
        return Outcome(name, "\(what), \(count) items", times.median * 1e3, .milliseconds)
      }
  }

  /// The command for a store of taskwarrior, made anew.
  private static func taskwarrior(_ count: Int, _ stores: Stores) throws -> String {
    let data = stores.scratchDirectory("taskwarrior")
    let command = "task rc:/dev/null rc.data.location='\(data.path)' rc.confirmation=off rc.verbose=nothing"
    try Peers.run("\(command) import '\(try stores.file(count, format: "taskwarrior").path)'", stores)
    return command
  }

  /// The command for a store of todo.txt, made anew.
  private static func todoTxt(_ count: Int, _ stores: Stores) throws -> String {
    let directory = stores.scratchDirectory("todotxt")
    try FileManager.default.copyItem(
      at: try stores.file(count, format: "todotxt"), to: directory.appendingPathComponent("todo.txt"))
    let (path, settings) = (directory.path, directory.appendingPathComponent("config"))
    let files = ["TODO_DIR": "", "TODO_FILE": "/todo.txt", "DONE_FILE": "/done.txt", "REPORT_FILE": "/report.txt"]
    try files.map { "export \($0)='\(path)\($1)'\n" }.joined()
      .write(to: settings, atomically: true, encoding: .utf8)
    return "todo-txt -d '\(settings.path)'"
  }
}
