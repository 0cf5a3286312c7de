import Foundation
import PostgreSQLTestServer
import Testing

@Suite("Nothing acknowledged is lost while programs are killed", .needsPostgreSQL, .takesTurns)
struct SurvivesKillsTests {
  /// How often something is killed; `DOCKET_SYNC_ROUNDS` sets the long form.
  static let rounds = number("DOCKET_SYNC_ROUNDS") ?? 5
  /// `DOCKET_SYNC_SEED` takes one again.
  static let seed = number("DOCKET_SYNC_SEED") ?? Int.random(in: 1...999)

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Three machines and a PostgreSQL; on each machine a shell that edits and a program that syncs, on the first a list.
  @Test func threeStoresAreEqualAfterAll() async throws {
    print("seed \(Self.seed): DOCKET_SYNC_SEED=\(Self.seed) DOCKET_SYNC_ROUNDS=\(Self.rounds)")
    var random = SeededBytes(seed: UInt64(Self.seed))
    let server = try TestServer(programs: #require(TestServer.installation))
    let homes = try await SyncedHome.joined(["a", "b", "c"], in: directory, at: server.url())
    let machines = try homes.map { try BusyMachine($0) }
    let list = try KilledList(homes[0])
    for round in 1...Self.rounds {
      let before = machines.map(\.acknowledged.count).reduce(0, +)
      let machine = machines[Int.random(in: 0..<3, using: &random)]
      try await list.add("list \(round)", isPatient: Bool.random(using: &random))
      try await waitUntil { machines.map(\.acknowledged.count).reduce(0, +) > before + round % 5 ? true : nil }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try await machine.killSync()
      case 1: try await server.crashAndRestart()
      case 2: try machine.killCommand()
      default: try await list.kill()
      }
    }
    try await list.end()
    for machine in machines { try await machine.end() }
    for home in homes + homes { #expect(try await home.sync().status == 0) }

    let states = try await homes[0].states()
    let everything = try await homes[0].everything()
    for (home, machine) in zip(homes, machines) {
      #expect(try await home.everything() == everything, "seed \(Self.seed)")
      #expect(machine.missing(in: states) == [], "seed \(Self.seed)")
      #expect(try await SQLiteShell.integrity(of: home.store) == "ok")
      #expect(try await home.docket.run("sync", "conflicts").text == "", "seed \(Self.seed)")
    }
    #expect(list.acknowledged.filter { states[$0] == nil } == [], "seed \(Self.seed)")
    print(
      "\(Self.rounds) rounds: \(machines.map(\.acknowledged.count).reduce(0, +)) acknowledged by commands, "
        + "\(list.acknowledged.count) by lists, \(states.count) items")
  }
}

/// A machine on which a shell edits and a program syncs.
private final class BusyMachine {
  private let home: SyncedHome
  private let shell: ChildProcess
  private var sync: ChildProcess

  /// Each line names an edit that a command has acknowledged with the status 0.
  private static let script = """
    n=0
    while [ ! -e "$NAME.stop" ]; do
      n=$((n + 1))
      id=$("$@" add "$NAME $n") || continue
      echo "added $n" >>"$NAME.acknowledged"
      case $((n % 4)) in
        1) "$@" update "$id" --title "$NAME $n changed" && echo "changed $n" >>"$NAME.acknowledged" ;;
        2) "$@" delete "$id" && echo "deleted $n" >>"$NAME.acknowledged" ;;
        3) "$@" done "$id" && echo "done $n" >>"$NAME.acknowledged" ;;
      esac
    done
    # The last command may have been killed; that the shell was not is what counts.
    exit 0
    """

  init(_ home: SyncedHome) throws {
    self.home = home
    var docket = home.docket.shell(Self.script)
    docket.environment["NAME"] = home.name
    let log = docket.directory.file("\(home.name).shell")
    shell = try docket.start(bytes: [], output: .file(log), error: .file(log))
    sync = try home.startSyncing()
  }

  deinit {
    for process in [shell, sync] { process.send(SIGKILL) }
  }

  var acknowledged: [String] {
    let bytes = FileManager.default.contents(atPath: home.docket.directory.file("\(home.name).acknowledged")) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Kills the program that syncs, and starts another one.
  func killSync() async throws {
    sync.send(SIGKILL)
    _ = await sync.wait()
    sync = try home.startSyncing()
  }

  /// Kills the command that runs now; the shell is stopped meanwhile, so that a number can't be another process's.
  func killCommand() throws {
    shell.send(SIGSTOP)
    for child in ProcessTable.children(of: shell.identifier) {
      for grandchild in ProcessTable.children(of: child) { kill(grandchild, SIGKILL) }
      kill(child, SIGKILL)
    }
    shell.send(SIGCONT)
  }

  /// Lets the shell end after the command that runs now, and ends the sync.
  func end() async throws {
    try home.docket.directory.write(Data(), to: "\(home.name).stop")
    #expect(await shell.wait() == .exited(0))
    sync.send(SIGTERM)
    _ = await sync.wait()
  }

  /// What was acknowledged and is not as it was said.
  func missing(in states: [String: String]) -> [String] {
    acknowledged.filter { line in
      let words = line.split(separator: " ")
      let (title, number) = ("\(home.name) \(words[1])", Int(words[1]) ?? 0)
      switch words[0] {
      // What followed may have been done though it was not acknowledged.
      case "added" where number % 4 == 1: return states[title] == nil && states[title + " changed"] == nil
      case "added" where number % 4 == 2: return false
      case "added": return states[title] == nil
      case "changed": return states[title + " changed"] == nil
      case "deleted": return states[title] != nil
      default: return states[title] != "done"
      }
    }
  }
}

/// A list that is killed and opened again, with the program that it has started.
private final class KilledList {
  private let home: SyncedHome
  private var terminal: PseudoTerminal
  private(set) var acknowledged: [String] = []

  init(_ home: SyncedHome) throws {
    self.home = home
    terminal = try Self.open(home)
  }

  private static func open(_ home: SyncedHome) throws -> PseudoTerminal {
    try PseudoTerminal(
      [DocketProcess.binary] + DocketProcess.everything, environment: home.docket.environment, in: home.docket.directory
    )
  }

  /// Types an item.
  ///
  /// - Parameter isPatient: whether to wait until it is acknowledged.
  func add(_ title: String, isPatient: Bool) async throws {
    try await terminal.waitFor("? help")
    try await terminal.send("a")
    try await terminal.waitFor("add:")
    try await terminal.send(title + "\r")
    guard isPatient else { return }
    try await terminal.waitUntil {
      !$0.text.contains("add:") && $0.text.contains(title) && $0.text.contains("saved ✓")
    }
    acknowledged.append(title)
  }

  /// Kills the list and opens another one.
  func kill() async throws {
    try await end()
    terminal = try Self.open(home)
  }

  /// Kills the list; the program that it has started ends by itself.
  func end() async throws {
    let children = ProcessTable.children(of: terminal.process.identifier)
    terminal.signal(SIGKILL)
    _ = await terminal.process.wait()
    try await waitUntil(or: { "docket-sync goes on without its list" }) {
      children.allSatisfy { ProcessTable.state(of: $0).map { $0 == "Z" } ?? true } ? true : nil
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Tests that need a server of their own.
  static var needsPostgreSQL: ConditionTrait {
    .enabled(if: TestServer.installation != nil, "PostgreSQL's initdb is not installed (apt-get install postgresql)")
  }
}
