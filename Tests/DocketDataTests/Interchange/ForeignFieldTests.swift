import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Fields of other formats")
struct ForeignFieldTests: ForeignWorld {
  let world = World()

  // MARK: - Taskwarrior

  private func members(_ text: String) throws -> [String: [String: NSObject]] {
    let tasks = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: NSObject]] ?? []
    return Dictionary(tasks.map { (($0["uuid"] as? String) ?? "", $0) }, uniquingKeysWith: { $1 })
  }

  /// The one spelling of a value, with the members of its objects by name.
  private func json(_ value: NSObject) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }

  private func expectTasks(but changed: [String: Set<String>] = [:]) async throws {
    var before = try members(ForeignFile.tasks)
    // Taskwarrior would read a number without quotation marks as one with six decimal places.
    before[ForeignFile.monthly]?["imask"] = "0" as NSString
    let after = try members(try await export(.taskwarrior).text)
    // The two items, and the template of the series.
    #expect(after.count == 3)
    for (uuid, task) in after {
      let names = Set(task.keys).union((before[uuid] ?? [:]).keys).subtracting(["id", "urgency"])
        .subtracting(changed[uuid] ?? [])
      for name in names {
        let (old, new) = (before[uuid]?[name], task[name])
        #expect(try old.map(json) == new.map(json), "\(uuid) \(name)")
      }
    }
  }

  @Test func ofTaskwarriorAreGivenBack() async throws {
    let report = try await load(ForeignFile.tasks, .taskwarrior)
    #expect(report.added == 2)
    #expect(
      counts(report.kept) == ["estimate 1", "start 1", "until 1", "wait 1", "where 1"])
    #expect(counts(report.skipped) == ["deleted task 1"])
    try await expectTasks()
    // Again it changes nothing.
    #expect(try await load(ForeignFile.tasks, .taskwarrior).unchanged == 2)
    #expect(try await world.handler().log().count == 1)
  }

  /// Changes with the attributes that they may change.
  static let changes: [(ItemChanges, Set<String>)] = [
    (ItemChanges(title: "changed"), ["description"]), (ItemChanges(notes: "changed"), ["annotations"]),
    (ItemChanges(priority: .low), ["priority"]), (ItemChanges(due: .value(Moment.base)), ["due"]),
    (ItemChanges(due: Replacement.none), ["due"]), (ItemChanges(list: .value("Other")), ["project"]),
    (ItemChanges(tags: ["b"]), ["tags"]), (ItemChanges(recurrence: Replacement(Recurrence(.day))), ["docketrecur"]),
  ]

  @Test(arguments: changes)
  func ofTaskwarriorAreGivenBackButForTheChangedOne(_ changes: ItemChanges, _ names: Set<String>) async throws {
    _ = try await load(ForeignFile.tasks, .taskwarrior)
    for title in ["full", "monthly"] { try await change(title, changes) }
    let modified = names.union(["modified"])
    try await expectTasks(but: [ForeignFile.full: modified, ForeignFile.monthly: modified])
  }

  @Test func aTaskThatIsDoneStaysInItsSeries() async throws {
    _ = try await load(ForeignFile.tasks, .taskwarrior)
    let next = try await world.handler().completeItems(ids: [item("monthly").id], at: Moment.base)
    let tasks = try members(try await export(.taskwarrior).text)
    let task = try #require(tasks[ForeignFile.monthly])
    #expect(task["status"] == "completed" as NSString && task["recur"] == "monthly" as NSString)
    #expect(task["parent"] == "11111111-2222-4333-8444-555555555553" as NSString && task["docketrecur"] == nil)
    // The next one is Docket's own.
    let own = try #require(tasks[try await world.handler().item(id: next[0]).uid.uuidString.lowercased()])
    #expect(own["parent"] == nil && own["imask"] == nil && own["docketrecur"] == "month" as NSString)
  }

  @Test func anEmptyAttributeTakesAKeptOneAway() async throws {
    _ = try await load(ForeignFile.tasks, .taskwarrior)
    let text = #"[{"uuid":"\#(ForeignFile.full)","description":"full","wait":"","depends":null,"where":"work"}]"#
    #expect(try await load(text, .taskwarrior).updated == 1)
    let task = try #require(try members(try await export(.taskwarrior).text)[ForeignFile.full])
    #expect(task["wait"] == nil && task["depends"] == nil && task["where"] == "work" as NSString)
    #expect(task["estimate"] == 3.5 as NSNumber)
  }

  // MARK: - iCalendar

  /// The tasks of a calendar, without what an export dates.
  private func todos(_ text: String) -> [CalendarComponent] {
    CalendarComponent.all(text).flatMap(\.parts).filter { $0.name == "VTODO" }.map { $0.without(["DTSTAMP"]) }
  }

  @Test func ofICalendarAreGivenBack() async throws {
    let text = ForeignFile.calendar.joined(separator: "\r\n") + "\r\n"
    let report = try await load(text, .icalendar)
    #expect(
      counts(report.kept) == [
        "ATTENDEE 1", "LOCATION 1", "PERCENT-COMPLETE 1", "RELATED-TO 1", "RRULE 1", "SEQUENCE 1",
        "STATUS 1", "URL 1", "VALARM 1", "X-COLOUR 1",
      ])
    #expect(counts(report.skipped) == ["VEVENT 1"])
    let items = try await world.handler().items(order: ItemOrder(.manual, isAscending: true))
    #expect(items.map(\.recurrence) == [nil, Recurrence(.week)] && items[0].tags == ["one", "two-words", "three"])
    #expect(items[1].parentUID == items[0].uid && items[1].due?.rawValue == "2031-01-06")
    let exported = try await export(.icalendar).text
    #expect(todos(exported) == todos(text))
    #expect(try await load(text, .icalendar).unchanged == 2)
  }

  /// Changes with the beginnings of the lines that they may change.
  static let edits: [(ItemChanges, [String])] = [
    (ItemChanges(title: "changed"), ["SUMMARY"]), (ItemChanges(priority: .low), ["PRIORITY"]),
    // Then it starts after it is due, which no file may say.
    (ItemChanges(due: .value(Moment.base)), ["DUE", "DTSTART", "X-DOCKET-START"]),
    (ItemChanges(due: Replacement.none), ["DUE"]),
    (ItemChanges(list: .value("Other")), ["X-DOCKET-LIST"]), (ItemChanges(addedTags: ["b"]), ["CATEGORIES"]),
    (ItemChanges(recurrence: Replacement(Recurrence(.day))), ["RRULE"]), (ItemChanges(notes: "n"), ["DESCRIPTION:n"]),
    (ItemChanges(parent: Replacement.none), ["RELATED-TO:abc"]),
  ]

  @Test(arguments: edits)
  func ofICalendarAreGivenBackButForTheChangedOne(_ changes: ItemChanges, _ names: [String]) async throws {
    let text = ForeignFile.calendar.joined(separator: "\r\n") + "\r\n"
    _ = try await load(text, .icalendar)
    for item in try await world.handler().items() { try await world.handler().updateItems(ids: [item.id], changes) }
    let (before, after) = (todos(text), todos(try await export(.icalendar).text))
    let mayChange = names + ["LAST-MODIFIED"]
    #expect(after.map { $0.without(mayChange) } == before.map { $0.without(mayChange) })
    #expect(after != before)
    // No property stands there twice.
    for todo in after {
      let once = ["UID", "SUMMARY", "DUE", "PRIORITY", "RRULE", "STATUS"]
      for name in once { #expect(todo.lines.count { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") } <= 1) }
    }
  }

  // MARK: - todo.txt

  private func exportedLines() async throws -> [TodoLine] {
    try await export(.todotxt).text.split(separator: "\n").map { TodoLine($0) }
  }

  @Test func ofTodoTxtAreGivenBack() async throws {
    let report = try await load(ForeignFile.lines.joined(separator: "\n") + "\n", .todotxt)
    #expect(counts(report.kept) == ["due 1", "foo 1", "h 1", "id 1", "rec 1"])
    let titles = try await world.handler().items(order: ItemOrder(.manual, isAscending: true)).map(\.title)
    #expect(
      titles == [
        "Call Mum", "Pay the bill", "Plain line", "Done without dates",
        "Meet re:invoice at 12:30 http://example.org/a:b", "Odd",
      ])
    #expect(try await exportedLines() == ForeignFile.lines.map { TodoLine($0) })
    let exported = try await export(.todotxt).text
    #expect(try await load(exported, .todotxt).unchanged == ForeignFile.lines.count)
  }

  @Test func ofTodoTxtAreGivenBackButForTheChangedOne() async throws {
    _ = try await load(ForeignFile.lines[0] + "\n", .todotxt)
    let edits: [(ItemChanges, old: String, new: String)] = [
      (ItemChanges(title: "changed"), "Call Mum", "changed"), (ItemChanges(priority: .high), "(D)", "(A)"),
      (ItemChanges(recurrence: .value(try #require(Recurrence(.day)))), "rec:+1m", "rec:+1d"),
      (ItemChanges(removedTags: ["Clan"]), " +Clan", ""), (ItemChanges(due: Replacement.none), " due:2031-05-06", ""),
    ]
    for (changes, old, new) in edits {
      let id = try #require(try await world.handler().items().first).id
      try await world.handler().updateItems(ids: [id], changes)
      #expect(try await exportedLines() == [TodoLine(ForeignFile.lines[0].replacing(old, with: new))])
      try await world.handler().undo()
    }
  }
}
