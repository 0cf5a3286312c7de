import DocketData
import Foundation
import Testing

@Suite("Days and notes in Taskwarrior")
struct TaskwarriorSpellingTests {
  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static func clock(_ hours: Int) -> Calendar {
    var calendar = utc
    calendar.timeZone = TimeZone(secondsFromGMT: hours * 3_600) ?? .gmt
    return calendar
  }

  @Test(arguments: [-12, -8, 0, 1, 9, 14]) func aDayIsTheSameDayInEveryTimeZone(_ hours: Int) async throws {
    let (here, there) = (Exchange(), Exchange(in: Self.clock(hours)))
    try await here.load("2026-01-02 Call due:2031-05-06\n", .todotxt)
    let file = try await here.export(.taskwarrior)
    #expect(file.contains(#""due":"20310505T220000Z""#))
    try await there.load(file, .taskwarrior)
    #expect(try await there.item().due?.rawValue == "2031-05-06")
    #expect(try await there.load(file, .taskwarrior).unchanged == 1)
    // And back again, after another program has read it there.
    #expect(try await here.load(there.export(.taskwarrior), .taskwarrior).unchanged == 1)
    #expect(try await here.item().due?.rawValue == "2031-05-06")
  }

  /// Taskwarrior keeps our attribute when it sets another date.
  @Test(arguments: [
    ("20310506T220000Z", "2031-05-07"), ("20310506T080000Z", "2031-05-06T08:00:00.000Z"),
    ("20310505T210000Z", "2031-05-05T21:00:00.000Z"), ("", nil),
  ])
  func aDateThatWasSetThereCounts(_ due: String, _ text: String?) async throws {
    let exchange = Exchange()
    try await exchange.load("2026-01-02 Call due:2031-05-06\n", .todotxt)
    let file = try await exchange.export(.taskwarrior)
    try await exchange.load(file.replacing(#""due":"20310505T220000Z""#, with: #""due":"\#(due)""#), .taskwarrior)
    #expect(try await exchange.item().due?.rawValue == text)
  }

  /// Its first moment and its last second are how Taskwarrior says a day.
  @Test(arguments: ["2031-05-05T22:00:00.000Z", "2031-05-06T21:59:59.000Z"])
  func aMomentThatLooksLikeADayStaysAMoment(_ due: String) async throws {
    let (here, there) = (Exchange(), Exchange())
    try await here.load(#"[{"title":"a","due":"\#(due)"}]"#, .json)
    let file = try await here.export(.taskwarrior)
    try await there.load(file, .taskwarrior)
    #expect(try await there.item().due?.rawValue == due)
    #expect(try await there.load(file, .taskwarrior).unchanged == 1)
    #expect(try await there.export(.taskwarrior) == file)
  }

  /// A task that came from there is given back with the attributes that it had.
  @Test func aDayOfItsOwnGetsNoAttributeOfOurs() async throws {
    let exchange = Exchange()
    try await exchange.load(#"[{"description":"a","due":"20310505T220000Z","status":"pending"}]"#, .taskwarrior)
    #expect(try await exchange.item().due?.rawValue == "2031-05-06")
    let task = try #require(try await exchange.tasks().first)
    #expect(task["due"] == "20310505T220000Z" as NSString && task["docketdue"] == nil)
    try await exchange.change(ItemChanges(due: .value(try #require(CalendarDay("2031-05-09")).end(in: .current))))
    #expect(try await exchange.export(.taskwarrior).contains("docketdue"))
  }

  // MARK: - Notes

  private static let annotations = [
    ["entry": "20201103T080000Z", "description": "first"],
    ["entry": "20201104T080000Z", "description": "second\nmore"],
  ]

  private func annotated() async throws -> Exchange {
    let exchange = Exchange()
    let text = #"""
      [{"uuid":"11111111-2222-4333-8444-555555555551","description":"a","entry":"20201101T080000Z","annotations":[
      {"entry":"20201103T080000Z","description":"first"},{"entry":"20201104T080000Z","description":"second\nmore"}]}]
      """#
    try await exchange.load(text, .taskwarrior)
    return exchange
  }

  /// Notes, how many of the annotations stay, and what the new one says.
  @Test(arguments: [
    ("first\nsecond\nmore\nthird\nfourth", 2, "third\nfourth"), ("first\nchanged", 1, "changed"), ("first", 1, nil),
    ("firstly", 0, "firstly"), ("", 0, nil),
  ])
  func furtherNotesLeaveTheAnnotationsTheirDates(_ notes: String, _ count: Int, _ new: String?) async throws {
    let exchange = try await annotated()
    try await exchange.change(ItemChanges(notes: notes))
    let modified = try await exchange.tasks().first?["modified"] as? String ?? ""
    let entry = try await exchange.tasks().first?["entry"] as? String ?? ""
    let added = new.map { ["entry": count == 0 ? entry : modified, "description": $0] }
    let written = try await exchange.tasks().first?["annotations"] as? [[String: String]] ?? []
    #expect(written == Self.annotations.prefix(count) + [added].compactMap(\.self))
    try await exchange.load(exchange.export(.taskwarrior), .taskwarrior)
    #expect(try await exchange.item().notes == notes)
  }
}
