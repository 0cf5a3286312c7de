import Foundation
import Testing

@testable import DocketData

@Suite("CSV with any columns")
struct ForeignColumnTests {
  let exchange = Exchange()

  @Test func aColumnOfOthersIsKeptAndWrittenAgain() async throws {
    let text = "uid,title,Colour,Size (cm),,Colour\n,a,red,\"1,5\",x,blue\n,b,,,,\n"
    let report = try await exchange.load(text, .csv)
    #expect(report.kept.texts == ["Colour 1", "Colour (2) 1", "Size (cm) 1", "column 5 1"])
    let lines = try await exchange.export(.csv).components(separatedBy: "\r\n")
    #expect(lines[0].hasSuffix(",start,blockers,Colour,Colour (2),Size (cm),column 5"))
    #expect(lines[1].hasSuffix(",red,blue,\"1,5\",x") && lines[2].hasSuffix(",,,,"))
    // Again it changes nothing, and elsewhere it is the same.
    let file = try await exchange.export(.csv)
    #expect(try await exchange.load(file, .csv).unchanged == 2)
    let other = Exchange()
    try await other.load(file, .csv)
    #expect(try await other.export(.json) == exchange.export(.json))
    // An empty field clears a value.
    try await exchange.load(file.replacing("red", with: ""), .csv)
    #expect(try await exchange.export(.json).contains("red") == false)
    #expect(try await exchange.report(of: .icalendar).leftOut.texts.contains("csv Size (cm) 1"))
  }

  /// Headings, a record, and what the item has then as JSON.
  @Test(arguments: [
    (
      "Task,Deadline,Labels,Project,Details,Status", "a,2026-12-24,\"x,y\",P,n,Done",
      ["title": "a", "due": "2026-12-24", "list": "P", "notes": "n", "state": "done"]
    ),
    (
      "Name,Due Date,Priority,Completed", "a,24 dec 2026,urgent,no",
      ["title": "a", "due": "2026-12-24", "priority": "high", "state": "open"]
    ),
    (
      "Summary,Description,Start Date,Repeat", "a,n,2026-12-24,weekly",
      ["title": "a", "notes": "n", "start": "2026-12-24", "recurrence": "week"]
    ),
    ("Description,due_on", "a,2026-12-24 10:00", ["title": "a", "due": "2026-12-24T09:00:00.000Z"]),
    ("\u{feff}TITLE,Task,Done", "a,b,yes", ["title": "a", "state": "done"]),
  ])
  func usualNamesAreUnderstood(_ head: String, _ record: String, _ values: [String: String]) async throws {
    try await exchange.load("\(head)\n\(record)\n", .csv)
    let written = try await exchange.export(.json)
    let items = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [[String: NSObject]]
    for (name, value) in values { #expect(items?.first?[name] == value as NSString, "\(name)") }
    #expect(try await exchange.load(exchange.export(.csv), .csv).unchanged == 1)
  }

  @Test func whatBecameOfEachColumnIsSaid() async throws {
    let report = try await exchange.load("Task,Deadline,Size,Name\na,,1,x\n", .csv)
    #expect(
      report.columns == [
        ColumnUse(heading: "Task", column: "title"), ColumnUse(heading: "Deadline", column: "due"),
        ColumnUse(heading: "Size", column: nil), ColumnUse(heading: "Name", column: nil),
      ])
  }

  /// Until the item says something else.
  @Test func aWordThatSaysMoreIsKept() async throws {
    try await exchange.load("Task,Status,Priority\na,In Progress,Urgent\n", .csv)
    let item = try await exchange.item()
    #expect(!item.isDone && item.priority == .high)
    #expect(try await exchange.export(.csv).contains(",Urgent,In Progress\r\n"))
    try await exchange.world.handler().completeItems(ids: [item.id], at: Moment.base)
    try await exchange.change(ItemChanges(priority: .low))
    let file = try await exchange.export(.csv)
    #expect(!file.contains("Urgent") && !file.contains("In Progress"))
  }

  @Test(arguments: [
    ("Task,Deadline\na,someday\n", "“someday” isn't a value of the column “due”"),
    ("Task,Priority\na,whatever\n", "“whatever” isn't a value of the column “priority”"),
    ("Colour,Size\nred,1\n", "The first line must name the columns"),
  ])
  func nonsenseIsOneErrorAndNothingElse(_ text: String, _ message: String) async throws {
    let error = await #expect(throws: InterchangeError.self) { try await exchange.load(text, .csv) }
    #expect(error?.message.hasPrefix(message) == true)
    #expect(try exchange.world.snapshot().items.isEmpty)
  }

  /// A heading can't pass for one of our columns.
  @Test func aKeptHeadingOfOursStaysInItsPlace() async throws {
    try await exchange.load(#"[{"title":"a","extra":{"csv":{"Title":"x"," b":"y","c":"z"}}}]"#, .json)
    let file = try await exchange.export(.csv)
    #expect(file.components(separatedBy: "\r\n")[0].hasSuffix(",start,blockers,c"))
    let other = Exchange()
    try await other.load(file, .csv)
    #expect(try await other.export(.json) == exchange.export(.json))
  }
}
