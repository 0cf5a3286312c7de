import DocketData
import Foundation
import Testing

@Suite("Dates such as 12/24")
struct SlashDateTests {
  private func date(_ text: String, _ rule: SlashDates) -> String? {
    let reference = DateReference(now: Berlin.reference.now, calendar: Berlin.reference.calendar, slashDates: rule)
    return DatePhrase.span(of: text, reference).map { String(Berlin.text($0.start).prefix(10)) }
  }

  @Test(
    arguments: [
      ("12/24", "2026-12-24", nil), ("24/12", nil, "2026-12-24"), ("3/4", "2027-03-04", "2027-04-03"),
      ("11/21", "2026-11-21", nil), ("2/29", "2028-02-29", nil), ("12/24/2030", "2030-12-24", nil),
      ("1/2/2027", "2027-01-02", "2027-02-01"), ("13/13", nil, nil), ("12/", nil, nil), ("/12", nil, nil),
      ("1/2/3", nil, nil), ("0/1", nil, nil),
    ] as [(String, String?, String?)])
  func areWhatThePersonHasSet(_ text: String, _ monthFirst: String?, _ dayFirst: String?) {
    #expect(date(text, .monthFirst) == monthFirst)
    #expect(date(text, .dayFirst) == dayFirst)
    #expect(date(text, .off) == nil)
  }

  @Test func haveATimeAndAreUsedInQueries() throws {
    let span = try #require(DatePhrase.span(of: "12/24 17:00", Berlin.reference))
    #expect(Berlin.text(span.start) == "2026-12-24 17:00")
    #expect(try ItemQuery("due:<12/24", Berlin.reference).terms.count == 1)
  }
}
