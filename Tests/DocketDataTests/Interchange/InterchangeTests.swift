import DocketData
import DocketLocking
import Foundation
import SwiftData
import Testing

@Suite("Interchange")
struct InterchangeTests {
  let world = World()

  private func export(
    _ world: World, _ format: InterchangeFormat, query: ItemQuery? = nil
  ) async throws -> Data {
    let file = Lock(Data())
    try await world.handler().exportItems(
      format: format, options: ExportOptions(query: query, now: Moment.base, calendar: Berlin.reference.calendar)
    ) { piece in file.withLock { $0.append(piece) } }
    return file.withLock { $0 }
  }

  private func options(isDryRun: Bool = false, keepsGoing: Bool = false) -> ImportOptions {
    ImportOptions(
      isDryRun: isDryRun, keepsGoing: keepsGoing, now: Moment.base, calendar: Berlin.reference.calendar)
  }

  private func load(_ text: String, _ format: InterchangeFormat, into world: World) async throws -> ImportReport {
    try await world.handler().importItems(Data(text.utf8), format: format, options: options())
  }

  @Test func jsonOfThousandsOfHostileItemsComesBackByteForByte() async throws {
    try await world.handler().newItems(HostileItems.items(3_000, seed: 1))
    // Numbers with gaps.
    let handler = try await world.handler()
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      // Later ones wait for earlier ones, and the other way round; never in a loop.
      let (item, blocker) = (
        Int64.random(in: 10..<1_500, using: &random) * 2, Int64.random(in: 5..<1_500, using: &random) * 2 + 1
      )
      try await handler.updateItems(
        ids: [handler.identifier(number: item)], ItemChanges(addedBlockers: [handler.identifier(number: blocker)]))
    }
    try await handler.deleteItems(ids: [handler.identifier(number: 3), handler.identifier(number: 2_000)])
    let first = try await export(world, .json)
    let other = World()
    let report = try await other.handler().importItems(first, format: .json, options: options())
    #expect(report.added > 2_900 && report.problems.isEmpty && report.updated == 0)
    #expect(try await export(other, .json) == first)
    #expect(try other.snapshot().items.reduce(0) { $0 + $1.blockerIDs.count } > 90)
    #expect((try JSONSerialization.jsonObject(with: first) as? [Any])?.count == report.added)
    // Again it changes nothing.
    let again = try await other.handler().importItems(first, format: .json, options: options())
    #expect(again.unchanged == report.added && again.added == 0 && again.updated == 0)
    #expect(try await other.handler().log().count == 1)
  }

  @Test func csvHasPlacesAsShortAsTheyAre() async throws {
    try await world.handler().newItems([
      NewItem(title: "a", orderKey: OrderKey(3)), NewItem(title: "b", orderKey: OrderKey(0.25)),
      NewItem(title: "c", orderKey: OrderKey(-1_000_000)),
    ])
    let lines = String(decoding: try await export(world, .csv), as: UTF8.self).split(separator: "\r\n")
    let places = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[13] }
    #expect(places == [3, 0.25, -1_000_000].map { OrderKey($0).text[...] } && places[1] == "a0FV")
  }

  /// As with `add`, and as in a spreadsheet: a day is that of the calendar on the wall, and ends at its end.
  @Test(arguments: [
    (InterchangeFormat.csv, "title,due,created\na,2026-12-24,2026-11-01\nb,2026-12-24 10:00,2026-11-01T08:00:00Z\n"),
    (
      .json,
      """
      [{"title":"a","due":"2026-12-24","created":"2026-11-01"},
       {"title":"b","due":"2026-12-24 10:00","created":"2026-11-01T08:00:00Z"}]
      """
    ),
  ])
  func datesWithoutATimeZoneAreThoseOnTheWall(_ format: InterchangeFormat, _ text: String) async throws {
    _ = try await load(text, format, into: world)
    let items = try await world.handler().items().sorted { $0.title < $1.title }
    #expect(items.map { $0.dueAt.map(Berlin.text) } == ["2026-12-24 23:59", "2026-12-24 10:00"])
    #expect(items.map { Berlin.text($0.createTimestamp) } == ["2026-11-01 00:00", "2026-11-01 09:00"])
  }

  @Test(arguments: [InterchangeFormat.csv, .todotxt, .taskwarrior, .icalendar])
  func otherFormatsLoseNothingThatTheyHaveAPlaceFor(_ format: InterchangeFormat) async throws {
    try await world.handler().newItems(HostileItems.items(500, seed: 2))
    let file = try await export(world, format)
    let other = World()
    let report = try await other.handler().importItems(file, format: format, options: options())
    #expect(report.added == 500 && report.problems.isEmpty)
    let (mine, theirs) = try (world.snapshot().items, other.snapshot().items)
    let byUID = Dictionary(uniqueKeysWithValues: theirs.map { ($0.uid, $0) })
    for item in mine {
      let twin = try #require(byUID[item.uid])
      #expect(twin.title == item.title && twin.notes == item.notes)
      #expect(twin.priority == item.priority && twin.rule == item.rule && twin.list == item.list)
      #expect(twin.tags == item.tags && twin.parentUID == item.parentUID && twin.isDone == item.isDone)
      let day = format == .todotxt ? Berlin.reference.calendar.startOfDay(for:) : { $0 }
      #expect(abs(day(twin.createTimestamp).timeIntervalSince(day(item.createTimestamp))) < 1.01)
      #expect((twin.dueAt == nil) == (item.dueAt == nil))
      if let (left, right) = twin.dueAt.flatMap({ left in item.dueAt.map { (left, $0) } }) {
        #expect(abs(left.timeIntervalSince(right)) < 1.01)
      }
      if format != .todotxt { #expect(abs(twin.timestamp.timeIntervalSince(item.timestamp)) < 1.01) }
    }
    // What was exported once stays as it is.
    #expect(try await export(other, format) == file || format == .csv || format == .todotxt)
  }

  @Test(arguments: InterchangeFormat.allCases)
  func whatWasExportedChangesNothingWhereItCameFrom(_ format: InterchangeFormat) async throws {
    // More digits than any format has.
    let items = HostileItems.items(200, seed: 3).map { item in
      var item = item
      item.timestamp += 0.000_345_6
      item.completedAt? += 0.000_345_6
      item.dueAt? += 0.000_345_6
      return item
    }
    try await world.handler().newItems(items)
    let before = try world.snapshot()
    let report = try await world.handler().importItems(export(world, format), format: format, options: options())
    #expect(report.unchanged == 200 && report.problems.isEmpty, "\(report)")
    #expect(try world.snapshot() == before)
  }

  @Test func itemsAreUpdatedByTheirIdentifiers() async throws {
    let uid = UUID()
    try await world.handler().newItem(NewItem(title: "old", uid: uid, notes: "kept", tags: ["a"], list: "L"))
    let text = #"""
      [{"uid":"\#(uid.uuidString)","title":"new","tags":["b"],"list":null}, {"title":"other","state":"done"}]
      """#
    let report = try await load(text, .json, into: world)
    #expect(report.added == 1 && report.updated == 1)
    let items = try await world.handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.title) == ["new", "other"] && items[0].notes == "kept")
    #expect(items[0].tags == ["b"] && items[0].list == nil && items[1].completedAt == Moment.base)
    // It is one step.
    #expect(try await world.handler().undo() == ["import 2 items"])
    #expect(try await world.handler().items().map(\.title) == ["old"])
    try await world.handler().redo()
    #expect(try await world.handler().itemCount() == 2)
  }

  @Test func aDryRunChangesNothing() async throws {
    let text = #"[{"title":"a","tags":["new"]},{"title":"b"}]"#
    let report = try await world.handler().importItems(
      Data(text.utf8), format: .json, options: options(isDryRun: true))
    #expect(report.added == 2)
    #expect(try world.snapshot() == Snapshot(ModelContext(World().container())))
    #expect(try await world.handler().log().isEmpty)
  }

  @Test(arguments: [
    ("[{\"title\":\"a\"},\n {\"titel\":\"b\"}]", InterchangeFormat.json, 2, 2, "no title"),
    ("[{\"title\":\"a\",\n\"due\":\"soon\"}]", .json, 2, 7, "isn't a time"),
    ("[{\"title\":\"a\"}", .json, 1, 15, "comma or ]"), ("{\"title\":\"a\u{1}\"}", .json, 1, 12, "control character"),
    ("[{\"title\":\"\\ud800\"}]", .json, 1, 18, "surrogate"), ("[1]", .json, 1, 2, "object"),
    ("[{]", .json, 1, 3, "name"),
    ("[{\"title\":\" \"}]", .json, 1, 11, "title is empty"), ("[] x", .json, 1, 4, "after the array"),
    ("[{\"title\":\"a\",\"tags\":[\"b c\"]}]", .json, 1, 22, "b c"),
    ("[{\"title\":\"a\",\n\"list\":\"\\u0007\"}]", .json, 2, 8, "can't be a name"),
    ("[fast]", .json, 1, 2, "isn't a value"),
    ("title,tags\na,b c\n", .csv, 2, 3, "b c"), ("list,title\nx,\n", .csv, 2, 3, "title is empty"),
    ("[{\"description\":\"a\",\"tags\":[\"b c\"]}]", .taskwarrior, 1, 28, "b c"),
    ("[{\"title\":\"a\",\"parent\":\"\(UUID().uuidString)\"}]", .json, 1, 2, "neither in the file"),
    ("titel\n", .csv, 1, 1, "must name the columns"), ("title,due\na\n", .csv, 2, 1, "1 field"),
    ("title,due\na,soon\n", .csv, 2, 3, "“soon”"),
    ("title,due\na,2026-02-31\n", .csv, 2, 3, "“2026-02-31”"),
    ("title,due\na,2026-02-29\n", .csv, 2, 3, "“2026-02-29”"),
    ("title,due\na,2026-12-32\n", .csv, 2, 3, "“2026-12-32”"), ("title\n\"a", .csv, 2, 1, "no end"),
    ("title\n\"a\"b\n", .csv, 2, 4, "comma"),
    ("[{\"uuid\":\"1\",\"description\":\"a\"}]", .taskwarrior, 1, 10, "UUID"),
    ("BEGIN:VTODO\n", .icalendar, 1, 1, "BEGIN:VCALENDAR"),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nDUE:soon\nEND:VTODO\n", .icalendar, 4, 1, "isn't a date"),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n", .icalendar, 2, 1, "no end"),
    ("title,notes,Notes\na,b,c\n", .csv, 1, 1, "“notes” twice"),
    ("[{\"title\":\"a\",\n\"title\":\"b\"}]", .json, 2, 1, "“title” twice"),
    ("title,state,completed\na,open,2026-01-01\n", .csv, 2, 8, "state is open"),
    ("[{\"title\":\"a\",\"completed\":\"2026-01-01T00:00:00Z\",\n\"state\":\"open\"}]", .json, 2, 9, "state is open"),
  ])
  func whatIsWrongHasAPlaceAndNothingIsImported(
    _ text: String, _ format: InterchangeFormat, _ line: Int, _ column: Int, _ part: String
  ) async throws {
    let error = await #expect(throws: InterchangeError.self) { try await load(text, format, into: world) }
    #expect(error?.position.line == line && error?.position.column == column, "\(error?.description ?? "")")
    #expect(error?.message.contains(part) == true, "\(error?.description ?? "")")
    #expect(try await world.handler().itemCount() == 0)
  }

  /// Other programs allow such lines, and one of them is no reason to refuse the rest.
  @Test(arguments: ["@home +Work", "x 2026-01-01", "(A)", "due:2026-12-24"])
  func aLineOfTodoTxtWithoutATitleIsLeftOutAlone(_ line: String) async throws {
    let report = try await world.handler().importItems(
      Data("\nBuy milk\n\(line)\nCall Bob\n".utf8), format: .todotxt, options: options())
    #expect(report.added == 2 && report.leftOut == 1)
    #expect(report.problems.map(\.description) == ["line 3, column 1: The line has no title."])
    #expect(Set(try await world.handler().items().map(\.title)) == ["Buy milk", "Call Bob"])
  }

  @Test func itKeepsGoingIfAsked() async throws {
    let text = "title,due\na,\nb,soon\n,\nc,2026-12-24T08:00:00Z\n"
    let report = try await world.handler().importItems(
      Data(text.utf8), format: .csv, options: options(keepsGoing: true))
    #expect(report.added == 2 && report.leftOut == 2 && report.problems.map(\.position.line) == [3, 4])
    #expect(Set(try await world.handler().items().map(\.title)) == ["a", "c"])
  }

  @Test func itCanBeCancelled() async throws {
    try await world.handler().newItems((0..<6_000).map { NewItem(title: "\($0)") })
    let file = try await export(world, .json)
    let other = World()
    let handler = try await other.handler()
    await #expect(throws: CancellationError.self) {
      try await handler.importItems(file, format: .json) { progress in
        #expect((1..<6_000).contains(progress.items) && progress.bytes > 100_000)
        throw CancellationError()
      }
    }
    #expect(try await handler.itemCount() == 0)
    await #expect(throws: CancellationError.self) {
      try await world.handler().exportItems(format: .csv, listener: { _ in throw CancellationError() }) { _ in }
    }
  }

  @Test func partsFindParentsThatComeLater() async throws {
    let (parent, child) = (UUID(), UUID())
    let text = #"""
      [{"uid":"\#(child)","title":"part","parent":"\#(parent)"},{"uid":"\#(parent)","title":"whole"}]
      """#
    _ = try await load(text, .json, into: world)
    #expect(try await world.handler().items().first { $0.title == "part" }?.parentUID == parent)
    let loop = #"[{"uid":"\#(parent)","title":"whole","parent":"\#(child)"}]"#
    let file = "[" + text.dropFirst().dropLast() + "," + loop.dropFirst()
    await #expect(throws: InterchangeError.self) { try await load(String(file), .json, into: World()) }
  }

  @Test func theLastDayOfEachMonthIsADate() async throws {
    let days = ["2026-01-31", "2028-02-29", "2000-02-29", "2026-02-28", "2026-04-30", "2026-12-31"]
    _ = try await load("title,due\n" + days.map { "\($0),\($0)\n" }.joined(), .csv, into: world)
    let items = try await world.handler().items()
    #expect(items.count == days.count)
    for item in items { #expect(item.dueAt?.formatted(.iso8601.year().month().day()) == item.title) }
  }

  @Test func aParentThatIsAPartOfItsPartInTheStoreIsRefused() async throws {
    let (a, b) = (UUID(), UUID())
    let store = #"[{"uid":"\#(a)","title":"A"},{"uid":"\#(b)","title":"B","parent":"\#(a)"}]"#
    _ = try await load(store, .json, into: world)
    let before = try world.snapshot()
    let loop = #"[{"uid":"\#(a)","title":"A","parent":"\#(b)"}]"#
    let error = await #expect(throws: InterchangeError.self) { try await load(loop, .json, into: world) }
    #expect(error?.message.contains("part of itself") == true && error?.position.column == 2)
    #expect(try world.snapshot() == before)
  }

  @Test(arguments: [
    (InterchangeFormat.csv, "id,uid,title\n9223372036854775807,\(UUID()),a\n"),
    (.csv, "id,uid,title\n9007199254740993,\(UUID()),a\n"),
    (.json, #"[{"id":9007199254740994,"uid":"\#(UUID())","title":"a"}]"#),
  ])
  func aNumberThatLeavesLittleRoomForOthersIsNotKept(_ format: InterchangeFormat, _ text: String) async throws {
    #expect(try await load(text, format, into: world).added == 1)
    #expect(try await world.handler().newItem(title: "b").primaryKey == 2)
    #expect(try await world.handler().items().count == 2)
  }

  @Test(arguments: [
    ("title,state\na,done\n", Moment.base),
    ("state,title,timestamp\ndone,a,2026-11-20T08:00:00Z\n", Date(timeIntervalSince1970: 1_795_161_600)),
    ("completed,state,title\n2026-11-21T08:00:00Z,done,a\n", Date(timeIntervalSince1970: 1_795_248_000)),
  ])
  func whatIsDoneHasAMomentWhateverTheOrderOfTheColumns(_ text: String, _ moment: Date) async throws {
    _ = try await load(text, .csv, into: world)
    #expect(try await world.handler().items().map(\.completedAt) == [moment])
  }

  @Test(arguments: InterchangeFormat.allCases)
  func marksThatJoinASignOfTheFormatComeBack(_ format: InterchangeFormat) async throws {
    let text = ["\"", ",", ":", ";", "\\", " ", "=", "+", "@", "'"].map { "a\($0)\u{301}b \($0)\u{fe0f} \($0)\u{200d}" }
    try await world.handler().newItems(
      text.map { NewItem(title: "t" + $0, notes: $0) } + [NewItem(title: "\u{301}t", notes: "\u{301}")])
    let other = World()
    let report = try await other.handler().importItems(export(world, format), format: format, options: options())
    #expect(report.added == text.count + 1 && report.problems.isEmpty)
    let words = { (world: World) in try Set(world.snapshot().items.map { Array(($0.title + "|" + $0.notes).utf8) }) }
    #expect(try words(other) == words(world))
  }

  @Test func anExportHasWhatTheQueryAsksFor() async throws {
    try await world.handler().newItems([
      NewItem(title: "b", tags: ["x"]), NewItem(title: "c"), NewItem(title: "a", tags: ["x"]),
    ])
    let text = String(
      decoding: try await export(world, .csv, query: ItemQuery("#x sort:title", Berlin.reference)), as: UTF8.self)
    let titles: [Substring] = text.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[2] }
    #expect(titles == ["a", "b"])
  }

  @Test func todoTxtOfOthersIsUnderstood() async throws {
    let text = """
      (A) 2026-11-01 Call Mum +Family @phone due:2026-12-24
      x 2026-11-20 2026-11-02 Pay the bill pri:B http://example.org 12:30
      Plain line +One +Two rec:+2w

      """
    #expect(try await load(text, .todotxt, into: world).added == 3)
    let items = try await world.handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.title) == ["Call Mum", "Pay the bill http://example.org 12:30", "Plain line"])
    #expect(items.map(\.priority) == [.high, .medium, .none] && items.map(\.list) == ["Family", nil, "One"])
    #expect(items.map(\.tags) == [["phone"], [], ["Two"]] && items[2].recurrence?.rawValue == "2weeks")
    #expect(items[0].dueAt.map(Berlin.text) == "2026-12-24 23:59")
    #expect(items[1].completedAt.map(Berlin.text) == "2026-11-20 00:00")
  }

  @Test func whatTaskwarriorExportsIsUnderstood() async throws {
    let text = #"""
      [
      {"id":1,"description":"Renew","due":"20261224T160000Z","entry":"20261101T080000Z","modified":"20261102T080000Z","priority":"H","project":"Work","status":"pending","tags":["ops","next"],"uuid":"11111111-2222-4333-8444-555555555555","annotations":[{"entry":"20261103T080000Z","description":"first"},{"entry":"20261103T080001Z","description":"second"}],"urgency":12.3},
      {"id":0,"description":"Done","end":"20261105T080000Z","entry":"20261101T080000Z","status":"completed","uuid":"11111111-2222-4333-8444-555555555556"},
      {"id":2,"description":"Template","status":"recurring","recur":"weekly","due":"20261224T160000Z","uuid":"11111111-2222-4333-8444-555555555557"},
      {"id":3,"description":"Weekly","status":"pending","recur":"weekly","parent":"11111111-2222-4333-8444-555555555557","due":"20261224T160000Z","uuid":"11111111-2222-4333-8444-555555555558"},
      {"description":"Gone","status":"deleted","uuid":"11111111-2222-4333-8444-555555555559"}
      ]
      """#
    #expect(try await load(text, .taskwarrior, into: world).added == 3)
    let items = try await world.handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.title) == ["Renew", "Done", "Weekly"] && items[0].notes == "first\nsecond")
    #expect(items[0].priority == .high && items[0].list == "Work" && items[0].tags == ["ops", "next"])
    #expect(items[0].dueAt == Date(timeIntervalSince1970: 1_798_128_000) && items[1].isDone)
    #expect(items[2].recurrence == Recurrence(.week) && items[2].parentUID == nil)
  }

  @Test func controlCharactersOfTaskwarriorAreTakenAsTheyAre() async throws {
    let text = "[{\"description\":\"a\u{1b}[2J\u{7}\tb\"},\n{\"description\":\"c\",\"due\":\"x\"}]"
    let error = await #expect(throws: InterchangeError.self) { try await load(text, .taskwarrior, into: world) }
    #expect(error?.position.line == 2 && error?.position.column == 26, "\(error?.description ?? "")")
    _ = try await load(text.replacing(",\"due\":\"x\"", with: ""), .taskwarrior, into: world)
    #expect(Set(try await world.handler().items().map(\.title)) == ["a\u{1b}[2J\u{7}\tb", "c"])
  }

  @Test func calendarsOfOthersAreUnderstood() async throws {
    let text = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "SUMMARY:no task", "END:VEVENT", "BEGIN:VTODO",
      "UID:abc@example.org",
      "SUMMARY:Buy\\, then", "  carry", "DUE;TZID=America/New_York:20261224T090000", "CATEGORIES:one,two words",
      "BEGIN:VALARM", "SUMMARY:alarm", "END:VALARM", "PRIORITY:2", "RRULE:FREQ=WEEKLY;INTERVAL=2", "END:VTODO",
      "BEGIN:VTODO",
      "SUMMARY:Day", "DUE;VALUE=DATE:20261224", "COMPLETED:20261220T100000Z", "END:VTODO", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    #expect(try await load(text, .icalendar, into: world).added == 2)
    let items = try await world.handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.title) == ["Buy, then carry", "Day"] && items[0].tags == ["one", "two-words"])
    #expect(items[0].dueAt.map(Berlin.text) == "2026-12-24 15:00" && items[0].priority == .high)
    #expect(items[0].recurrence?.rawValue == "2weeks")
    #expect(items[1].dueAt.map(Berlin.text) == "2026-12-24 23:59" && items[1].isDone)
    // The same calendar again is the same items.
    #expect(
      try await load(
        text.replacing("VTODO\r\nSUMMARY:Day", with: "VTODO\r\nUID:d\r\nSUMMARY:Day"), .icalendar, into: world
      ).unchanged == 1)
  }

  @Test(arguments: InterchangeFormat.allCases, 0..<3) func noFileIsATrap(
    _ format: InterchangeFormat, _ seed: UInt64
  ) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    try await world.handler().newItems(HostileItems.items(20, seed: seed))
    let whole = try await export(world, format)
    for _ in 0..<25 {
      var file = whole.prefix(Int.random(in: 0...whole.count, using: &random))
      for _ in 0..<Int.random(in: 0...4, using: &random) where !file.isEmpty {
        file[Int.random(in: 0..<file.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let handler = try await World().handler()
      let keepsGoing = Bool.random(using: &random)
      do {
        _ = try await handler.importItems(file, format: format, options: options(keepsGoing: keepsGoing))
      } catch {
        #expect(error is InterchangeError, "\(error)")
      }
    }
  }
}

/// A number is written in the same digits wherever it is in a file.
@Suite("Numbers in files")
struct NumberTests {
  /// A number as it is typed, and as files have it.
  static let numbers = [
    ("1e16", "10000000000000000"), ("1024.0", "1024"), ("-3.50", "-3.5"), ("0.1", "0.1"), ("1e300", "1e+300"),
    ("9007199254740992", "9007199254740992"),
  ]

  @Test(arguments: numbers)
  func areWrittenInOneWay(_ typed: String, _ written: String) async throws {
    let exchange = Exchange()
    let text = #"[{"title":"a","extra":{"taskwarrior":{"weight":\#(typed)}}}]"#
    try await exchange.load(text, .json)
    let json = try await exchange.export(.json)
    #expect(json.contains("\"weight\":\(written)}"), "\(json)")
    #expect(try await exchange.export(.taskwarrior).contains("\"weight\":\(written)"))
    let again = Exchange()
    try await again.load(json, .json)
    #expect(try await again.export(.json) == json)
  }
}
