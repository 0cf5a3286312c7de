import DocketData
import DocketLocking
import Foundation
import SwiftData
import Testing

@Suite("What a record of a file does not say")
struct ForeignRecordTests {
  private static let uid = UUID()
  private static let due = Date(timeIntervalSince1970: 1_798_128_000)

  let world = World()

  /// An item with everything, under a parent.
  private func fill() async throws {
    let handler = try await world.handler()
    let ids = try await handler.newItems([
      NewItem(title: "whole"),
      NewItem(
        title: "full", timestamp: Moment.base, uid: Self.uid, notes: "n", completedAt: Moment.after(60),
        priority: .high, dueAt: Self.due, recurrence: Recurrence(.week), start: .moment(Self.due),
        tags: ["a", "b"], list: "L", parent: .added(0)),
    ])
    try await handler.setBlockers(ids: [ids[0]], of: ids[1], at: Moment.base)
  }

  private func load(_ text: String, _ format: InterchangeFormat) async throws -> ItemValues {
    let options = ImportOptions(now: Moment.after(600), calendar: Berlin.reference.calendar)
    let report = try await world.handler().importItems(Data(text.utf8), format: format, options: options)
    #expect(report.problems.isEmpty)
    return try #require(try await world.handler().items().first { $0.uid == Self.uid })
  }

  /// A record of the item that says no more than the title, and what the format can't leave out.
  static let bare: [(InterchangeFormat, String)] = [
    (.json, #"[{"uid":"\#(uid)","title":"new"}]"#), (.csv, "uid,title\n\(uid),new\n"),
    (.todotxt, "x 2026-11-20 new uid:\(uid)\n"),
    (.taskwarrior, #"[{"uuid":"\#(uid)","description":"new"}]"#),
    (.icalendar, "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:\(uid)\r\nSUMMARY:new\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"),
  ]

  @Test(arguments: bare) func stays(_ format: InterchangeFormat, _ text: String) async throws {
    try await fill()
    let item = try await load(text, format)
    #expect(item.title == "new" && item.notes == "n" && item.priority == .high && item.isDone)
    #expect(item.dueAt == Self.due && item.recurrence == Recurrence(.week))
    #expect(item.tags == ["a", "b"] && item.list == "L" && item.parentNumber == 1)
    #expect(item.timestamp == Moment.after(600), "the title became another one then")
    if format != .todotxt { #expect(item.completedAt == Moment.after(60)) }
  }

  // MARK: - What there is no place for

  /// What says nothing is no loss.
  static let unread: [(InterchangeFormat, String, [String])] = [
    (
      .json,
      #"""
      [{"uid":"\#(uid)","title":"new","colour":"red","Notes":"x","steps":[1],"none":null,"empty":""},
       {"title":"b","colour":"blue","extra":{"todotxt":["a:b"]}}]
      """#, ["Notes 1", "colour 2", "steps 1"]
    ),
    (.json, #"[{"uid":"\#(uid)","title":"new","notes":"n"}]"#, []), (.csv, "uid,title\n\(uid),new\n", []),
  ]

  @Test(arguments: unread)
  func saysWhatOfOurOwnFormatsWasLeftOut(_ format: InterchangeFormat, _ text: String, _ counts: [String]) async throws {
    let report = try await world.handler().importItems(
      Data(text.utf8), format: format, options: ImportOptions(now: Moment.base, calendar: Berlin.reference.calendar))
    #expect(report.unread.map { "\($0.name) \($0.count)" } == counts)
    #expect(report.problems.isEmpty && report.kept.isEmpty && report.skipped.isEmpty)
  }

  /// What an export writes is read, all of it.
  @Test(arguments: InterchangeFormat.allCases) func leavesNothingOutOfWhatWeWrite(
    _ format: InterchangeFormat
  ) async throws {
    try await fill()
    let file = Lock(Data())
    let options = ExportOptions(now: Moment.base, calendar: Berlin.reference.calendar)
    try await world.handler().exportItems(format: format, options: options) { piece in
      file.withLock { $0.append(piece) }
    }
    #expect(try await World().handler().importItems(file.withLock { $0 }, format: format).unread.isEmpty)
  }

  // MARK: - Nothing

  /// Records that say that there is nothing, in the format's own way.
  static let emptied: [(InterchangeFormat, String)] = [
    (
      .json,
      #"""
      [{"uid":"\#(uid)","title":"new","notes":"","state":"open","completed":null,"priority":"none","tags":[],"list":null,
      "due":null,"parent":null,"recurrence":null,"start":null,"blockers":[]}]
      """#
    ),
    (.csv, "uid,title,notes,state,priority,tags,list,due,parent,recurrence,start,blockers\n\(uid),new,,open,,,,,,,,\n"),
    (
      .taskwarrior,
      #"""
      [{"uuid":"\#(uid)","description":"new","status":"pending","annotations":[],"priority":"","tags":[],"project":"",
      "due":"","docketparent":null,"docketrecur":""}]
      """#
    ),
    (
      .icalendar,
      [
        "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:\(uid)", "SUMMARY:new", "DESCRIPTION:", "STATUS:NEEDS-ACTION",
        "PRIORITY:0", "CATEGORIES:", "X-DOCKET-LIST:", "DUE:", "RELATED-TO:", "RRULE:", "END:VTODO", "END:VCALENDAR",
        "",
      ].joined(separator: "\r\n")
    ),
    (
      .json,
      object(
        "uid", "title", ["notes", "completed", "priority", "tags"] + parts + ["recurrence", "start", "blockers"], "null"
      )
    ),
    (
      .json,
      object(
        "uid", "title", ["notes", "completed", "priority", "tags"] + parts + ["recurrence", "start", "blockers"], #""""#
      )
    ),
    (.csv, "uid,title,notes,completed,priority,tags,list,due,parent,recurrence,start,blockers\n\(uid),new,,,,,,,,,,\n"),
    (.taskwarrior, object("uuid", "description", tasks + ["recur"], "null")),
    (.taskwarrior, object("uuid", "description", tasks + ["recur"], #""""#)),
    (.taskwarrior, object("uuid", "description", tasks + ["docketrecur"], "null")),
    (
      .icalendar,
      todo([
        "DESCRIPTION:", "COMPLETED:", "PRIORITY:", "CATEGORIES:", "X-DOCKET-LIST:", "DUE:", "RELATED-TO:", "RRULE:",
      ])
    ),
  ]

  private static let parts = ["list", "due", "parent"]
  private static let tasks = ["annotations", "end", "priority", "tags", "project", "due", "docketparent"]

  /// The item as an object with the same value for each further member.
  private static func object(_ uidName: String, _ titleName: String, _ names: [String], _ value: String) -> String {
    let members = names.map { #","\#($0)":\#(value)"# }.joined()
    return #"[{"\#(uidName)":"\#(uid)","\#(titleName)":"new"\#(members)}]"#
  }

  /// The item as a VTODO with further lines.
  private static func todo(_ lines: [String]) -> String {
    (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:\(uid)", "SUMMARY:new"] + lines + ["END:VTODO", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  @Test(arguments: emptied) func isSomethingElseThanWhatItSaysIsNothing(
    _ format: InterchangeFormat, _ text: String
  ) async throws {
    try await fill()
    let item = try await load(text, format)
    #expect(item.title == "new" && item.notes.isEmpty && item.priority == .none && !item.isDone)
    #expect(item.dueAt == nil && item.recurrence == nil && item.tags.isEmpty)
    if [.json, .csv].contains(format) { #expect(item.start == nil && item.blockerIDs.isEmpty) }
    #expect(item.list == nil && item.parentNumber == nil)
  }

  /// Fields of other formats go away in the ways in which everything else does.
  @Test(arguments: ["{}", "null", "\"\""]) func canBeThatThereAreNoFieldsOfOtherFormats(_ extra: String) async throws {
    let kept = #"[{"uid":"\#(Self.uid)","title":"a","extra":{"todotxt":["h:1"]}}]"#
    #expect(try await load(kept, .json).extra != nil)
    #expect(try await load(#"[{"uid":"\#(Self.uid)","title":"a","extra":\#(extra)}]"#, .json).extra == nil)
    #expect(try await load(kept, .json).extra != nil)
    let field = extra == "{}" ? extra : ""
    #expect(try await load("uid,title,extra\n\(Self.uid),a,\(field)\n", .csv).extra == nil)
  }

  /// Records in which something is empty that every item has.
  static let speechless: [(InterchangeFormat, String)] = [
    (.json, object("uid", "title", ["id", "timestamp", "created", "state", "position"], "null")),
    (.json, object("uid", "title", ["id", "timestamp", "created", "state", "position"], #""""#)),
    (.csv, "uid,title,id,timestamp,created,state,position\n\(uid),new,,,,,\n"),
    (.taskwarrior, object("uuid", "description", ["entry", "modified", "status"], "null")),
    (.taskwarrior, object("uuid", "description", ["entry", "modified", "status"], #""""#)),
    (.icalendar, todo(["CREATED:", "LAST-MODIFIED:", "STATUS:"])),
  ]

  @Test(arguments: speechless) func whatEveryItemHasCanNotBeTakenAway(
    _ format: InterchangeFormat, _ text: String
  ) async throws {
    try await fill()
    let before = try #require(try await world.handler().items().first { $0.uid == Self.uid })
    let item = try await load(text, format)
    #expect(item.timestamp == Moment.after(600) && item.createTimestamp == before.createTimestamp)
    #expect(item.completedAt == before.completedAt && item.orderKey == before.orderKey)
    #expect(item.number == before.number)
  }

  /// Two records with an empty identifier.
  static let nameless: [(InterchangeFormat, String)] = [
    (.json, #"[{"uid":"","title":"a"},{"uid":null,"title":"b"}]"#), (.csv, "uid,title\n,a\n,b\n"),
    (.taskwarrior, #"[{"uuid":"","description":"a"},{"uuid":null,"description":"b"}]"#),
    (
      .icalendar,
      "BEGIN:VCALENDAR\r\n" + ["a", "b"].map { "BEGIN:VTODO\r\nUID:\r\nSUMMARY:\($0)\r\nEND:VTODO\r\n" }.joined()
        + "END:VCALENDAR\r\n"
    ),
  ]

  @Test(arguments: nameless) func anEmptyIdentifierIsNone(_ format: InterchangeFormat, _ text: String) async throws {
    let report = try await world.handler().importItems(Data(text.utf8), format: format)
    #expect(report.added == 2 && report.updated == 0)
  }

  @Test(arguments: [
    (InterchangeFormat.json, #"[{"uid":"\#(uid)","title":""}]"#), (.csv, "uid,title\n\(uid),\n"),
    (.taskwarrior, #"[{"uuid":"\#(uid)","description":""}]"#),
    (.icalendar, "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:\(uid)\r\nSUMMARY:\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"),
  ]) func anEmptyTitleIsRefused(_ format: InterchangeFormat, _ text: String) async throws {
    try await fill()
    await #expect(throws: InterchangeError.self) {
      try await world.handler().importItems(Data(text.utf8), format: format)
    }
  }

  @Test func ofATodoTxtLineIsEverythingButItsState() async throws {
    try await fill()
    let open = try await load("new @c uid:\(Self.uid)\n", .todotxt)
    #expect(!open.isDone && open.tags == ["c"] && open.list == "L" && open.priority == .high)
    let moved = try await load("(C) new +M uid:\(Self.uid)\n", .todotxt)
    #expect(moved.list == "M" && moved.priority == .low && moved.tags == ["c"] && moved.dueAt == Self.due)
  }
}
