import DocketConfiguration
import DocketData
import Foundation
import Testing

@testable import DocketTUI

/// What a newcomer does in the first hour, with the keys of the table in `Documentation/Comparison.md`.
@Suite("A newcomer's ten jobs")
@MainActor
struct TenJobsTests {
  /// A job, its keys in the list as they are written in the table, and what is on the screen and in the store then.
  struct Job: Sendable {
    let name: String
    let keys: String
    var filter = "is:open"
    /// Whether the items, by their titles, are as they should be.
    var isStored: @Sendable ([String: ItemValues]) -> Bool = { _ in true }
    let isDone: @Sendable (String) -> Bool

    /// The keys as a terminal sends them.
    var typed: String { keys.replacing("Enter", with: "\r").replacing("Space", with: " ").replacing("·", with: " ") }
  }

  nonisolated static let jobs = [
    Job(
      name: "add with a tag and a date", keys: "aBuy·milk·#home·@tomorrowEnter",
      isStored: { $0["Buy milk"]?.tags == ["home"] && $0["Buy milk"]?.due != nil },
      isDone: { $0.contains("Buy milk") && $0.contains("#home") && $0.contains("tomorrow") }),
    Job(name: "find", keys: "/callEnter") { $0.contains("▌○    call Ben") && !$0.contains("write") },
    Job(
      name: "finish", keys: "Space", isStored: { $0.filter(\.value.isDone).keys.sorted() == ["call Ben"] },
      isDone: { !$0.contains("○    call Ben") && $0.contains("done: “call Ben”") }),
    Job(
      name: "repeat weekly", keys: "r1wEnter", isStored: { $0["call Ben"]?.rule?.rawValue == "FREQ=WEEKLY" },
      isDone: { $0.contains("saved ✓") }),
    Job(
      name: "postpone to tomorrow", keys: "@tomEnter", isStored: { $0["call Ben"]?.due != nil },
      isDone: { $0.contains("call Ben") && $0.contains("tomorrow") }),
    Job(
      name: "block on the next item", keys: "jxkkW",
      isStored: { items in items["call Ben"]?.blockerIDs == items["write"].map { [$0.id] } },
      isDone: { $0.contains("▌◌    call Ben") }),
    Job(name: "arrange: one down", keys: "J", filter: "is:ready sort:manual", isDone: isBelow),
    Job(
      name: "finish all with a tag", keys: "/#teamEnter*Space",
      isStored: { $0.filter(\.value.isDone).keys.sorted() == ["call Ben", "write"] },
      isDone: { $0.contains("No matches") }),
    Job(
      name: "undo", keys: "u", isStored: { $0.values.allSatisfy { $0.priority == .none } },
      isDone: { $0.contains("undone: ") }),
    Job(name: "what now", keys: "fEnter") { $0.contains("docket · agenda") && $0.contains(" No date  3") },
  ]

  /// What the text below the table says.
  nonisolated static let variants = [
    Job(
      name: "add with a date", keys: "aBuy·milk·@tomorrowEnter", isStored: { $0["Buy milk"]?.due != nil },
      isDone: { $0.contains("Buy milk") }),
    Job(name: "arrange in the agenda", keys: "JEnter", filter: "is:ready sort:agenda", isDone: isBelow),
  ]

  private nonisolated static func isBelow(_ screen: String) -> Bool {
    guard let write = screen.firstRange(of: "write"), let call = screen.firstRange(of: "▌○    call Ben") else {
      return false
    }
    return write.lowerBound < call.lowerBound
  }

  private func fixture(_ job: Job) async throws -> ScreenFixture {
    try await ScreenFixture(
      items: [
        NewItem(title: "call Ben", tags: ["team"]), NewItem(title: "write", tags: ["team"]), NewItem(title: "rest"),
      ], width: 80, height: 14, filter: job.filter)
  }

  @Test(arguments: (jobs + variants).indices) func isDoneWithItsKeys(_ index: Int) async throws {
    let job = (Self.jobs + Self.variants)[index]
    let fixture = try await fixture(job)
    if job.name == "undo" {
      await fixture.type("p")
      try await fixture.waitUntil("a change") { $0.contains("saved ✓") }
    }
    await fixture.type(job.typed)
    try await fixture.waitUntil("\(job.name)", job.isDone)
    let items = try await fixture.elsewhere().items()
    #expect(job.isStored(Dictionary(items.map { ($0.title, $0) }) { $1 }), "\(items)")
  }

  @Test func theTableCountsTheKeys() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../Documentation/Comparison.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for job in Self.jobs {
      let row = "| \(job.name) | `\(job.keys)` | \(job.typed.count)"
      #expect(text.contains("\(row) |") || text.contains("\(row), in a list in the manual order |"), "\(row)")
    }
    for job in Self.variants { #expect(text.contains("`\(job.keys)`, \(job.typed.count)"), "\(job.name)") }
  }
}
