import DocketData
import Foundation
import Testing

@Suite("CSV as spreadsheets write it")
struct SpreadsheetTests {
  let exchange = Exchange()

  /// Where the comma is the decimal mark, spreadsheets write semicolons.
  @Test(arguments: [",", ";", "\t"]) func theFirstLineTellsTheSeparator(_ separator: String) async throws {
    let records = [
      ["uid", "Title", "notes", "tags"], ["", "a", "\"1,5; 2\t3\"", "\"x,y\""], ["", "\"b \"\"c\"\"\"", "", "x"],
    ]
    let text = records.map { $0.joined(separator: separator) + "\r\n" }.joined()
    #expect(try await exchange.load(text, .csv).added == 2)
    let items = try await exchange.world.handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.title) == ["a", "b \"c\""] && items.map(\.notes) == ["1,5; 2\t3", ""])
    #expect(items.map(\.tags) == [["x", "y"], ["x"]])
  }

  @Test func anotherSeparatorIsTextInAFieldAndInAName() async throws {
    let report = try await exchange.load("a;b,title\nx,1; 2\t3\n", .csv)
    #expect(report.kept.texts == ["a;b 1"])
    #expect(try await exchange.item().title == "1; 2\t3")
  }

  @Test(arguments: ["done", "Done", "DONE"]) func theCaseOfAStateDoesNotMatter(_ state: String) async throws {
    try await exchange.load("title,state\na,\(state)\n", .csv)
    #expect(try await exchange.item().isDone)
    let json = Exchange()
    try await json.load("[{\"title\":\"a\",\"state\":\"\(state)\"}]", .json)
    #expect(try await json.item().isDone)
  }

  /// What is done already was done then, and not when the file is read again.
  @Test(arguments: [
    ("uid,title,state\n\(uid),a,done\n", InterchangeFormat.csv),
    (#"[{"uid":"\#(uid)","title":"a","state":"done"}]"#, .json),
    (#"[{"uuid":"\#(uid)","description":"a","status":"completed"}]"#, .taskwarrior), ("x a uid:\(uid)\n", .todotxt),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:\(uid)\nSUMMARY:a\nSTATUS:COMPLETED\nEND:VTODO\n", .icalendar),
  ])
  func aDoneItemWithoutADateIsUnchangedTheSecondTime(_ text: String, _ format: InterchangeFormat) async throws {
    try await exchange.load(text, format)
    let report = try await exchange.world.handler().importItems(
      Data(text.utf8), format: format, options: ImportOptions(now: Moment.after(600)))
    #expect(report.unchanged == 1 && report.updated == 0)
    #expect(try await exchange.item().completedAt == Moment.base)
  }

  private static let uid = "11111111-2222-4333-8444-555555555555"
}
