import Foundation
import Testing

@Suite("Nothing is lost", .takesTurns)
struct DurabilityTests {
  /// How often the process is killed; `DOCKET_CRASH_ROUNDS` sets the long form.
  static let rounds = ProcessInfo.processInfo.environment["DOCKET_CRASH_ROUNDS"].flatMap { Int($0) } ?? 20

  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private var store: String { directory.file("store.sqlite") }

  @Test func twoProcessesLoseNothing() async throws {
    let loop = docket.shell("for i in $(seq 200); do \"$@\" \"$PREFIX $i\" || exit; done")
    async let first = run(loop, prefix: "a")
    async let second = run(loop, prefix: "b")
    for result in try await [first, second] {
      #expect(result.error.isEmpty)
      #expect(result.status == 0)
      #expect(result.text.split(separator: "\n").count == 200)
    }
    let titles = try await Set(items().map(\.title))
    #expect(titles == Set(["a", "b"].flatMap { prefix in (1...200).map { "\(prefix) \($0)" } }))
    #expect(try await SQLiteShell.integrity(of: store) == "ok")
  }

  @Test func whatWasAcknowledgedSurvivesAKill() async throws {
    let acknowledged = directory.file("acknowledged")
    // Each number is written by the command itself, so a line means that the command had finished its work.
    let loop = docket.shell("while :; do \"$@\" || exit; done")
    for round in 1...Self.rounds {
      let before = try lines(of: acknowledged)
      let child = try loop.start(
        bytes: [Array("add".utf8), Array("round \(round)".utf8)], output: .file(acknowledged),
        error: .file(acknowledged))
      try await waitUntil { try lines(of: acknowledged) > before + round % 4 ? true : nil }
      try await killTree(child)
      #expect(try await SQLiteShell.integrity(of: store) == "ok", "round \(round)")
    }
    let stored = try await Set(items().map { String($0.id) })
    let promised = try String(contentsOfFile: acknowledged, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(promised.count > Self.rounds)
    #expect(promised.filter { !stored.contains($0) } == [])
  }

  private func run(_ loop: DocketProcess, prefix: String) async throws -> DocketProcess.Result {
    var loop = loop
    loop.environment["PREFIX"] = prefix
    return try await loop.run("add")
  }

  private func items() async throws -> [JSONItem] {
    try JSONDecoder().decode([JSONItem].self, from: await docket.run("list", "--json").output)
  }

  private func lines(of file: String) throws -> Int {
    guard let bytes = FileManager.default.contents(atPath: file) else { return 0 }
    return bytes.count { $0 == 0x0a }
  }

  /// Stops the shell so that it starts nothing more, kills what it runs, then the shell.
  private func killTree(_ shell: ChildProcess) async throws {
    shell.send(SIGSTOP)
    for child in ProcessTable.children(of: shell.identifier) { kill(child, SIGKILL) }
    shell.send(SIGKILL)
    #expect(await shell.wait() == .killed(SIGKILL))
  }
}
