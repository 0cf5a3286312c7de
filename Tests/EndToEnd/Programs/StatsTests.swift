import Foundation
import FoundationXML
import Testing

@Suite("Statistics", .takesTurns)
struct StatsTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private struct Answer: Decodable {
    struct Span: Decodable {
      let day: String?
      let week: String?
      let added, done, open: Int
    }

    struct Age: Decodable {
      let from: Int
      let to: Int?
      let open: Int
    }

    let items, open, done: Int
    let days, weeks: [Span]
    let ages: [Age]
  }

  /// Imports items that were added, and some of them done, so many days ago.
  private func fill(_ items: [(title: String, added: Int, done: Int?)]) async throws {
    let day = { (ago: Int) in Date(timeIntervalSinceNow: -Double(ago) * 86_400) }
    try await fill(items.map { ($0.title, day($0.added), $0.done.map(day)) })
  }

  private func fill(_ items: [(title: String, added: Date, done: Date?)]) async throws {
    let objects = items.map { item in
      let added = item.added.formatted(.iso8601)
      var object = ["title": item.title, "created": added, "timestamp": added]
      if let done = item.done { object["completed"] = done.formatted(.iso8601) }
      return object
    }
    try directory.write(try JSONSerialization.data(withJSONObject: objects), to: "items.json")
    let result = try await docket.run("import", directory.file("items.json"))
    guard result.status == 0 else { throw ConditionTimeout(description: result.error) }
  }

  private func answer(_ arguments: String...) async throws -> Answer {
    let result = try await docket.run(bytes: (["stats", "--json"] + arguments).map { Array($0.utf8) })
    return try JSONDecoder().decode(Answer.self, from: result.output)
  }

  private static let some: [(title: String, added: Int, done: Int?)] = [
    ("Old #a", 400, nil), ("Older", 100, 3), ("Recent", 3, nil), ("Same day", 2, 2), ("Today", 0, nil), ("Quick", 0, 0),
  ]

  @Test func countWhatCameAndWentByDay() async throws {
    try await fill(Self.some)
    let answer = try await answer("--days", "5", "--weeks", "3")
    #expect(answer.items == 6)
    #expect(answer.open == 3)
    #expect(answer.done == 3)
    #expect(answer.days.map(\.added) == [0, 1, 1, 0, 2])
    #expect(answer.days.map(\.done) == [0, 1, 1, 0, 1])
    #expect(answer.days.map(\.open) == [2, 2, 2, 2, 3])
    #expect(answer.weeks.count == 3 && answer.weeks.last?.open == 3)
    #expect(answer.ages.map(\.open) == [1, 1, 0, 0, 0, 1])
    #expect(answer.ages.map(\.from) == [0, 1, 7, 30, 90, 365])
  }

  /// A week has its first moment and its last one.
  @Test func countWhatCameAndWentByWeek() async throws {
    let weeks = try await answer("--weeks", "4").weeks.compactMap(\.week)
    let starts = try weeks.map { try Date("\($0)T00:00:00Z", strategy: .iso8601) }
    try #require(starts.count == 4)
    let ends = starts.dropFirst().map { $0.addingTimeInterval(-1) }
    try await fill([
      ("One", starts[0], starts[1]), ("Two", ends[0], ends[0]), ("Three", starts[1], ends[2]),
      ("Four", ends[1], nil), ("Five", starts[1], starts[2]),
    ])
    let answer = try await answer("--weeks", "4")
    #expect(answer.weeks.compactMap(\.week) == weeks)
    #expect(answer.weeks.map(\.added) == [2, 3, 0, 0])
    #expect(answer.weeks.map(\.done) == [1, 1, 2, 0])
    #expect(answer.weeks.map(\.open) == [1, 3, 1, 1])
  }

  @Test func countWhatAQueryFinds() async throws {
    try await fill(Self.some)
    #expect(try await answer("#a").items == 0)
    #expect(try await answer("Old").items == 2)
    #expect(try await answer("is:open").done == 0)
    #expect(try await docket.run("stats", "nothing like this").status == 1)
    #expect(try await docket.run("stats", "is:nonsense").status == 64)
  }

  @Test func arePlainInAPipe() async throws {
    try await fill(Self.some)
    let result = try await docket.run("stats", "--days", "2", "--weeks", "1")
    let lines = result.text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(lines.map { String($0.first ?? "") } == ["day", "day", "week"] + Array(repeating: "age", count: 6))
    #expect(lines.dropFirst().first?.dropFirst(2) == ["2", "1", "3"])
    #expect(!result.text.utf8.contains(0x1B))
  }

  @Test func areChartsOnATerminal() async throws {
    try await fill(Self.some)
    for (columns, locale) in [(80, "C.UTF-8"), (40, "C.UTF-8"), (80, "C")] {
      let terminal = try await TmuxTerminal(
        ["/bin/sh", "-c", "LC_ALL=\(locale) '\(DocketProcess.binary)' stats --days 4 --weeks 2; cat"], columns: columns,
        rows: 40, environment: docket.environment, workingDirectory: directory.path)
      let screen = try await terminal.waitUntil { $0.contains("Open at the end of each day") && $0.contains(" to ") }
      #expect(screen.contains("6 items, 3 open, 3 done"))
      #expect(screen.contains(locale == "C" ? "#" : "█"))
    }
  }

  @Test func showAllDaysAndWeeksThatAreAskedFor() async throws {
    try await fill([("First", 0, nil)])
    let terminal = try await TmuxTerminal(
      ["/bin/sh", "-c", "LC_ALL=C.UTF-8 '\(DocketProcess.binary)' stats --days 3 --weeks 2; cat"], columns: 80,
      rows: 40, environment: docket.environment, workingDirectory: directory.path)
    let screen = try await terminal.waitUntil { $0.contains("Open at the end of each day") && $0.contains(" to ") }
    let lines = screen.text.split(separator: "\n")
    let weeks = try #require(lines.firstIndex { $0.hasPrefix("By week") })
    func dates(_ lines: ArraySlice<Substring>) -> Int { lines.count { $0.contains(/^\d{4}-/) } }
    #expect(dates(lines[..<weeks]) == 3)
    #expect(dates(lines[weeks...].prefix { !$0.hasPrefix("Age") }) == 2)
  }

  /// From the first day on that has something, as much as there are rows for, with nothing where there is nothing.
  @Test(arguments: [24, 40]) func haveRoomOnTheTerminal(_ rows: Int) async throws {
    try await fill([("First", 4, 4), ("Second", 1, nil), ("Third", 0, nil)])
    let terminal = try await TmuxTerminal(
      ["/bin/sh", "-c", "LC_ALL=C.UTF-8 '\(DocketProcess.binary)' stats; cat"], columns: 80, rows: rows,
      environment: docket.environment, workingDirectory: directory.path)
    let screen = try await terminal.waitUntil { $0.contains("Open at the end of each day") && $0.contains(" to ") }
    #expect(screen.contains("3 items, 2 open, 1 done") && screen.contains("By day"))
    #expect(screen.contains("Age of what is open") == (rows == 40))
    let days = screen.text.split(separator: "\n").prefix { !$0.hasPrefix("By week") }.filter { $0.contains(/^\d{4}-/) }
    #expect(days.count == 5)
    #expect(!screen.text.split(separator: "\n").contains { $0.contains(/^ *0 *▂/) })
  }

  /// One item, two, and four of which two are done.
  private static let growing: [(title: String, added: Int, done: Int?)] = [
    ("A", 2, nil), ("B", 1, nil), ("C", 1, nil), ("D", 0, nil), ("E", 0, nil), ("F", 0, 0), ("G", 0, 0),
  ]

  @Test func haveBarsAsLongAsTheirNumbers() async throws {
    try await fill(Self.growing)
    // A bar ends with a part of a block; the longest has whole ones only.
    func eighths(_ bar: Substring) -> Int {
      bar.reduce(0) { $0 + ("▏▎▍▌▋▊▉█".map(\.self).firstIndex(of: $1) ?? 0) + 1 }
    }
    for columns in [80, 50] {
      let terminal = try await TmuxTerminal(
        ["/bin/sh", "-c", "LC_ALL=C.UTF-8 '\(DocketProcess.binary)' stats --days 3 --weeks 1; cat"], columns: columns,
        rows: 40, environment: docket.environment, workingDirectory: directory.path)
      let screen = try await terminal.waitUntil { $0.contains("Open at the end of each day") && $0.contains(" to ") }
      let days = screen.lines.prefix { !$0.hasPrefix("By week") }.filter { $0.contains(/^\d{4}-/) }
      let bars = days.map { $0.split(separator: " ").filter { !$0.contains(/\w/) }.map(eighths) }
      let unit = try #require(bars.first?.first)
      #expect(unit > 1 && bars == [[unit], [2 * unit], [4 * unit, 2 * unit]], "\(screen)")
      // One, three and five were open at the end of the days; from the least to the most.
      let chart = screen.lines.drop { !$0.hasPrefix("Open at the end of each day") }.dropFirst()
        .prefix { !$0.contains(" to ") }
      #expect(chart.first?.hasPrefix("5 ") == true && chart.last?.hasPrefix("1 ") == true, "\(screen)")
      let heights = [2, 4, 6].map { column in
        chart.reduce(0) { height, line in
          let character = line.dropFirst(column).first
          return height + (" ▁▂▃▄▅▆▇█".map(\.self).firstIndex { $0 == character } ?? 0)
        }
      }
      #expect(heights[0] == 2 && heights[2] == 8 * chart.count, "\(screen)")
      #expect(abs(heights[1] - (heights[0] + heights[2]) / 2) <= 1, "\(screen)")
    }
  }

  @Test func ofAPictureHasABarForEachDayAsHighAsItsNumber() async throws {
    try await fill(Self.growing)
    let answer = try await answer("--days", "3")
    let picture = try await docket.run("stats", "--svg", "-", "--days", "3", "--weeks", "1").text
    let bars = picture.matches(of: /<rect class="(\w+)".* height="([0-9.]+)"><title>(.*): (\d+) \w+</)
    let (days, weeks) = (bars.prefix(6), bars.dropFirst(6))
    #expect(days.map { String($0.3) } == answer.days.compactMap(\.day).flatMap { [$0, $0] })
    #expect(days.map { String($0.1) } == ["added", "done", "added", "done", "added", "done"])
    #expect(days.map { String($0.4) } == ["1", "0", "2", "0", "4", "2"])
    let heights = days.compactMap { Double($0.2) }
    #expect(heights[0] > 1 && heights == [1, 0, 2, 0, 4, 2].map { $0 * heights[0] })
    #expect(weeks.count == 2)
    let curve = picture.firstMatch(of: /<polyline class="open" points="([^"]*)"/)?.1.split(separator: " ")
    let open = curve?.compactMap { $0.split(separator: ",").last.flatMap { Double($0) } } ?? []
    // One, three and five were open: as far from one another, and upwards.
    try #require(open.count == 3)
    #expect(open[0] > open[1] && abs((open[0] - open[1]) - (open[1] - open[2])) < 0.2, "\(open)")
  }

  @Test func areAPictureWithoutTextOfItems() async throws {
    try await fill([("</svg><script>alert(1)</script>", 1, nil)])
    let file = directory.file("stats.svg")
    #expect(try await docket.run("stats", "--svg", file).status == 0)
    let picture = try directory.bytes(of: "stats.svg")
    #expect(XMLParser(data: picture).parse())
    #expect(!String(decoding: picture, as: UTF8.self).contains("script"))
    #expect(try directory.permissions(of: "stats.svg") == 0o600)
    #expect(try await docket.run("stats", "--svg", "-").output == picture)
    #expect(try await docket.run("stats", "--svg", directory.file("store.sqlite")).status == 73)
    #expect(try await docket.run("stats", "--svg", directory.file("no/such/place.svg")).status == 73)
    #expect(try await docket.run("stats", "#none", "--svg", file).status == 1)
    #expect(try directory.bytes(of: "stats.svg") == picture, "nothing matched")
    #expect(try await docket.run("stats", "--yes").status == 64)
    for (answer, status) in [("n", 1), ("y", 0), (nil, 0)] as [(String?, Int32)] {
      try directory.write(Data("mine".utf8), to: "stats.svg")
      let terminal = try await TmuxTerminal(
        [DocketProcess.binary, "stats", "--svg", file] + (answer == nil ? ["--yes"] : []),
        environment: docket.environment)
      if let answer {
        try await terminal.waitUntil { $0.contains("stats.svg? [y/N]") }
        try await terminal.type(answer)
        try await terminal.press("Enter")
      }
      #expect(try await terminal.exitStatus() == status)
      #expect(try directory.bytes(of: "stats.svg") == (status == 0 ? picture : Data("mine".utf8)))
    }
  }
}
