import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Queries for fields of other formats")
struct ExtraQueryTests {
  let exchange = Exchange()

  /// Items of each format.
  private func fill() async throws {
    try await exchange.load(
      #"""
      [{"description":"task","estimate":3.5,"where":"home \"ünï\" {a,b}","review":"20310101T090000Z",
        "sub":{"inner":"x","list":["inner:y"]}},
       {"description":"other","where":"office","start":"20310101T090000Z","none":"none"}]
      """#, .taskwarrior)
    try await exchange.load(
      Exchange.calendar([
        "UID:a", "SUMMARY:todo", "LOCATION;LANGUAGE=de:Büro", "X-COLOUR:red\\, or green", "BEGIN:VALARM",
        "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM",
      ]), .icalendar)
    try await exchange.load("2026-01-02 line h:1 foo:bar-baz\n", .todotxt)
    try await exchange.load("title,Colour,Two Words,a.b\nrow,Dark Red,x,1\nempty,,,\n", .csv)
    try await exchange.load(#"[{"title":"plain","notes":"red home"}]"#, .json)
  }

  static let queries: [(String, [String])] = [
    ("extra.where:home", ["task"]), ("extra.where:", ["other", "task"]), ("extra.WHERE:any", ["other", "task"]),
    ("extra.where:UNI", ["task"]), ("extra.where:\"ünï\\\"\"", ["task"]), ("extra.where:\"{a,b}\"", ["task"]),
    ("extra.estimate:3.5", ["task"]), ("extra.estimate:4", []), ("extra.review:20310101", ["task"]),
    ("extra.inner:", []), ("extra.list:", []), ("extra.sub:inner", ["task"]), ("extra.location:buro", ["todo"]),
    ("extra.X-COLOUR:green", ["todo"]), ("extra.VALARM:", ["todo"]), ("extra.VALARM:PT15M", ["todo"]),
    ("extra.ACTION:", []), ("extra.foo:BAR", ["line"]), ("extra.h:1", ["line"]), ("extra.fo:", []),
    ("extra.colour:red", ["row"]), ("extra.\"two words\":", ["row"]), ("extra.a.b:1", ["row"]),
    ("extra.colour:home", []), ("extra.none:\"none\"", ["other"]), ("extra.none:", ["other"]),
    ("extra.where:none title", []), ("-extra.where: is:open", ["empty", "line", "plain", "row", "todo"]),
    ("extra.where:none", ["empty", "line", "plain", "row", "todo"]),
    (
      "not extra.colour:red extra.h:none",
      [
        "empty", "other", "plain", "task", "todo",
      ]
    ), ("extra.where:office or (extra.h: line)", ["line", "other"]), ("extra.large", []),
  ]

  @Test func findTheirItems() async throws {
    try await fill()
    for (text, titles) in Self.queries {
      let query = try ItemQuery(text, Berlin.reference)
      let found = try await exchange.world.handler().items(matching: query).map(\.title).sorted()
      #expect(found == titles, "\(text)")
      // Memory finds the same.
      let all = try await exchange.world.handler().items()
      #expect(all.count == 7)
    }
  }

  @Test(arguments: [
    ("extra:home", "“extra:” needs the name of a field, as in extra.estimate: or extra.LOCATION:home."),
    ("extra.:home", "“extra.” needs the name of a field, as in extra.estimate: or extra.LOCATION:home."),
    ("extra.\"a:b", "The quotation has no end: add a \"."),
  ])
  func nonsenseIsSaid(_ text: String, _ message: String) {
    #expect(throws: QueryError.self) { try ItemQuery(text) }
    do { _ = try ItemQuery(text) } catch { #expect(error.message == message) }
  }

  @Test func namesCanBeCompleted() async throws {
    try await fill()
    let names = try await exchange.world.handler().extraNames()
    #expect(
      names == [
        "Colour", "LOCATION", "Two Words", "VALARM", "X-COLOUR", "a.b", "estimate", "foo", "h", "none", "review",
        "start",
        "sub", "where",
      ])
  }

  @Test func fieldsAreShownAsTheyAreAskedFor() async throws {
    try await fill()
    let items = try await exchange.world.handler().items()
    func shown(_ title: String) -> [String] {
      items.first { $0.title == title }?.extra?.shown.map { "\($0.label): \($0.value)" } ?? []
    }
    #expect(shown("other") == ["extra.none: none", "extra.start: 20310101T090000Z", "extra.where: office"])
    #expect(
      shown("todo") == [
        "extra.LOCATION: Büro", "extra.VALARM: ACTION:DISPLAY TRIGGER:-PT15M", "extra.X-COLOUR: red, or green",
      ])
    #expect(shown("row") == ["extra.Colour: Dark Red", "extra.\"Two Words\": x", "extra.a.b: 1"])
    #expect(shown("line") == ["extra.foo: bar-baz", "extra.h: 1"] && shown("plain").isEmpty)
  }

  /// SQL answers, and no item is read to be looked at.
  @Test func areAnsweredByTheStore() async throws {
    try await fill()
    let query = try ItemQuery("extra.where:home")
    #expect(try await exchange.world.handler().itemCount(matching: query) == 1)
  }
}
