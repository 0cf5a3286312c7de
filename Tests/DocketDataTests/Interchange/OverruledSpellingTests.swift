import DocketData
import Foundation
import Testing

@Suite("A spelling that was kept and that a file then says in the plain way")
struct OverruledSpellingTests {
  private static let uid = "11111111-2222-4333-8444-555555555551"

  let exchange = Exchange()

  /// Lines of a VTODO, those that take their place, and the beginnings of those that are gone afterwards.
  static let lines: [([String], [String], String)] = [
    (["STATUS:IN-PROCESS"], ["STATUS:NEEDS-ACTION"], "STATUS:IN-PROCESS"),
    (
      ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"], ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"], "PERCENT-COMPLETE:40"
    ),
    (["PRIORITY:3"], ["PRIORITY:1"], "PRIORITY:3"),
    (["CATEGORIES:one,two words"], ["CATEGORIES:one,two-words"], "CATEGORIES:one,two words"),
    (["SUMMARY;LANGUAGE=en:a"], ["SUMMARY:a"], "SUMMARY;"),
    (["RRULE:FREQ=WEEKLY;INTERVAL=1"], ["RRULE:FREQ=WEEKLY"], "RRULE:FREQ=WEEKLY;"),
    (["DUE;TZID=Europe/Berlin:20310106T090000"], ["DUE:20310106T080000Z"], "DUE;"),
  ]

  @Test(arguments: lines) func isNotWrittenByICalendar(
    _ first: [String], _ second: [String], _ gone: String
  ) async throws {
    let head = ["UID:\(Self.uid)", "SUMMARY:a"]
    try await exchange.load(Exchange.calendar(head + first), .icalendar)
    #expect(try await exchange.calendarLines().contains { $0.hasPrefix(gone) })
    let report = try await exchange.load(Exchange.calendar(head + second), .icalendar)
    #expect(report.updated == 1 && report.kept.isEmpty)
    // Not when the item is open again either.
    for reopens in [false, true] {
      let id = try await exchange.item().id
      if reopens { try await exchange.world.handler().reopenItems(ids: [id]) }
      let lines = try await exchange.calendarLines()
      #expect(!lines.contains { $0.hasPrefix(gone) })
    }
    #expect(try await exchange.item().extra == nil)
  }

  private func task(_ members: String) -> String { #"[{"uuid":"\#(Self.uid)","description":"a",\#(members)}]"# }

  static let members: [(String, String, String)] = [
    (#""status":"waiting""#, #""status":"pending""#, "status"), (#""priority":"X""#, #""priority":"H""#, "priority"),
    (#""due":"20310106T225959Z""#, #""due":"20310106T100000Z""#, "due"),
    (
      #""entry":"20261101T080000Z","annotations":[{"entry":"20261103T080000Z","description":"n"}]"#,
      #""entry":"20261101T080000Z","annotations":[{"entry":"20261101T080000Z","description":"n"}]"#, "annotations"
    ),
  ]

  @Test(arguments: members) func isNotWrittenByTaskwarrior(
    _ first: String, _ second: String, _ name: String
  ) async throws {
    try await exchange.load(task(first), .taskwarrior)
    #expect(try await exchange.item().extra?.rawValue.contains("\"\(name)\"") == true)
    #expect(try await exchange.load(task(second), .taskwarrior).updated == 1)
    #expect(try await exchange.item().extra == nil)
    try await exchange.change(ItemChanges(priority: Priority.none))
    #expect(try await exchange.tasks().first?["priority"] == nil)
  }

  static let words: [(String, String, String)] = [
    ("a", "2026-01-02 a", "2026-01-02 a"), ("2026-01-02 a", "2025-01-02 a", "2025-01-02 a"),
    ("a created:2025-01-01", "2026-01-02 a created:2025-01-01", "2026-01-02 a created:2025-01-01"),
    ("(D) 2026-01-02 a", "(C) 2026-01-02 a", "(C) 2026-01-02 a"),
    ("a rec:+1m", "a rec:1m", "a rec:1m"), ("a +B +C", "a +B @C", "a +B @C"),
    ("a due:tomorrow", "a due:2031-05-06", "a due:2031-05-06"),
  ]

  @Test(arguments: words) func isNotWrittenByTodoTxt(_ first: String, _ second: String, _ line: String) async throws {
    try await exchange.load("\(first) uid:\(Self.uid)\n", .todotxt)
    #expect(try await exchange.todoLines() == [first])
    #expect(try await exchange.load("\(second) uid:\(Self.uid)\n", .todotxt).updated == 1)
    #expect(try await exchange.todoLines() == [line])
    try await exchange.change(ItemChanges(due: Replacement.none))
    let lines = try await exchange.todoLines()
    #expect(!lines[0].contains("due:"))
  }

  /// What is written plainly because it became something else here was no news from the file.
  @Test func staysIfTheFileOnlyRepeatsWhatWasChangedHere() async throws {
    try await exchange.load("(D) 2026-01-02 a uid:\(Self.uid)\n", .todotxt)
    try await exchange.change(ItemChanges(priority: .high))
    let file = try await exchange.export(.todotxt)
    #expect(file.hasPrefix("(A)"))
    #expect(try await exchange.load(file, .todotxt).unchanged == 1)
    try await exchange.world.handler().undo()
    #expect(try await exchange.todoLines() == ["(D) 2026-01-02 a"])
  }
}
