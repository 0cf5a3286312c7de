import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Fields of other formats in the store")
struct ForeignStoreTests: ForeignWorld {
  let world = World()

  @Test(arguments: [InterchangeFormat.json, .csv])
  func comeBackThroughOurOwnFormats(_ format: InterchangeFormat) async throws {
    _ = try await load(ForeignFile.tasks, .taskwarrior)
    _ = try await load(ForeignFile.calendar.joined(separator: "\r\n") + "\r\n", .icalendar)
    _ = try await load(ForeignFile.lines.joined(separator: "\n") + "\n", .todotxt)
    let file = try await export(format)
    #expect(file.report.leftOut.isEmpty)
    let other = OtherWorld()
    _ = try await other.load(file.text, format)
    #expect(try await other.export(format).text == file.text)
    for format in InterchangeFormat.allCases where format != .json && format != .csv {
      let (mine, theirs) = (try await export(format).text, try await other.export(format).text)
      #expect(theirs == mine)
    }
    #expect(try await load(file.text, format).updated == 0)
  }

  @Test func areCountedWhereTheyHaveNoPlace() async throws {
    _ = try await load(ForeignFile.tasks, .taskwarrior)
    let report = try await export(.todotxt).report
    #expect(report.items == 2)
    #expect(counts(report.leftOut).contains("taskwarrior wait 1") && report.leftOut.count == 5)
    #expect(try await export(.taskwarrior).report.leftOut.isEmpty)
  }

  @Test func comeBackWhenAnImportOrADeletionIsUndone() async throws {
    _ = try await load(ForeignFile.tasks, .taskwarrior)
    let before = try world.snapshot()
    #expect(before.items.allSatisfy { $0.extra != nil })
    _ = try await load(#"[{"uuid":"\#(ForeignFile.full)","description":"full","wait":"","where":"x"}]"#, .taskwarrior)
    let after = try world.snapshot()
    #expect(after != before)
    try await world.handler().undo()
    #expect(try world.snapshot() == before)
    try await world.handler().redo()
    #expect(try world.snapshot() == after)
    try await world.handler().deleteItems(ids: after.items.map(\.id))
    try await world.handler().undo()
    #expect(try world.snapshot() == after)
  }

  @Test func theNextItemOfASeriesHasThemButForWhatIsTrueOfOneOnly() async throws {
    let line = "Water +Home rec:+1w due:2031-05-06 t:2031-05-01 where:garden"
    _ = try await load(line + "\n", .todotxt)
    let next = try await world.handler().completeItems(ids: [item("Water").id], at: Moment.base)
    #expect(try await world.handler().item(id: next[0]).extra?.rawValue == #"{"todotxt":["where:garden"]}"#)
  }

  @Test(arguments: [
    #"{"icalendar":["END:VTODO","X-A:b\r\nEND:VCALENDAR","no colon","BEGIN:VALARM\nX:y","X-B:1\nX-C:2"]}"#,
    #"{"todotxt":["two words","a\nb","x","key:","+"]}"#, #"{"taskwarrior":["x"],"icalendar":{"a":1},"todotxt":7}"#,
    #"{"taskwarrior":{"uuid":"x","description":"evil","status":"deleted","entry":1}}"#,
  ])
  func thatNobodyWroteSoDoNoHarm(_ extra: String) async throws {
    _ = try await load(#"[{"uid":"\#(UUID())","title":"a","extra":\#(extra)}]"#, .json)
    for format in InterchangeFormat.allCases {
      let other = OtherWorld()
      let text = try await export(format).text
      #expect(try await other.load(text, format).added == 1)
      #expect(try await other.world.handler().items().map(\.title) == ["a"])
    }
  }

  // MARK: - Days

  /// Ways in which a due date without a time is said, in Berlin.
  @Test(arguments: [
    (InterchangeFormat.json, "\"due\":\"2031-05-06\""), (.csv, ",2031-05-06,"), (.todotxt, "due:2031-05-06 "),
    (.taskwarrior, "\"due\":\"20310505T220000Z\""), (.icalendar, "DUE;VALUE=DATE:20310506\r\n"),
  ])
  func aDayIsADayInEveryFormat(_ format: InterchangeFormat, _ part: String) async throws {
    _ = try await load("Call due:2031-05-06\n", .todotxt)
    let text = try await export(format).text
    #expect(text.contains(part), "\(text)")
    #expect(!text.contains("23:59") && !text.contains("2359"))
    let other = OtherWorld()
    _ = try await other.load(text, format)
    #expect(try await other.item("Call").due?.rawValue == "2031-05-06")
  }

  /// The last second of a day, said as a moment, is one: where that can be told from a day.
  @Test func aMomentAtTheEndOfADayIsNoDay() async throws {
    _ = try await load(
      "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Call\r\nDUE:20310506T215959Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
      .icalendar)
    #expect(try await item("Call").due?.day == nil)
    for format in [InterchangeFormat.json, .csv, .icalendar] {
      let other = OtherWorld()
      _ = try await other.load(try await export(format).text, format)
      let due = try await item("Call").due
      #expect(try await other.item("Call").due == due)
    }
  }

  /// A series that goes on elsewhere goes on from its first date.
  @Test(arguments: InterchangeFormat.allCases) func theAnchorOfASeriesGoesAlong(
    _ format: InterchangeFormat
  ) async throws {
    let handler = try await world.handler()
    let day = try #require(CalendarDay("2026-01-31"))
    let id = try await handler.newItem(
      NewItem(title: "rent", dueAt: day.end(in: .current), recurrence: Recurrence(.month)))
    let next = try await handler.completeItems(ids: [id], at: day.start(in: .current), calendar: .current)
    #expect(try await handler.item(id: next[0]).anchor == .day(day))
    let other = OtherWorld()
    _ = try await other.load(try await export(format).text, format)
    let item = try #require(try await other.world.handler().items().first { !$0.isDone })
    #expect(item.due?.rawValue == "2026-02-28" && item.anchor == .day(day))
  }
}
