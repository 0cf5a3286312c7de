import Foundation
import Testing

@testable import DocketData

@Suite("Recurrence rules")
struct RecurrenceRuleTests {
  @Test func sayWhatIntervalsSay() throws {
    for unit in Recurrence.Unit.allCases {
      for interval in [1, 2, 10, Recurrence.maxInterval] {
        let recurrence = try #require(Recurrence(every: interval, unit))
        let rule = RecurrenceRule(recurrence)
        #expect(RecurrenceRule(rawValue: rule.rawValue) == rule && rule.recurrence == recurrence)
        #expect(RecurrenceRule(rawValue: recurrence.rawValue) == rule)
        #expect(rule.text == recurrence.rawValue && rule.words == recurrence.words)
      }
    }
  }

  /// One text for one meaning, so that two machines write the same.
  @Test(
    arguments: [
      ("freq=weekly", "FREQ=WEEKLY"), ("INTERVAL=2;FREQ=DAILY", "FREQ=DAILY;INTERVAL=2"),
      ("FREQ=MONTHLY;INTERVAL=1", "FREQ=MONTHLY"), ("FREQ=WEEKLY;WKST=SU", "FREQ=WEEKLY"),
      ("FREQ=YEARLY;INTERVAL=03", "FREQ=YEARLY;INTERVAL=3"), ("2Weeks", "FREQ=WEEKLY;INTERVAL=2"),
    ]) func thatAreIntervalsAreWrittenInOneWay(_ text: String, _ stored: String)
  {
    #expect(RecurrenceRule(rawValue: text)?.rawValue == stored)
  }

  @Test(
    arguments: [
      "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;COUNT=3",
      "FREQ=DAILY;UNTIL=20261224", "FREQ=DAILY;UNTIL=20261224T170000Z", "FREQ=YEARLY;BYMONTH=1;BYDAY=+1SU",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=HOURLY",
      "FREQ=DAILY;INTERVAL=1000", "freq=weekly;byday=mo", "FREQ=YEARLY;RSCALE=CHINESE;SKIP=FORWARD",
      "FREQ=MINUTELY;BYSECOND=0,30;BYMINUTE=1;BYHOUR=23", "FREQ=YEARLY;BYYEARDAY=-366",
      "FREQ=DAILY;INTERVAL=3;X-DOCKET-FROM=COMPLETION", "FREQ=WEEKLY;COUNT=2;X-DOCKET-FROM=COMPLETION",
    ]) func thatSayMoreAreKeptAsTheyAre(_ text: String) throws
  {
    let rule = try #require(RecurrenceRule(rawValue: text))
    #expect(rule.rawValue == text && rule.text == text && rule.recurrence == nil)
  }

  @Test(
    arguments: [
      "", "FREQ", "FREQ=", "FREQ=OFTEN", "INTERVAL=2", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1",
      "FREQ=DAILY;INTERVAL=+1", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=1;UNTIL=20261224",
      "FREQ=DAILY;UNTIL=20261324", "FREQ=DAILY;UNTIL=tomorrow", "FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY;BYDAY=MO,,TU",
      "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=XX", "FREQ=MONTHLY;BYDAY=54MO", "FREQ=WEEKLY;BYMONTHDAY=1",
      "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYWEEKNO=1", "FREQ=DAILY;BYYEARDAY=1",
      "FREQ=MONTHLY;BYSETPOS=1", "FREQ=YEARLY;BYMONTH=13", "FREQ=DAILY;BYHOUR=24", "FREQ=DAILY;X=1", "every day",
      "FREQ=DAILY;X-DOCKET-FROM=", "FREQ=DAILY;X-DOCKET-FROM=START", "FREQ=HOURLY;X-DOCKET-FROM=COMPLETION",
      "FREQ=WEEKLY;BYDAY=MO;X-DOCKET-FROM=COMPLETION", "FREQ=DAILY;INTERVAL=1000;X-DOCKET-FROM=COMPLETION",
      "FREQ=WEEKLY;ıNTERVAL=2", "FREQ=DAILY\nX:1", "FREQ=DAILY;INTERVAL=99999999999999999999",
    ]) func thatAreNoneAreRefused(_ text: String)
  {
    #expect(RecurrenceRule(rawValue: text) == nil)
  }
}
