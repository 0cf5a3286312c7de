import Foundation
import Testing

@Suite("On a terminal commands say what they changed", .takesTurns)
struct SayingWhatChangedTests {
  let docket: DocketProcess

  init() throws { docket = DocketProcess(in: try TemporaryDirectory()) }

  /// Waits until a command on a terminal has said something and ended well.
  private func expect(_ arguments: [String], says texts: [String], butNot absent: String? = nil) async throws {
    let terminal = try await TmuxTerminal([DocketProcess.binary] + arguments, environment: docket.environment)
    let screen = try await terminal.waitUntil { screen in texts.allSatisfy(screen.contains) }
    if let absent { #expect(!screen.contains(absent)) }
    #expect(try await terminal.exitStatus() == 0)
  }

  @Test func byNumberTitleAndValues() async throws {
    try await docket.run("add", "Standup", "--due", "2031-05-06", "--every", "week")
    try await docket.run("add", "Report")
    try await expect(["skip", "1"], says: ["skipped: 1  Standup · due 2031-05-13 · every week · was due 2031-05-06"])
    let update = ["update", "2", "--tag", "+home", "--priority", "high"]
    try await expect(update, says: ["changed: 2  Report · high priority · #home"])
    try await expect(["done", "1"], says: ["done: 1  Standup", "next: 3  Standup · due 2031-05-20"])
    try await expect(["end", "3"], says: ["ended: 3  Standup · due 2031-05-20"], butNot: "every week")
    try await expect(["reopen", "1"], says: ["reopened: 1  Standup"])
    try await docket.run("add", "Bins", "--due", "2031-05-20", "--every", "week")
    try await expect(["update", "4", "--due", "2031-05-21"], says: ["a new series begins at the new date: 4"])
    let postpone = ["update", "2", "--due", "2031-05-08"]
    try await expect(postpone, says: ["changed: 2  Report · high priority · #home · due 2031-05-08"], butNot: "was")
    try await expect(["update", "2", "--due", "2031-05-09"], says: ["· due 2031-05-09 · was due 2031-05-08"])
    try await expect(["update", "2", "--due", "none"], says: ["#home · was due 2031-05-09"])
  }

  @Test func andWhatIsHardlyMeant() async throws {
    try await docket.run("add", "Standup", "--due", "2031-05-06", "--every", "week until 2031-05-13")
    try await expect(["done", "1"], says: ["next: 2  Standup · due 2031-05-13"], butNot: "last")
    try await expect(["done", "2"], says: ["the last of its series: 2"], butNot: "next")
    try await docket.run("add", "Report", "--due", "2031-05-06")
    try await expect(["update", "3", "--start", "2031-05-07"], says: ["3 starts after it is due"])
    try await expect(["update", "3", "--start", "2031-05-06"], says: ["changed: 3"], butNot: "after it is due")
    let past = ["update", "3", "--every", "week until 2020-01-01"]
    try await expect(past, says: ["3 repeats until a date that is past"])
    try await expect(
      ["add", "Gym", "--every", "mon until 2020-01-01"], says: ["it repeats until a date that is past: docket add"])
  }

  @Test func withTheSubitemsThatAreDeletedToo() async throws {
    try await docket.run("add", "Trip")
    for title in ["Tent", "Stove"] { try await docket.run("add", title, "--parent", "1") }
    try await expect(["delete", "1"], says: ["deleted: 1  Trip", "deleted too: 2 sub-items"])
    try await docket.run("undo")
    try await expect(["delete", "1", "2", "3"], says: ["deleted: 1  Trip", "deleted: 3  Stove"], butNot: "too")
  }

  @Test func byTheirNumberIfTheyAreMany() async throws {
    for number in 1...11 { try await docket.run("add", "item \(number)") }
    try await expect(["done", "--where", "is:open"], says: ["done: 11 items"], butNot: "item 3")
  }

  @Test func andNothingInAPipe() async throws {
    try await docket.run("add", "Report")
    for arguments in [["update", "1", "--tag", "+home"], ["done", "1"], ["reopen", "1"], ["delete", "1"]] {
      let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
      #expect(result.text.isEmpty && result.error.isEmpty)
    }
  }
}
