import DocketData
import Foundation
import Testing

@Suite("Tags and lists in another case")
struct NameSpellingTests {
  let exchange = Exchange()

  @Test func comeBackToTaskwarrior() async throws {
    let text = #"""
      [{"uuid":"11111111-2222-4333-8444-555555555551","description":"a","project":"Home","tags":["Work","ops"]},
      {"uuid":"11111111-2222-4333-8444-555555555552","description":"b","project":"home","tags":["work"]},
      {"uuid":"11111111-2222-4333-8444-555555555553","description":"c","project":" HOME","tags":["OPS","ops","b"]}]
      """#
    let report = try await exchange.load(text, .taskwarrior)
    #expect(report.kept.isEmpty)
    #expect(try await exchange.world.handler().items().map(\.list) == ["Home", "Home", "Home"])
    let tasks = try await exchange.tasks()
    #expect(tasks.map { $0["project"] as? String } == ["Home", "home", " HOME"])
    #expect(tasks.map { $0["tags"] as? [String] } == [["Work", "ops"], ["work"], ["OPS", "ops", "b"]])
    #expect(try await exchange.load(text, .taskwarrior).unchanged == 3)
    try await exchange.change(ItemChanges(list: .value("Other"), addedTags: ["new"]))
    let changed = try await exchange.tasks()
    #expect(changed.map { $0["project"] as? String } == ["Other", "Other", "Other"])
    let tags = [["Work", "ops", "new"], ["Work", "new"], ["ops", "b", "new"]]
    #expect(changed.map { $0["tags"] as? [String] } == tags)
  }

  @Test func comeBackToICalendar() async throws {
    let text = Exchange.calendar(
      ["UID:a", "SUMMARY:a", "CATEGORIES:Work,ops", "X-DOCKET-LIST:Home"],
      ["UID:b", "SUMMARY:b", "CATEGORIES:work", "X-DOCKET-LIST:home"],
      ["UID:c", "SUMMARY:c", "CATEGORIES:OPS,two words"])
    #expect(try await exchange.load(text, .icalendar).kept.isEmpty)
    let names = { (lines: [String]) in
      lines.filter { $0.hasPrefix("CATEGORIES") || $0.hasPrefix("X-DOCKET-LIST") }.sorted()
    }
    #expect(try await names(exchange.calendarLines()) == names(text.components(separatedBy: "\r\n")))
    #expect(try await exchange.load(text, .icalendar).unchanged == 3)
    try await exchange.change(ItemChanges(list: Replacement.none, tags: ["new"]))
    #expect(try await names(exchange.calendarLines()) == Array(repeating: "CATEGORIES:new", count: 3))
  }

  @Test func comeBackToTodoTxt() async throws {
    let lines = [
      "2026-01-02 a +Home +A @Work", "2026-01-02 b +home +a @work", "2026-01-02 c +HOME @home @Home",
      "2026-01-02 d +New +new",
    ]
    #expect(try await exchange.load(lines.joined(separator: "\n") + "\n", .todotxt).kept.isEmpty)
    #expect(try await exchange.todoLines() == lines)
    let file = try await exchange.export(.todotxt)
    #expect(try await exchange.load(file, .todotxt).unchanged == 4)
    try await exchange.change(ItemChanges(list: .value("L"), tags: ["t"]))
    #expect(try await exchange.todoLines() == ["a", "b", "c", "d"].map { "2026-01-02 \($0) +L @t" })
  }

  /// A file that says the names as they are stored takes the other spelling away.
  @Test func areForgottenWhenTheFileHasTheStoredOnes() async throws {
    let uid = UUID()
    try await exchange.world.handler().newItem(NewItem(title: "a", uid: uid, tags: ["Work"], list: "Home"))
    let files: [(InterchangeFormat, (String, String) -> String)] = [
      (.todotxt, { "a +\($0) @\($1) uid:\(uid)\n" }),
      (.taskwarrior, { #"[{"uuid":"\#(uid)","description":"a","project":"\#($0)","tags":["\#($1)"]}]"# }),
      (
        .icalendar,
        { Exchange.calendar(["UID:\(uid.uuidString)", "SUMMARY:a", "X-DOCKET-LIST:\($0)", "CATEGORIES:\($1)"]) }
      ),
    ]
    for (format, file) in files {
      for names in [("home", "work"), ("Home", "Work")] {
        try await exchange.load(file(names.0, names.1), format)
        let text = try await exchange.export(format)
        #expect(text.contains(names.0) && text.contains(names.1), "\(text)")
      }
    }
    #expect(try await exchange.item().extra?.rawValue == #"{"todotxt":["created:"]}"#)
  }
}
