import Foundation
import Testing

@testable import DocketData

@Suite("The days of a recurrence rule")
struct RecurrenceDaysTests {
  private static func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? CalendarDay(.distantPast, in: .gmt) }

  private static func days(_ rule: String, from start: String, _ count: Int) -> [String] {
    guard let parts = RecurrenceParts(rule), var days = RecurrenceDays(parts, from: day(start)) else { return ["none"] }
    var found: [String] = []
    while found.count < min(count, parts.count ?? .max), let day = days.next() { found.append(day.text) }
    return found
  }

  @Test(
    arguments: [
      ("FREQ=WEEKLY;BYDAY=MO,WE", "2026-11-23", ["2026-11-23", "2026-11-25", "2026-11-30"]),
      ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-27", ["2026-11-27", "2026-11-30", "2026-12-01"]),
      ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-01", ["2026-11-27", "2026-12-25", "2027-01-29"]),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31"]),
      ("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31", ["2026-01-31", "2026-03-31", "2026-05-31"]),
      ("FREQ=MONTHLY;COUNT=3", "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31"]),
      ("FREQ=YEARLY;COUNT=5", "2024-02-29", ["2024-02-29", "2025-02-28", "2026-02-28"]),
      ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-10-01", ["2026-10-30", "2026-11-30", "2026-12-31"]),
      // What the standard says of the start of weeks.
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "1997-08-05", ["1997-08-05", "1997-08-10", "1997-08-19"]),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "1997-08-05", ["1997-08-05", "1997-08-17", "1997-08-19"]),
      ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12", ["1997-05-12", "1998-05-11", "1999-05-17"]),
      ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1997-09-02", ["1998-02-13", "1998-03-13", "1998-11-13"]),
      (
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05",
        ["1996-11-05", "2000-11-07"]
      ),
      ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01", []), ("FREQ=HOURLY", "2026-01-01", ["none"]),
      ("FREQ=DAILY;INTERVAL=9223372036854775807", "2026-01-01", ["2026-01-01"]),
      ("FREQ=MONTHLY;INTERVAL=4000000000", "2026-01-01", ["2026-01-01"]),
    ]) func areThoseOfTheStandard(_ rule: String, _ start: String, _ expected: [String])
  {
    #expect(Self.days(rule, from: start, max(expected.count, 1)) == expected, "\(rule)")
  }

  @Test func beginAnywhereInTheSeries() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let rule = Self.rule(&random)
      let parts = try #require(RecurrenceParts(rule))
      let start = Self.day("2026-01-15")
      let limit = start.adding(days: Int.random(in: 0..<4_000, using: &random))
      guard var all = RecurrenceDays(parts, from: start),
        var part = RecurrenceDays(parts, from: start, skippingTo: limit)
      else { continue }
      var (expected, found) = (all.next(), part.next())
      while let day = expected, day < limit { expected = all.next() }
      while let day = found, day < limit { found = part.next() }
      #expect(expected == found, "\(rule) from \(limit.text)")
    }
  }

  // MARK: - Another program

  /// python3-dateutil, which other programs compute with.
  private static let python: String? = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import dateutil.rrule"]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "python3" : nil
  }()

  private static let program = """
    import sys, itertools, datetime
    from dateutil.rrule import rrulestr
    for line in sys.stdin:
        start, rule = line.split()
        first = datetime.datetime.strptime(start, "%Y-%m-%d")
        # Else it looks for days that never come until the year 9999.
        datetime.MAXYEAR = first.year + 40
        days = rrulestr(rule, dtstart=first)
        found = itertools.takewhile(lambda day: day.year < first.year + 40, itertools.islice(days, 12))
        print(" ".join(day.strftime("%Y-%m-%d") for day in found))
    """

  /// `OPENSWIFTDATA_SEED` replays a run.
  static let seed =
    ProcessInfo.processInfo.environment["OPENSWIFTDATA_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1 << 32)

  @Test(.enabled(if: python != nil)) func areThoseOfAnotherProgram() throws {
    print("seed \(Self.seed)")
    var random = SeededGenerator(seed: Self.seed)
    let cases = (0..<300).map { _ in
      // A rule of mere intervals has short months in another way than the standard.
      let start = Self.day("2026-01-01").adding(days: Int.random(in: -9_000..<9_000, using: &random))
      return (
        CalendarDay(year: start.parts.year, month: start.parts.month, day: min(start.parts.day, 28)) ?? start,
        Self.rule(&random)
      )
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString)")
    try Data(cases.map { "\($0.text) \($1)\n" }.joined().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(process.terminationStatus == 0 && lines.count == cases.count + 1)
    for ((start, rule), line) in zip(cases, lines) {
      // It counts the positions in the rest of the first week, where the standard has the whole week.
      if rule.contains("WEEKLY"), rule.contains("BYSETPOS") { continue }
      let until = start.adding(days: 40 * 366)
      let days = Self.days(rule, from: start.text, 12).filter { $0 < "\(start.parts.year + 40)" && $0 <= until.text }
      #expect(days.joined(separator: " ") == line, "seed \(Self.seed): \(rule) from \(start.text)")
    }
  }

  /// A rule of any parts that can be together.
  static func rule(_ random: inout SeededGenerator) -> String {
    let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random) ?? "DAILY"
    func isDrawn(_ part: Int = 3) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    func numbers(_ range: ClosedRange<Int>, signed: Bool) -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let number = Int.random(in: range, using: &random)
        return "\(signed && isDrawn() ? -number : number)"
      }.joined(separator: ",")
    }
    var parts = ["FREQ=\(frequency)"]
    if isDrawn(2) { parts.append("INTERVAL=\(Int.random(in: 1...5, using: &random))") }
    if isDrawn() { parts.append("WKST=\(["MO", "SU", "WE"].randomElement(using: &random) ?? "MO")") }
    if isDrawn() { parts.append("BYMONTH=\(numbers(1...12, signed: false))") }
    if frequency != "WEEKLY", isDrawn() { parts.append("BYMONTHDAY=\(numbers(1...31, signed: true))") }
    let hasWeeks = frequency == "YEARLY" && isDrawn(5)
    if hasWeeks { parts.append("BYWEEKNO=\(numbers(1...51, signed: true))") }
    if frequency == "YEARLY", isDrawn(6) { parts.append("BYYEARDAY=\(numbers(1...366, signed: true))") }
    if isDrawn(2) {
      let days = RecurrenceParts.Weekday.allCases.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
      let isNumbered = ["MONTHLY", "YEARLY"].contains(frequency) && !hasWeeks && isDrawn(2)
      parts.append(
        "BYDAY="
          + days.map { day in
            let number = isNumbered ? Int.random(in: 1...5, using: &random) * (isDrawn() ? -1 : 1) : 0
            return (number == 0 ? "" : "\(number)") + day.rawValue
          }.joined(separator: ","))
    }
    if parts.contains(where: { $0.hasPrefix("BY") }), isDrawn(4) {
      parts.append("BYSETPOS=\(numbers(1...4, signed: true))")
    }
    if isDrawn(5) { parts.append("COUNT=\(Int.random(in: 1...9, using: &random))") }
    return parts.joined(separator: ";")
  }

  // MARK: - Series

  private let calendar = Berlin.reference.calendar

  @Test func haveTheTimeOfTheFirstOneWhateverTheClocks() throws {
    let rule = try #require(RecurrenceRule(rawValue: "FREQ=WEEKLY;BYDAY=SU"))
    let first = try Date("2026-10-18T08:00:00Z", strategy: .iso8601)
    let next = try #require(rule.due(following: .moment(first), after: first, calendar: calendar))
    #expect(next.rawValue == "2026-10-25T09:00:00.000Z")
  }

  @Test func endWithTheCountOrTheLastDay() throws {
    let day = { (text: String) in Due.day(Self.day(text)) }
    let moment = try Date("2026-11-23T08:00:00Z", strategy: .iso8601)
    func next(_ text: String, _ last: String, anchor: String) throws -> String? {
      try #require(RecurrenceRule(rawValue: text))
        .due(following: day(last), anchor: day(anchor), after: moment, calendar: calendar)?.rawValue
    }
    #expect(try next("FREQ=DAILY;COUNT=3", "2026-11-23", anchor: "2026-11-23") == "2026-11-24")
    #expect(try next("FREQ=DAILY;COUNT=3", "2026-11-25", anchor: "2026-11-23") == nil)
    #expect(try next("FREQ=DAILY;UNTIL=20261125", "2026-11-24", anchor: "2026-11-20") == "2026-11-25")
    #expect(try next("FREQ=DAILY;UNTIL=20261125", "2026-11-25", anchor: "2026-11-20") == nil)
    #expect(try next("FREQ=DAILY;UNTIL=20261125T235959Z", "2026-11-25", anchor: "2026-11-20") == "2026-11-26")
    #expect(try next("FREQ=DAILY;UNTIL=20261125T120000", "2026-11-25", anchor: "2026-11-20") == nil)
    // The first one counts, though the rule does not have it.
    let mondays = "FREQ=WEEKLY;BYDAY=MO;COUNT=2"
    #expect(try next(mondays, "2026-11-24", anchor: "2026-11-24") == "2026-11-30")
    #expect(try next(mondays, "2026-11-30", anchor: "2026-11-24") == nil)
    // Late, the ones that have passed are left out, and count.
    #expect(try next("FREQ=DAILY;COUNT=9", "2026-11-16", anchor: "2026-11-16") == "2026-11-23")
    #expect(try next("FREQ=DAILY;COUNT=5", "2026-11-16", anchor: "2026-11-16") == nil)
  }

  @Test func areThoseOfTheNextItem() async throws {
    let handler = try await World().handler()
    let rule = try #require(RecurrenceRule(rawValue: "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3"))
    var item = NewItem(title: "bins", rule: rule)
    item.due = .day(Self.day("2026-11-23"))
    var id = try await handler.newItem(item)
    var dates: [String] = []
    for _ in 0..<3 {
      let now = try Date("2026-11-23T08:00:00Z", strategy: .iso8601)
      guard let next = try await handler.completeItems(ids: [id], at: now, calendar: calendar).first else { break }
      #expect(try await handler.item(id: id).rule == nil)
      id = next
      let values = try await handler.item(id: id)
      dates.append(values.due?.rawValue ?? "")
      #expect(values.rule == rule && values.anchor == item.due)
    }
    #expect(dates == ["2026-11-25", "2026-11-30"])
    #expect(try await handler.item(id: id).rule == nil, "the series is over")
  }

  /// Nothing is lost that can't be computed.
  @Test func ofHoursStayWithTheirItem() async throws {
    let handler = try await World().handler()
    let rule = try #require(RecurrenceRule(rawValue: "FREQ=HOURLY;INTERVAL=6"))
    let id = try await handler.newItem(NewItem(title: "drops", dueAt: Moment.base, rule: rule))
    #expect(try await handler.completeItems(ids: [id]) == [])
    #expect(try await handler.item(id: id).rule == rule)
  }
}
