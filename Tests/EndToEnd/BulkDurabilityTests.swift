import Foundation
import Testing

/// A command upon many items is one step: whenever the process is killed, the step is there whole or not at all.
@Suite("A killed command upon many items is whole or absent", .takesTurns)
struct BulkDurabilityTests {
  private static let count = 2_000
  /// The limit of the time until a kill; the commands take a little less.
  private static let longest = 120

  /// Which items there are, by their numbers.
  private typealias Shown = [Int: Item]

  /// What the commands change of an item.
  private struct Item: Decodable, Hashable {
    let id: Int
    var state: String
    var priority: String
    var due: String?
    var list: String?
    /// In whatever order JSON has them.
    var tags: Set<String>
  }

  /// What is done to all items: a command, its options, and what becomes of each item.
  private struct Change: Sendable {
    let command: String
    var options: [String] = []
    let apply: @Sendable (inout Item) -> Void
  }

  private static let changes = [
    "done": Change(command: "done") { $0.state = "done" },
    "reopen": Change(command: "reopen") { $0.state = "open" },
    "priority": Change(command: "update", options: ["--priority", "high"]) { $0.priority = "high" },
    "no priority": Change(command: "update", options: ["--priority", "none"]) { $0.priority = "none" },
    "due": Change(command: "update", options: ["--due", "2031-05-06"]) { $0.due = "2031-05-06" },
    "list": Change(command: "update", options: ["--list", "Later"]) { $0.list = "Later" },
    "tag": Change(command: "update", options: ["--tag", "+all"]) { $0.tags.insert("all") },
  ]

  /// The states that undo and redo lead to, as the journal should have them.
  private struct Steps {
    private(set) var states: [Shown]
    private(set) var position = 0

    var now: Shown { states[position] }

    /// What a command would lead to; nil if it changes nothing.
    func after(_ command: String) -> Shown? {
      switch command {
      case "delete": return [:]
      case "undo": return position > 0 ? states[position - 1] : nil
      case "redo": return position + 1 < states.count ? states[position + 1] : nil
      default:
        guard let change = BulkDurabilityTests.changes[command] else { return nil }
        return now.mapValues { item in
          var changed = item
          change.apply(&changed)
          return changed
        }
      }
    }

    mutating func take(_ command: String) {
      guard let next = after(command) else { return }
      switch command {
      case "undo": position -= 1
      case "redo": position += 1
      default:
        guard next != now else { return }
        states = states.prefix(position + 1) + [next]
        position += 1
      }
    }
  }

  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func withItsUndoAndRedo() async throws {
    let seed = UInt64.random(in: 1...10_000)
    var random = SeededBytes(seed: seed)
    let file = directory.file("items.json")
    let items = (1...Self.count).map { "{\"title\":\"item \($0)\",\"tags\":[\"t\($0 % 7)\"]}" }
    try Data("[\(items.joined(separator: ","))]".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try await docket.run("import", file).status == 0)
    var steps = Steps(states: [try await shown()])
    var kills = 0
    for round in 1...DurabilityTests.rounds {
      // Nothing is left to act on after a deletion.
      let names = ["delete", "undo", "undo", "redo", "redo"] + Self.changes.keys.sorted()
      let command = steps.now.isEmpty ? "undo" : names.randomElement(using: &random) ?? ""
      guard let expected = steps.after(command), expected != steps.now else { continue }
      let change = Self.changes[command]
      let all = steps.now.keys.sorted().map(String.init).joined(separator: ",")
      let ids = ["undo", "redo"].contains(command) ? [] : [all]
      let child = try docket.start(
        bytes: ([change?.command ?? command] + ids + (change?.options ?? [])).map { Array($0.utf8) },
        output: .file(directory.file("output")),
        error: .file(directory.file("error")))
      // The moment of the kill is arbitrary; nothing is waited for.
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...Self.longest, using: &random)))
      child.send(SIGKILL)
      if case .killed = await child.wait() { kills += 1 }
      let now = try await shown()
      let place = "seed \(seed), round \(round), \(command)"
      #expect(try await SQLiteShell.integrity(of: directory.file("store.sqlite")) == "ok", "\(place)")
      #expect(now == steps.now || now == expected, "\(place)")
      if now != steps.now { steps.take(command) }
    }
    #expect(kills > 0, "seed \(seed): no command was killed")
    // The journal has every step that was made, and no other.
    while let before = steps.after("undo") {
      #expect(try await docket.run("undo").status == 0)
      steps.take("undo")
      #expect(try await shown() == before, "seed \(seed)")
    }
    while let after = steps.after("redo") {
      #expect(try await docket.run("redo").status == 0)
      steps.take("redo")
      #expect(try await shown() == after, "seed \(seed)")
    }
    #expect(try await docket.run("redo").status == 1, "seed \(seed)")
    // All steps, and the import.
    let count = steps.states.count
    #expect(try await docket.run("undo", "\(count)").status == 0, "seed \(seed)")
    #expect(try await docket.run("undo").status == 1, "seed \(seed)")
    #expect(try await shown().isEmpty, "seed \(seed)")
  }

  private func shown() async throws -> Shown {
    let items = try JSONDecoder().decode([Item].self, from: await docket.run("list", "--json").output)
    return Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
  }
}
