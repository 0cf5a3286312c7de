import Foundation
import Testing

@Suite("calcurse itself", .takesTurns, .enabled(if: Peer.calcurse.isInstalled))
struct CalcurseTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func takesOurExportAndOursReadsIts() async throws {
    try directory.write(Data(PeerItems.json.utf8), to: "items.json")
    let result = try await docket.script(
      """
      docket import items.json > /dev/null
      docket export ours.ics
      mkdir calendar
      calcurse -D calendar -q -i ours.ics > log 2>&1
      calcurse -D calendar --export=ical > theirs.ics
      docket --store other.sqlite import theirs.ics
      """)
    #expect(result.status == 0 && result.text == "added 5, updated 0, unchanged 0, left out 0\n", "\(result.error)")
    let (mine, theirs) = (try await docket.items(), try await docket.items(of: directory.file("other.sqlite")))
    #expect(mine.keys == theirs.keys)
    for (title, item) in mine {
      // It keeps these only, and no priority of what is done.
      #expect(theirs[title]?["state"] == item["state"] && theirs[title]?["notes"] == item["notes"])
      if item["state"] == "open" as NSString { #expect(theirs[title]?["priority"] == item["priority"]) }
    }
  }

  // MARK: - There and back again

  /// The tasks of a calendar, each as its lines, unfolded and sorted.
  private func todos(_ file: String) throws -> [[String]] {
    let text = String(decoding: try directory.bytes(of: file), as: UTF8.self).replacing(/\r?\n[ \t]/, with: "")
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    return lines.split(separator: "BEGIN:VTODO").dropFirst().map { todo in
      todo.prefix { $0 != "END:VTODO" }.sorted()
    }
  }

  /// It knows no identifiers, so what it imports stands beside what it has.
  @Test func nothingButTheChangedFieldIsDifferentInItsOwnCalendar() async throws {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VTODO", "SUMMARY:Buy milk\\, please", "PRIORITY:3",
      "DESCRIPTION:one\\ntwo", "LOCATION:Home", "COMMENT:soon", "END:VTODO", "BEGIN:VTODO", "SUMMARY:Done",
      "PRIORITY:7", "STATUS:COMPLETED", "LOCATION:Work", "END:VTODO", "BEGIN:VTODO", "SUMMARY:None", "END:VTODO",
      "END:VCALENDAR", "",
    ]
    try directory.write(Data(lines.joined(separator: "\r\n").utf8), to: "first.ics")
    let result = try await docket.script(
      """
      mkdir calendar
      calcurse -D calendar -q -i first.ics > log 2>&1
      calcurse -D calendar --export=ical > before.ics
      docket import before.ics 2> notices
      docket update "$(docket list --ids milk)" --title Changed
      docket export ours.ics
      calcurse -D calendar -q -i ours.ics > log 2>&1
      calcurse -D calendar --export=ical > after.ics
      """)
    #expect(result.status == 0 && result.text == "added 3, updated 0, unchanged 0, left out 0\n", "\(result.error)")
    let before = try todos("before.ics")
    #expect(before.count == 3)
    let changed = before.map { $0.map { $0.hasPrefix("SUMMARY:Buy") ? "SUMMARY:Changed" : $0 }.sorted() }
    let sorted = { (todos: [[String]]) in todos.map { $0.joined(separator: "\n") }.sorted() }
    #expect(try sorted(todos("after.ics")) == sorted(before + changed))
    let notices = String(decoding: try directory.bytes(of: "notices"), as: UTF8.self)
    #expect(notices.hasPrefix("docket: kept, but not understood: COMMENT 1, LOCATION 2: before.ics: "))
  }
}
