import Foundation
import Testing

@testable import DocketData

@Suite("Recurrences in words")
struct RecurrencePhraseTests {
  private func rule(_ text: String) -> RecurrenceRule? { RecurrencePhrase.rule(of: text, Berlin.reference) }

  private static let meanings = RecurrenceForm.all.flatMap(\.meanings)

  // MARK: - Reading

  @Test(arguments: meanings) func areReadAsTheTableSays(_ text: String, _ meaning: String) {
    #expect(rule(text)?.rawValue == meaning, "\(text)")
    #expect(rule(text.uppercased().replacing(" ", with: "  "))?.rawValue == meaning)
  }

  /// What the table of `Items.md` says can be typed.
  @Test func areReadAsTheDocumentationHasThem() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../Documentation/Items.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("| typed after `every:`") })
    let forms = lines[(heading + 2)...].prefix { $0.hasPrefix("|") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
    #expect(forms.count > 20)
    for form in forms { #expect(rule(form.replacing("…", with: "daily")) != nil, "\(form)") }
    for form in RecurrenceForm.all where !form.typed.isEmpty {
      #expect(!form.meaning.isEmpty)
      #expect(form.typed.contains { typed in forms.contains { $0.hasSuffix(typed) } }, "\(form.typed)")
    }
  }

  @Test func areAllThatIsOffered() {
    for form in RecurrenceForm.all {
      for text in form.typed {
        let whole = form.isEnding ? "daily \(text)" : text
        #expect(rule(whole) != nil, "\(whole)")
        #expect(RecurrencePhrase.help.contains(text))
      }
    }
    #expect(
      RecurrencePhrase.briefHelp == "daily, weekdays, mon,wed, 'after 3 days', 'every 2 weeks', '24 dec', 'last fri'")
  }

  @Test(arguments: [
    ("2weeks", "FREQ=WEEKLY;INTERVAL=2"), ("3m", "FREQ=MONTHLY;INTERVAL=3"), ("d", "FREQ=DAILY"),
    ("Year", "FREQ=YEARLY"),
    ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"), ("RRULE:FREQ=HOURLY", "FREQ=HOURLY"),
    ("by the rule FREQ=HOURLY", "FREQ=HOURLY"), ("freq=weekly", "FREQ=WEEKLY"), (" 2 weeks ", "FREQ=WEEKLY;INTERVAL=2"),
    ("mon,wed until 2027-03-01", "FREQ=WEEKLY;UNTIL=20270301;BYDAY=MO,WE"),
    ("last fri until eoy", "FREQ=MONTHLY;UNTIL=20261231;BYDAY=-1FR"),
    ("daily until tomorrow 17:00", "FREQ=DAILY;UNTIL=20261122T160000Z"),
    ("after 3 days until 1 mar 2027", "FREQ=DAILY;INTERVAL=3;UNTIL=20270301;X-DOCKET-FROM=COMPLETION"),
    ("after a week 4 times", "FREQ=WEEKLY;COUNT=4;X-DOCKET-FROM=COMPLETION"),
    ("every 2 weeks on wed, mon and wed", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
    ("the first and third mon and tue of each month", "FREQ=MONTHLY;BYDAY=1MO,1TU,3MO,3TU"),
    ("monthly on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("last-weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
    ("the last fri of the month, every 2 months", "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR"),
    ("29 feb", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"), ("5 sept", "FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=5"),
    ("2mo", "FREQ=MONTHLY;INTERVAL=2"), ("every 2 yrs", "FREQ=YEARLY;INTERVAL=2"),
    ("tues, weds and thurs", "FREQ=WEEKLY;BYDAY=TU,WE,TH"),
    ("every other fri, until 2027-03-01", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20270301;BYDAY=FR"),
  ])
  func areReadInManyWays(_ text: String, _ meaning: String) { #expect(rule(text)?.rawValue == meaning, "\(text)") }

  @Test(arguments: [
    "", " ", "every", "often", "every on the", "first", "second", "last", "31", "weekly 3 days", "3 times", "0 days",
    "daily 0 times", "until 2027-03-01", "daily until", "daily until 2027-02-30", "daily until fri 3 times", "0th",
    "-1",
    "after", "after mon", "after 3 days on mon", "weekly first mon", "yearly on the 15th", "mon wed every 3",
    "day day 2",
    "15th of every week", "1000000 times", "last last fri fri day", "FREQ=OFTEN", "by the rule daily", "24 dec 2026",
    "every 99999999999999999999 days", "every:day", "after 1000 days", "3 times a week", "\u{1b}[31m", "m,m",
    "every other", "every other fri and every mon", "every mon and every other fri", "every other weekday",
    "every other fri and the first mon", "monthly every other fri",
    "30 feb", "30 and 31 feb", "31 apr", "the 31st of jun 3 times",
  ])
  func areRefusedWhereTheySayTooLittleOrTooMuch(_ text: String) {
    // Saying the same unit twice is no contradiction.
    #expect(rule(text) == nil || text == "m,m", "\(text)")
  }

  @Test func areNotOfAnyLength() throws {
    let days = (1...366).map(String.init).joined(separator: ",")
    let rule = try #require(RecurrenceRule(rawValue: "FREQ=YEARLY;BYYEARDAY=\(days)"))
    #expect(self.rule(rule.words) == rule)
    #expect(self.rule(String(repeating: "mon ", count: 100_000)) == nil)
  }

  @Test func areReadOrRefusedWhateverIsTyped() {
    let seed = RecurrenceDaysTests.seed
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let pieces =
      Self.meanings.flatMap { $0.text.split(separator: " ").map(String.init) } + ["-", "=", "é", "\u{0}", "9"]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0..<7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined(separator: [" ", ",", "-"].randomElement(using: &random) ?? " ")
      guard let read = rule(text) else { continue }
      #expect(rule(read.words) == read, "seed \(seed): \(text) is \(read.rawValue), \(read.words)")
    }
  }

  // MARK: - Saying

  @Test(arguments: [
    ("FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"), ("FREQ=DAILY;COUNT=1", "every day, 1 time in all"),
    ("FREQ=WEEKLY;BYDAY=FR,MO,TH,WE,TU", "every weekday"), ("FREQ=WEEKLY;BYDAY=WE,MO", "every Mon and Wed"),
    ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,TH,FR", "every 2 weeks on Mon, Thu and Fri, weeks from Sun"),
    ("FREQ=WEEKLY;WKST=SU;BYDAY=MO", "every Mon"), ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Fri"),
    ("FREQ=MONTHLY;BYDAY=1MO,3MO;COUNT=4", "every month on the first Mon and the third Mon, 4 times in all"),
    ("FREQ=MONTHLY;BYMONTHDAY=15,1", "every month on the 1st and 15th"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
    ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "every month on every Fri on the 13th"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last weekday"),
    ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;UNTIL=20301224", "every year on the 24th of Dec, until 2030-12-24"),
    ("FREQ=YEARLY;BYMONTH=3,9;BYDAY=1MO", "every year on the first Mon in Mar and Sep"),
    ("FREQ=YEARLY;BYYEARDAY=100,-1", "every year on the 100th and last day of the year"),
    ("FREQ=DAILY;UNTIL=20270301T160000Z", "every day, until 2027-03-01 16:00:00 UTC"),
    ("FREQ=DAILY;INTERVAL=3;X-DOCKET-FROM=COMPLETION", "3 days after completion"),
    ("FREQ=MONTHLY;COUNT=2;X-DOCKET-FROM=COMPLETION", "1 month after completion, 2 times in all"),
    ("FREQ=HOURLY", "by the rule FREQ=HOURLY"), ("FREQ=YEARLY;BYMONTHDAY=1", "by the rule FREQ=YEARLY;BYMONTHDAY=1"),
    ("FREQ=DAILY;UNTIL=20270301T160000", "by the rule FREQ=DAILY;UNTIL=20270301T160000"),
    ("FREQ=YEARLY;RSCALE=CHINESE", "by the rule FREQ=YEARLY;RSCALE=CHINESE"),
  ])
  func areSaidInPlainEnglish(_ text: String, _ words: String) throws {
    #expect(try #require(RecurrenceRule(rawValue: text)).words == words)
  }

  /// Any rule, in whatever order another program writes its parts.
  @Test func areReadAsTheSameRuleAgain() throws {
    let seed = RecurrenceDaysTests.seed
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      var parts = RecurrenceDaysTests.rule(&random).split(separator: ";").map(String.init).shuffled(using: &random)
      if !parts.contains(where: { $0.hasPrefix("COUNT") }), Int.random(in: 0..<3, using: &random) == 0 {
        let day = Int.random(in: 10..<29, using: &random)
        parts.append("UNTIL=203001\(day)" + (Bool.random(using: &random) ? "T1700\(day)Z" : ""))
      }
      guard let rule = RecurrenceRule(rawValue: parts.joined(separator: ";")),
        let meaning = RecurrenceParts(rule.rawValue)?.normalized
      else { continue }
      let comment: Comment = "seed \(seed): \(rule.rawValue) is \(rule.words)"
      for text in [rule.words, rule.typed, rule.text, meaning.text] {
        let read = try #require(self.rule(text), comment)
        #expect(RecurrenceParts(read.rawValue)?.normalized == meaning, comment)
      }
      let isOfEachMonth =
        meaning.frequency == .yearly && meaning.numbers[.monthDay] != nil && meaning.numbers[.month] == nil
      #expect(rule.words.contains("by the rule") == (isOfEachMonth || !meaning.hasPossibleDay), comment)
    }
  }

  /// What is left out because it changes nothing changes nothing.
  @Test func haveTheSameDaysInTheirOneWayOfWriting() throws {
    let seed = RecurrenceDaysTests.seed
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let start = try #require(CalendarDay(year: 2026, month: 1, day: 15))
    for _ in 0..<300 {
      let text = RecurrenceDaysTests.rule(&random)
      guard let parts = RecurrenceParts(text), let same = RecurrenceParts(parts.normalized.text) else { continue }
      guard var days = RecurrenceDays(parts, from: start), var others = RecurrenceDays(same, from: start) else {
        continue
      }
      for _ in 0..<8 { #expect(days.next() == others.next(), "seed \(seed): \(text)") }
    }
  }
}

@Suite("Recurrences that are reckoned from completion")
struct AfterCompletionTests {
  private let calendar = Berlin.reference.calendar

  private func next(_ phrase: String, _ last: Due, anchor: Due? = nil, done: String) throws -> String? {
    try #require(RecurrencePhrase.rule(of: phrase, Berlin.reference))
      .due(following: last, anchor: anchor, after: Drawer.date(done), calendar: calendar)?.rawValue
  }

  private func day(_ text: String) throws -> Due { .day(try #require(CalendarDay(text))) }

  @Test func countFromTheDayOnWhichTheItemWasDone() throws {
    #expect(try next("after 3 days", day("2026-11-10"), done: "2026-11-21 23:59") == "2026-11-24")
    // Also if it was done early.
    #expect(try next("after 3 days", day("2026-12-10"), done: "2026-11-21 00:00") == "2026-11-24")
    #expect(try next("after 1 month", day("2026-12-31"), done: "2027-01-31 08:00") == "2027-02-28")
    #expect(
      try next("after 2 weeks", day("2026-11-10"), anchor: day("2026-01-01"), done: "2026-11-21 12:00") == "2026-12-05")
  }

  @Test func keepTheTimeOfDayWhateverTheClocks() throws {
    let due = Due.moment(Drawer.date("2026-10-20 17:00"))
    #expect(try next("after 5 days", due, done: "2026-10-22 20:00") == "2026-10-27T16:00:00.000Z")
  }

  @Test func endWithTheirLastDay() throws {
    let phrase = "after 3 days until 2026-11-24"
    #expect(try next(phrase, day("2026-11-20"), done: "2026-11-21 12:00") == "2026-11-24")
    #expect(try next(phrase, day("2026-11-20"), done: "2026-11-22 12:00") == nil)
  }

  @Test func haveOneLessToGoWithEachItem() async throws {
    let handler = try await World().handler()
    var item = NewItem(title: "filter", rule: RecurrencePhrase.rule(of: "after 10 days 3 times", Berlin.reference))
    item.due = try day("2026-11-20")
    var (id, dates) = (try await handler.newItem(item), [String?]())
    for done in ["2026-11-21 12:00", "2026-12-05 12:00", "2026-12-06 12:00"] {
      guard let next = try await handler.completeItems(ids: [id], at: Drawer.date(done), calendar: calendar).first
      else {
        break
      }
      id = next
      dates.append(try await handler.item(id: id).due?.rawValue)
    }
    #expect(dates == ["2026-12-01", "2026-12-15"])
    #expect(try await handler.item(id: id).rule == nil, "the third one was the last")
  }

  /// Two machines that don't know of each other complete the same item on different days.
  @Test func haveOneNextItemOnAllMachines() async throws {
    let uid = UUID.random()
    var found: Set<UUID> = []
    for done in ["2026-11-21 12:00", "2026-11-24 12:00"] {
      let handler = try await World().handler()
      let id = try await handler.newItem(
        NewItem(title: "plants", uid: uid, rule: RecurrencePhrase.rule(of: "after 3 days", Berlin.reference)))
      let next = try await handler.completeItems(ids: [id], at: Drawer.date(done), calendar: calendar)
      found.insert(try await handler.item(id: try #require(next.first)).uid)
    }
    #expect(found.count == 1)
  }
}
