import DocketData
import Foundation
import Testing

@Suite("Quick add")
struct QuickAddTests {
  private func read(_ line: String) -> QuickAdd { QuickAdd(line, Berlin.reference) }

  @Test func everythingAtOnce() {
    let item = read("Buy milk #home !high @tomorrow >Groceries every:week")
    #expect(item.title == "Buy milk" && item.tags == ["home"] && item.priority == .high && item.list == "Groceries")
    #expect(item.dueAt.map(Berlin.text) == "2026-11-22 23:59" && item.recurrence?.rawValue == "week")
    #expect(item.tokens.map(\.range) == [9..<14, 15..<20, 21..<30, 31..<41, 42..<52])
  }

  @Test(arguments: [
    ("#home Buy milk", "Buy milk"), ("Buy #home milk", "Buy milk"), ("Buy  two   #x  spaces", "Buy  two   spaces"),
    ("Call @fri Zoë", "Call Zoë"), ("a > b", "a > b"), ("C# and F#", "C# and F#"), ("wow !!! wow", "wow !!! wow"),
    ("mail bob@example.org", "mail bob@example.org"), ("@nobody here", "@nobody here"), ("every:thing", "every:thing"),
    (##"\#1 \@home \!high \>x \every:day \\x"##, ##"#1 @home !high >x every:day \x"##),
    (##"C:\dir \n"##, ##"C:\dir \n"##),
    ("#a,b", ""), ("#,", "#,"), ("x #-w", "x #-w"), ("x #a,-w", "x #a,-w"), ("#a-w x", "x"), ("  ", ""), ("#home", ""),
    (">\"My list\" x", "x"), (">\"no end", "\"no end"),
  ])
  func theRestIsTheTitle(_ line: String, _ title: String) {
    #expect(read(line).title == title || line == ">\"no end")
    #expect(read(line).newItem().title == read(line).title)
  }

  @Test(arguments: [
    ("x @24 dec y", "2026-12-24 23:59", 2..<9), ("x @next mon 5:30 pm y", "2026-11-23 17:30", 2..<19),
    ("@fri 5 eggs", "2026-11-27 23:59", 0..<4), ("@\"24 dec 8:00\" y", "2026-12-24 08:00", 0..<14),
    ("@\"fri 5\" eggs", "2026-11-27 05:00", 0..<8), ("@next fri 9 lives", "2026-11-27 23:59", 0..<9),
    ("@end of month at 9 x", "2026-11-30 09:00", 0..<18), ("@in 3 hours x", "2026-11-21 17:30", 0..<11),
    ("@5pm sat nav", "2026-11-21 17:00", 0..<4), ("@\"5pm sun\" x", "2026-11-22 17:00", 0..<10),
    ("@the 24th of dec x", "2026-12-24 23:59", 0..<16), ("@24. dec x", "2026-12-24 23:59", 0..<8),
    ("@17:00", "2026-11-21 17:00", 0..<6), ("@+3d at noon", "2026-11-24 12:00", 0..<12),
  ])
  func datesTakeAsManyWordsAsMakeOne(_ line: String, _ date: String, _ range: Range<Int>) {
    #expect(read(line).dueAt.map(Berlin.text) == date)
    #expect(read(line).tokens.map(\.range) == [range])
  }

  @Test(arguments: [
    ("x ~mon y", "2026-11-23 00:00", "x y"), ("~next mon 9:00 y", "2026-11-23 09:00", "y"),
    ("~2026-12-24 x", "2026-12-24 00:00", "x"), ("~+3d x", "2026-11-24 00:00", "x"),
    ("x ~\"24 dec\"", "2026-12-24 00:00", "x"), ("~mon ~tonight x", "2026-11-21 20:00", "x"),
  ])
  func aTildeIsAStartDate(_ line: String, _ start: String, _ title: String) {
    let item = read(line)
    #expect(item.start.map { Berlin.text($0.start(in: Berlin.reference.calendar)) } == start && item.title == title)
    #expect((item.start?.day == nil) == !start.hasSuffix("00:00") && item.newItem().start == item.start)
  }

  /// People write “~” for “about”.
  @Test(arguments: ["run ~2h", "~17:00 call", "~5 kg", "~/bin", "~24.12.", "~", "a~mon", "\\~ x"])
  func otherTildesAreWords(_ line: String) {
    #expect(read(line).start == nil && read(line).title == line.replacing("\\", with: ""))
    #expect(MissedToken.all(in: line, read(line).tokens).isEmpty)
  }

  @Test func afterNamesItems() {
    #expect(read("x after:12,3 y AFTER:12").blockers == [12, 3])
    #expect(read("x after:12,3 y AFTER:12").title == "x y")
    for word in ["after:", "after:x", "after:0", "after:-1", "after:1,", "after:1,x", "after:99999999999999999999"] {
      #expect(read(word).blockers == [] && read(word).title == word)
    }
    let line = "x after:1 after:2,3"
    let item = QuickAdd(line, Berlin.reference, unknownItems: [3])
    #expect(item.blockers == [1] && item.title == "x after:2,3")
    #expect(MissedToken.all(in: line, item.tokens).problem == "“after:2,3” isn't a known item")
    #expect(MissedToken.all(in: "after:party ~party", []).problem == "“~party” isn't a date")
    for (bill, date) in [("@31 Feb", "@31 Feb"), ("@31  feb", "@31  feb"), ("@45 may", "@45")] {
      let line = "Pay \(bill) twice"
      #expect(MissedToken.all(in: line, read(line).tokens).problem == "“\(date)” isn't a date")
    }
  }

  @Test func aMonthFromItsLastDayOnIsReadAsItIs() throws {
    let item = read("Pay the rent @31 jan every:month")
    #expect(item.title == "Pay the rent" && item.recurrence == Recurrence(.month))
    #expect(item.dueAt.map(Berlin.text) == "2027-01-31 23:59")
    #expect(item.newItem().dueAt == item.dueAt && item.newItem().recurrence == item.recurrence)
  }

  @Test(arguments: [
    ("x every:weekdays y", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", 2..<16),
    ("Every:mon,wed bins", "FREQ=WEEKLY;BYDAY=MO,WE", 0..<13),
    ("pay every:\"last fri\" now", "FREQ=MONTHLY;BYDAY=-1FR", 4..<20),
    ("a every:last-fri", "FREQ=MONTHLY;BYDAY=-1FR", 2..<16),
    ("a every:\"mon until 24 dec\"", "FREQ=WEEKLY;UNTIL=20261224;BYDAY=MO", 2..<26),
    ("a every:\"after 3 days\"", "FREQ=DAILY;INTERVAL=3;X-DOCKET-FROM=COMPLETION", 2..<22),
    ("a every:3m", "FREQ=MONTHLY;INTERVAL=3", 2..<10),
  ])
  func repetitionsAreOneWordOrQuoted(_ line: String, _ rule: String, _ range: Range<Int>) {
    let item = read(line)
    #expect(item.rule?.rawValue == rule && item.newItem().rule == item.rule)
    #expect(item.tokens.map(\.range) == [range])
  }

  @Test(arguments: [
    ("Bins every:other fri out", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "Bins out"),
    ("every:2 weeks on Tue and wash", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "and wash"),
    ("every:last day of the month, pay", "FREQ=MONTHLY;BYMONTHDAY=-1", "pay"),
    ("x every:24 dec until 2030-12-24", "FREQ=YEARLY;UNTIL=20301224;BYMONTH=12;BYMONTHDAY=24", "x"),
    ("Water every:second day it", "FREQ=DAILY;INTERVAL=2", "Water it"),
    ("every:2nd week x", "FREQ=WEEKLY;INTERVAL=2", "x"), ("every:1st mon x", "FREQ=MONTHLY;BYDAY=1MO", "x"),
    ("Party every:dec 24", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "Party"),
    ("Party every:15th of december", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=15", "Party"),
    ("Gym every:mon, wed", "FREQ=WEEKLY;BYDAY=MO,WE", "Gym"),
    ("Rent every:1st and 15th now", "FREQ=MONTHLY;BYMONTHDAY=1,15", "Rent now"),
    ("every:week until 24 dec call", "FREQ=WEEKLY;UNTIL=20261224", "call"),
    ("Buy every:2 weeks until fri 9 eggs", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20261127", "Buy 9 eggs"),
    ("Write every:week in march", "FREQ=WEEKLY;BYMONTH=3", "Write"),
    ("every:after 3 days x", "FREQ=DAILY;INTERVAL=3;X-DOCKET-FROM=COMPLETION", "x"),
  ])
  func repetitionsOfSeveralWordsNeedNoQuotationMarks(_ line: String, _ rule: String, _ title: String) {
    #expect(read(line).rule?.rawValue == rule && read(line).title == title)
  }

  @Test(arguments: [
    ("every:week in Rome", "FREQ=WEEKLY", nil), ("every:mon and buy", "FREQ=WEEKLY;BYDAY=MO", nil),
    ("every:dec report", "FREQ=YEARLY;BYMONTH=12", nil), ("every:mon, buy", "FREQ=WEEKLY;BYDAY=MO", nil),
    ("every:\"last fri\" mon", "FREQ=MONTHLY;BYDAY=-1FR", nil),
    ("every:mon sun cream", "FREQ=WEEKLY;BYDAY=MO", "“sun” stays in the title; every:\"mon sun\" is a repetition"),
    (
      "every:2 weeks March report", "FREQ=WEEKLY;INTERVAL=2",
      "“March” stays in the title; every:\"2 weeks March\" is a repetition"
    ),
    (
      "every:other day Sun lotion", "FREQ=DAILY;INTERVAL=2",
      "“Sun” stays in the title; every:\"other day Sun\" is a repetition"
    ),
    ("every:day 3 times", "FREQ=DAILY", "“3 times” stays in the title; every:\"day 3 times\" is a repetition"),
    ("every:day 3 times table", "FREQ=DAILY", "“3 times” stays in the title; every:\"day 3 times\" is a repetition"),
  ])
  func otherWordsBehindARepetitionStayInTheTitle(_ line: String, _ rule: String, _ note: String?) {
    let item = read(line)
    #expect(item.rule?.rawValue == rule && !item.title.isEmpty && line.hasSuffix(item.title))
    #expect(notes(line) == [note].compactMap(\.self))
  }

  @Test(arguments: [
    "every:\"last fri", "every:\"\"", "every:", "every: week", "every:\"often\" x", "every:last time", "every:2 cups",
    "every:\"other\" fri", "every:2th", "every:1nd",
  ])
  func aRepetitionThatIsNoneStaysInTheTitle(_ line: String) {
    #expect(read(line).rule == nil && read(line).title == line)
  }

  @Test func aNumberIsNoTagUnlessTagsStandBesideIt() {
    #expect(read("Fix issue #12 in parser").title == "Fix issue #12 in parser" && read("Fix #12").tags.isEmpty)
    #expect(read("Fix #12,home").tags == ["12", "home"] && read("Fix #12a #v2").tags == ["12a", "v2"])
  }

  /// What is said of the words behind tokens, if there is the list Work.
  private func notes(_ line: String) -> [String] {
    WordsBehindToken.all(in: line, read(line).tokens, Berlin.reference) { $0 == "Work" }.map(\.note)
  }

  @Test(arguments: [
    ("Paint >Home stuff now", ["“stuff” stays in the title; a list of several words is >\"Home stuff\""]),
    ("Paint >Work stuff", []), ("Paint >\"Home\" stuff", []), ("Paint >Home #stuff", []), ("Paint >Home", []),
    ("Paint >Home - now", []), (">Home paint", []), (" >Home paint", []), ("#garden @fri >Home paint", []),
    ("Paint >Home the \"big\" wall", ["“the” stays in the title; a list of several words is >\"Home the\""]),
    ("Paint >Home b\"c", []), ("Paint >Home \(String(repeating: "x", count: 300))", []),
    ("Paint >Home @fri 9", ["“9” stays in the title; @fri 9:00 is a date"]),
  ])
  func wordsBehindANewListAreSaid(_ line: String, _ expected: [String]) { #expect(notes(line) == expected) }

  @Test(arguments: [
    ("Meet @5pm fri", ["“fri” stays in the title; @fri 5pm is a date"]),
    ("Meet ~17:00 24 dec x", []), ("Meet @17:00 24 dec x", ["“24 dec” stays in the title; @24 dec 17:00 is a date"]),
    ("Update @5pm sat nav", ["“sat” stays in the title; @sat 5pm is a date"]),
    ("Meet @5pm on the 15th", ["“on the 15th” stays in the title; @the 15th 5pm is a date"]),
    ("@5pm", []), ("@5pm call", []), ("@5pm on call", []), ("@5pm 9", []),
    ("@fri 5pm sat", ["“sat” stays in the title; @sat is another date"]),
    ("Call @tonight 9pm", ["“9pm” stays in the title; @9pm is another date"]),
    ("Go @next week on tue", ["“on tue” stays in the title; @tue is another date"]),
    ("Go ~fri in 2 weeks x", ["“in 2 weeks” stays in the title; ~in 2 weeks is another date"]),
    ("every:day at 9", ["“at 9” stays in the title; @at 9 is a date"]),
    ("Buy @fri 9 eggs", ["“9” stays in the title; @fri 9:00 is a date"]),
    ("a @\"next fri\" 9 b", ["“9” stays in the title; @next fri 9:00 is a date"]),
    ("Meet @tomorrow 5pm-6:30pm", ["“5pm-6:30pm” stays in the title; @tomorrow 5pm is a date"]),
    ("Meet @tomorrow 9-10 x", ["“9-10” stays in the title; @tomorrow 9:00 is a date"]),
    ("meet @tomorrow 25:00", ["“25:00” stays in the title; it is no time of a day"]),
    ("meet ~tomorrow 9:75 x", ["“9:75” stays in the title; it is no time of a day"]), ("watch @tomorrow 3:1 win", []),
    ("@fri 9:00", []), ("@fri 99", []), ("@fri nine", []), ("@fri", []), ("9 @fri", []), ("@+3h 9", []),
    ("@fri follow-up", []), ("@fri 2-page letter", []), ("@fri 2h", []), ("every:day 30min", []),
    ("@fri 3d glasses", []), ("@fri 1-2-3", []), ("#fri 9", []), ("", []),
  ])
  func wordsBehindADateThatMayBelongToItAreSaid(_ line: String, _ expected: [String]) {
    #expect(notes(line) == expected)
  }

  @Test(arguments: [
    ("x due:fri", ["write @fri"]), ("due:soon wait:2d", ["write @ instead of due:", "write ~ instead of wait:"]),
    ("x Project:Home wait:mon pri:H", ["write >Home", "write ~mon", "write !H"]),
    ("recur:weekly tag:x due: http://x see:there", ["write every:weekly", "write #x"]),
    ("x !urgent", ["priorities are none, low, medium, high"]), ("@soon", []), ("after:0", []),
    ("every:often !a !b", ["one is every:week or every:last fri", "priorities are none, low, medium, high"]),
  ])
  func whatMayBeWrittenInsteadIsSaid(_ line: String, _ remedies: [String]) {
    #expect(MissedToken.all(in: line, read(line).tokens).remedies == remedies)
  }

  @Test func aDateThatNeedsASettingSaysSo() {
    let remedies = MissedToken.all(in: "@12/24", []).remedies
    #expect(remedies == ["“slash-dates” in the configuration says what 12/24 means"])
  }

  @Test(arguments: [
    ("x @today @tomorrow", ["“@tomorrow” replaces “@today”"]),
    (
      "!low @fri !high x @today >a !high >b",
      ["“!high” replaces “!low”", "“@today” replaces “@fri”", "“>b” replaces “>a”"]
    ),
    (
      "~mon ~tue every:day every:\"last fri\"",
      ["“~tue” replaces “~mon”", "“every:\"last fri\"” replaces “every:day”"]
    ),
    ("@24 dec @2026-12-24 !high !h #a #b after:1 after:2", []), ("@today ~tomorrow", []), ("", []),
  ])
  func whatALaterOneReplacesIsSaid(_ line: String, _ notes: [String]) {
    #expect(OverruledToken.all(in: line, read(line).tokens).map(\.note) == notes)
  }

  @Test func theLastOneCountsAndTagsAreThereOnce() {
    let item = read("!low #a !high #A >x #b >y @today @tomorrow")
    #expect(item.priority == .high && item.tags == ["a", "b"] && item.list == "y")
    #expect(item.dueAt.map(Berlin.text) == "2026-11-22 23:59" && item.title == "")
  }

  @Test(arguments: 0..<4) func rangesAreInTheLineAndApart(_ seed: UInt64) {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "#", "@", "!", ">", "\\", "\"", " ", "today", "high", "x", "👩‍🚀", "every:", "week",
      "é", "24 dec", "\u{0}",
    ]
    for _ in 0..<1_000 {
      let line = (0..<Int.random(in: 0..<14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let ranges = read(line).tokens.map(\.range)
      #expect(ranges.allSatisfy { !$0.isEmpty && $0.upperBound <= line.count })
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
  }

  /// What the help shows.
  @Test func everyExampleIsATokenButTheLast() {
    for (text, _) in QuickAdd.marks.dropLast() { #expect(QuickAdd("x " + text).title == "x", "\(text)") }
    #expect(QuickAdd("x " + (QuickAdd.marks.last?.text ?? "")).title == "x #home")
  }
}
