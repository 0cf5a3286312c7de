import DocketData
import Foundation
import Testing

@Suite("What Taskwarrior's attributes mean here")
struct TaskwarriorMeaningTests {
  let exchange = Exchange()
  private static let ids = (1...4).map { "11111111-2222-4333-8444-55555555555\($0)" }

  private func task(_ number: Int, _ members: String) -> String {
    #"{"uuid":"\#(Self.ids[number])","description":"t\#(number)","entry":"20261101T080000Z",\#(members)}"#
  }

  private func load(_ tasks: String...) async throws -> ImportReport {
    try await exchange.load("[\(tasks.joined(separator: ",\n"))]", .taskwarrior)
  }

  private func item(_ title: String) async throws -> ItemValues {
    try #require(try await exchange.world.handler().items().first { $0.title == title })
  }

  private func task(_ number: Int) async throws -> [String: NSObject] {
    let tasks = try await exchange.tasks().filter { $0["uuid"] == Self.ids[number] as NSString }
    #expect(tasks.count == 1)
    return try #require(tasks.first)
  }

  // MARK: - Start dates

  /// The dates of a series' task, with the name and the date of what hides its successor, or does not.
  @Test(arguments: [
    (#""wait":"20310105T230000Z""#, "wait", "20310112T230000Z"),
    (#""scheduled":"20310105T230000Z""#, "scheduled", "20310112T230000Z"),
    (#""scheduled":"20310104T230000Z","wait":"20310105T230000Z""#, "wait", "20310112T230000Z"),
    (#""wait":"20310104T230000Z","scheduled":"20310105T230000Z""#, "scheduled", "20310112T230000Z"),
  ])
  func whatFollowsASeriesWaitsAsItDid(_ dates: String, _ name: String, _ date: String) async throws {
    let series = #""recur":"weekly","due":"20310107T080000Z""#
    _ = try await load(
      task(0, #"\#(series),"status":"recurring","mask":"W""#),
      task(1, #"\#(series),"status":"waiting","parent":"\#(Self.ids[0])","imask":"0",\#(dates)"#))
    let item = try await item("t1")
    let next = try await exchange.world.handler().completeItems(
      ids: [item.id], at: Moment.base, calendar: Berlin.reference.calendar)
    let uid = try #require(try await exchange.world.handler().items(ids: next).first?.uid.uuidString.lowercased())
    let task = try #require(try await exchange.tasks().first { $0["uuid"] == uid as NSString })
    let others = ["wait", "scheduled"].filter { $0 != name }
    #expect(task[name] == date as NSString && others.allSatisfy { task[$0] == nil }, "\(task)")
  }

  /// The dates of a task, with when the item starts.
  @Test(arguments: [
    (#""wait":"20291231T230000Z""#, "2030-01-01"), (#""scheduled":"20300101T080000Z""#, "2030-01-01T08:00:00.000Z"),
    (#""wait":"20291231T230000Z","scheduled":"20300201T080000Z""#, "2030-02-01T08:00:00.000Z"),
    (#""wait":"20300301T080000Z","scheduled":"20300131T230000Z""#, "2030-03-01T08:00:00.000Z"),
    (#""wait":"20300101T225959Z""#, "2030-01-01T22:59:59.000Z"),
  ])
  func aStartDateIsTheLaterOne(_ members: String, _ start: String) async throws {
    _ = try await load(task(0, members))
    #expect(try await exchange.item().start?.rawValue == start)
    let before = try #require(
      try JSONSerialization.jsonObject(with: Data("{\(members)}".utf8)) as? [String: NSObject])
    let after = try await task(0)
    #expect(after.filter { ["wait", "scheduled", "docketstart"].contains($0.key) } == before)
    #expect(try await load(task(0, members)).unchanged == 1)
  }

  /// The dates of a task, a new start, and the dates that it has then.
  @Test(arguments: [
    (#""wait":"20291231T230000Z""#, "2030-01-02T08:00:00.000Z", ["wait": "20300102T080000Z"]),
    (#""scheduled":"20291231T230000Z""#, "2030-01-02T08:00:00.000Z", ["scheduled": "20300102T080000Z"]),
    (
      #""wait":"20291231T230000Z","scheduled":"20300201T080000Z""#, "2030-01-02T08:00:00.000Z",
      ["wait": "20291231T230000Z", "scheduled": "20300102T080000Z"]
    ),
    (
      #""wait":"20291231T230000Z","scheduled":"20300201T080000Z""#, "2029-01-02T08:00:00.000Z",
      ["scheduled": "20290102T080000Z"]
    ),
    (#""wait":"20291231T230000Z","scheduled":"20300201T080000Z""#, nil, [:]), (#""tags":["a"]"#, nil, [:]),
    (#""tags":["a"]"#, "2030-01-02T08:00:00.000Z", ["scheduled": "20300102T080000Z"]),
  ])
  func anotherStartDateTakesThePlaceOfTheOneThatSaidIt(
    _ members: String, _ start: String?, _ dates: [String: String]
  ) async throws {
    _ = try await load(task(0, members + #","status":"waiting""#))
    try await exchange.change(ItemChanges(start: Replacement(start.flatMap { Due(rawValue: $0) })))
    let after = try await task(0)
    #expect(after.filter { ["wait", "scheduled"].contains($0.key) } == dates.mapValues { $0 as NSString })
    #expect(after["status"] == (dates["wait"] == nil ? "pending" : "waiting") as NSString)
    let other = Exchange()
    try await other.load(exchange.export(.taskwarrior), .taskwarrior)
    #expect(try await other.item().start?.rawValue == start)
  }

  @Test func aStartDayOfOursIsTheSameDayElsewhere() async throws {
    try await exchange.load(#"[{"title":"a","start":"2030-01-02"}]"#, .json)
    let file = try await exchange.export(.taskwarrior)
    #expect(file.contains(#""scheduled":"20300101T230000Z","docketstart":"2030-01-02T00:00+01:00""#))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: -8 * 3_600) ?? .gmt
    let other = Exchange(in: calendar)
    try await other.load(file, .taskwarrior)
    #expect(try await other.item().start?.rawValue == "2030-01-02")
  }

  @Test func aDateThatIsTakenAwayLeavesTheOther() async throws {
    _ = try await load(task(0, #""wait":"20291231T230000Z","scheduled":"20300201T080000Z""#))
    _ = try await load(task(0, #""scheduled":"""#))
    #expect(try await exchange.item().start?.rawValue == "2030-01-01")
    _ = try await load(task(0, #""wait":null"#))
    #expect(try await exchange.item().start == nil)
  }

  // MARK: - Dependencies

  @Test func whatATaskDependsOnIsWhatAnItemWaitsFor() async throws {
    let depends = #""depends":["\#(Self.ids[1])","\#(Self.ids[2])"]"#
    _ = try await load(task(0, depends), task(1, #""status":"pending""#), task(2, #""status":"completed""#))
    let (first, second) = (try await item("t0"), try await item("t1"))
    #expect(first.blockerUIDs.map { $0.uuidString.lowercased() } == Array(Self.ids[1...2]))
    #expect(try await task(0)["depends"] as? [String] == Array(Self.ids[1...2]))
    try await exchange.world.handler().updateItems(ids: [first.id], ItemChanges(removedBlockers: [second.id]))
    #expect(try await task(0)["depends"] as? [String] == [Self.ids[2]])
    try await exchange.world.handler().updateItems(ids: [second.id], ItemChanges(addedBlockers: [first.id]))
    #expect(try await task(1)["depends"] as? [String] == [Self.ids[0]])
    #expect(try await load(task(0, #""depends":"\#(Self.ids[1])""#), task(1, #""depends":null"#)).updated == 2)
    #expect(try await item("t0").blockerUIDs.map { $0.uuidString.lowercased() } == [Self.ids[1]])
  }

  /// It is deleted there, or in another file.
  @Test func whatIsNowhereIsKeptAndSaid() async throws {
    let depends = #""depends":["\#(Self.ids[3])","\#(Self.ids[1])"]"#
    let report = try await load(task(0, depends), task(1, #""status":"pending""#), task(3, #""status":"deleted""#))
    #expect(report.kept.texts == ["depends 1"] && report.problems.isEmpty && report.added == 2)
    #expect(try await item("t0").blockerUIDs.count == 1)
    #expect(try await task(0)["depends"] as? [String] == [Self.ids[3], Self.ids[1]])
    #expect(try await load(task(0, depends), task(1, #""status":"pending""#)).unchanged == 2)
    // Other formats can't say it.
    let left = try await exchange.report(of: .todotxt).leftOut
    #expect(left.texts == ["taskwarrior depends 1"])
    // Once it is there, the item waits for it.
    _ = try await load(task(0, depends), task(3, #""status":"pending""#))
    #expect(try await item("t0").blockerUIDs.count == 2)
    #expect(try await task(0)["depends"] as? [String] == [Self.ids[3], Self.ids[1]])
    #expect(try await item("t0").extra?.rawValue.contains("docketmissing") == false)
  }

  @Test func aLoopIsRefusedWithItsLine() async throws {
    let text = "[\(task(0, #""depends":["\#(Self.ids[1])"]"#)),\n\(task(1, #""depends":["\#(Self.ids[0])"]"#))]"
    let error = await #expect(throws: InterchangeError.self) { try await exchange.load(text, .taskwarrior) }
    #expect(error?.message == "The item waits for itself.")
    #expect(try exchange.world.snapshot().items.isEmpty)
  }

  // MARK: - Recurrence

  @Test(arguments: [
    ("daily", "FREQ=DAILY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("weekly", "FREQ=WEEKLY"),
    ("biweekly", "FREQ=WEEKLY;INTERVAL=2"), ("2wks", "FREQ=WEEKLY;INTERVAL=2"), ("monthly", "FREQ=MONTHLY"),
    ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("2qtrs", "FREQ=MONTHLY;INTERVAL=6"), ("yearly", "FREQ=YEARLY"),
    ("P1M", "FREQ=MONTHLY"), ("P2W", "FREQ=WEEKLY;INTERVAL=2"), ("P14D", "FREQ=DAILY;INTERVAL=14"),
    ("semiannual", "FREQ=MONTHLY;INTERVAL=6"), ("biyearly", "FREQ=YEARLY;INTERVAL=2"), ("P1Y", "FREQ=YEARLY"),
    ("PT6H", nil), ("12hours", nil),
  ])
  func aDurationIsARule(_ recur: String, _ rule: String?) async throws {
    let members = #""due":"20310130T230000Z","recur":"\#(recur)","status":"recurring","rtype":"periodic","mask":"""#
    let report = try await load(task(0, members))
    #expect(try await exchange.item().rule?.rawValue == rule)
    #expect(report.kept.texts == (rule == nil ? ["recur 1"] : []))
    #expect(try await task(0)["recur"] == recur as NSString)
    guard rule != nil else { return }
    #expect(try await task(0)["status"] == "recurring" as NSString)
    try await exchange.change(ItemChanges(recurrence: .value(try #require(Recurrence(every: 3, .day)))))
    let changed = try await task(0)
    #expect(changed["recur"] == "3days" as NSString && changed["docketrecur"] == nil)
    try await exchange.change(ItemChanges(recurrence: Replacement.none))
    let ended = try await task(0)
    #expect(ended["status"] == "pending" as NSString && ended["recur"] == nil)
  }

  private var template: String {
    task(3, #""due":"20310130T230000Z","recur":"monthly","status":"recurring","mask":"+--","rtype":"periodic""#)
  }

  private func instance(_ number: Int, _ status: String) -> String {
    let end = status == "completed" ? #","end":"20261102T080000Z""# : ""
    return task(
      number,
      #""due":"2031010\#(number + 1)T230000Z","recur":"monthly","status":"\#(status)","parent":"\#(Self.ids[3])","#
        + #""imask":\#(number),"rtype":"periodic"\#(end)"#)
  }

  /// Otherwise each of them would make a next one.
  @Test func onlyTheLastPendingInstanceRepeats() async throws {
    let file = [instance(2, "pending"), template, instance(0, "completed"), instance(1, "pending")]
    let report = try await load(file[0], file[1], file[2], file[3])
    #expect(report.added == 3 && report.skipped.isEmpty && report.kept.isEmpty)
    #expect(try await item("t2").recurrence == Recurrence(.month))
    for title in ["t0", "t1"] { #expect(try await item(title).rule == nil) }
    #expect(try await load(file[3], file[2], file[1], file[0]).unchanged == 3)
    // All of it goes back, the template once.
    let tasks = try await exchange.tasks()
    #expect(tasks.count == 4 && tasks.allSatisfy { $0["recur"] == "monthly" as NSString && $0["docketrecur"] == nil })
    #expect(
      try await task(3) == [
        "uuid": Self.ids[3] as NSString, "description": "t3" as NSString,
        "entry": "20261101T080000Z" as NSString, "due": "20310130T230000Z" as NSString, "recur": "monthly" as NSString,
        "status": "recurring" as NSString, "mask": "+--" as NSString, "rtype": "periodic" as NSString,
      ])
    // What is done here is marked in the template.
    let next = try await exchange.world.handler().completeItems(ids: [item("t1").id], at: Moment.base)
    #expect(next.isEmpty)
    #expect(try await task(3)["mask"] == "++-" as NSString)
  }

  /// With a file of one of them nothing is known about the others.
  @Test func anInstanceThatIsSaidAgainDoesNotRepeatAgain() async throws {
    _ = try await load(template, instance(1, "pending"), instance(2, "pending"))
    #expect(try await load(instance(1, "pending")).unchanged == 1)
    #expect(try await item("t1").rule == nil)
  }

  @Test func aTemplateWithoutInstancesIsAnItemUntilThereIsOne() async throws {
    _ = try await load(template)
    let made = try await item("t3")
    // By its mask the first instance is done.
    #expect(made.recurrence == Recurrence(.month) && made.due?.rawValue == "2031-02-28")
    #expect(try await load(template).unchanged == 1)
    _ = try await load(template, instance(1, "pending"))
    #expect(try await exchange.world.handler().items().map(\.title) == ["t1"])
    #expect(try await exchange.tasks().count == 2)
    try await exchange.world.handler().undo()
    #expect(try await exchange.world.handler().items().map(\.title) == ["t3"])
    try await exchange.world.handler().redo()
    #expect(try await exchange.world.handler().items().map(\.title) == ["t1"])
  }

  private func template(mask: String) -> String {
    task(3, #""due":"20310130T230000Z","recur":"monthly","status":"recurring","mask":"\#(mask)","rtype":"periodic""#)
  }

  /// Taskwarrior makes the next instance only once the one before it is due.
  @Test func aSeriesWhoseInstancesAreDoneGoesOnWithTheNext() async throws {
    _ = try await load(template(mask: "++"), instance(0, "completed"), instance(1, "completed"))
    let next = try await item("t3")
    #expect(next.due?.rawValue == "2031-03-31" && next.anchor?.rawValue == "2031-01-31")
    #expect(next.rule == RecurrenceRule(try #require(Recurrence(.month))))
    let written = try await task(3)
    #expect(written["due"] == "20310130T230000Z" as NSString && written["mask"] == "++" as NSString)
    #expect(written["docketanchor"] == nil && written["docketdue"] == nil)
    #expect(try await exchange.load(exchange.export(.taskwarrior), .taskwarrior).added == 0)
    #expect(try await item("t3").due == next.due)
    // With another date it begins anew.
    try await exchange.world.handler().updateItems(ids: [next.id], ItemChanges(due: .value(Moment.base)))
    #expect(try await task(3)["mask"] == nil)
  }

  /// What comes next is an instance of the same template, so that Taskwarrior does not make it again, nor does an import.
  @Test func whatWasDoneHereGoesOnOnce() async throws {
    let file = [template(mask: "-"), instance(0, "pending").replacing("20310101T", with: "20310130T")]
    _ = try await load(file[0], file[1])
    let next = try await exchange.world.handler().completeItems(
      ids: [item("t0").id], at: Moment.base, calendar: Berlin.reference.calendar)
    #expect(next.count == 1)
    let uid = try await exchange.world.handler().item(id: next[0]).uid.uuidString.lowercased()
    let made = try #require(try await exchange.tasks().first { $0["uuid"] == uid as NSString })
    #expect(made["parent"] == Self.ids[3] as NSString && made["imask"] == "1" as NSString)
    #expect(made["due"] == "20310227T230000Z" as NSString && made["recur"] == "monthly" as NSString)
    #expect(made["docketrecur"] == nil && made["status"] == "pending" as NSString)
    #expect(try await task(3)["mask"] == "+-" as NSString)
    #expect(try await exchange.load(exchange.export(.taskwarrior), .taskwarrior).added == 0)
    // Taskwarrior may know of the one that was done only.
    let done = instance(0, "completed").replacing("20310101T", with: "20310130T")
    #expect(try await load(template(mask: "+"), done).added == 0)
    #expect(try await exchange.world.handler().items().count { !$0.isDone } == 1)
  }

  private var instanceWithDay: String {
    instance(0, "pending").replacing("20310101T", with: "20310130T")
      .replacing(#","recur""#, with: #","docketdue":"2031-01-31T00:00+01:00","recur""#)
  }

  /// It belongs to the task that came with it.
  @Test func theNextTaskOfASeriesHasNoAttributeForItsDay() async throws {
    _ = try await load(template(mask: "-"), instanceWithDay)
    #expect(try await task(0)["docketdue"] == "2031-01-31T00:00+01:00" as NSString)
    let next = try await exchange.world.handler().completeItems(
      ids: [item("t0").id], at: Moment.base, calendar: Berlin.reference.calendar)
    let uid = try await exchange.world.handler().item(id: next[0]).uid.uuidString.lowercased()
    let made = try #require(try await exchange.tasks().first { $0["uuid"] == uid as NSString })
    #expect(made["due"] == "20310227T230000Z" as NSString && made["docketdue"] == nil, "\(made)")
  }

  @Test func theAttributeForADayThatIsGoneFromATaskOfASeriesIsNotWrittenAgain() async throws {
    _ = try await load(template(mask: "-"), instanceWithDay)
    _ = try await load(instance(0, "pending").replacing("20310101T", with: "20310130T"))
    #expect(try await task(0)["due"] == "20310130T230000Z" as NSString)
    #expect(try await task(0)["docketdue"] == nil)
  }

  @Test func whatComesBeforeAnErrorIsNotLost() async throws {
    let text = "[\(template),\n\(instance(1, "pending")),\n{\"uuid\":"
    let options = ImportOptions(keepsGoing: true, now: Moment.base, calendar: Berlin.reference.calendar)
    let report = try await exchange.world.handler().importItems(
      Data(text.utf8), format: .taskwarrior, options: options)
    #expect(report.added == 1 && report.problems.count == 1)
    #expect(try await item("t1").recurrence == Recurrence(.month))
  }
}
