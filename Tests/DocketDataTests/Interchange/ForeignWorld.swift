import DocketData
import DocketLocking
import Foundation
import Testing

/// A store that files of other formats are read into, and written from.
protocol ForeignWorld {
  var world: World { get }
}

extension ForeignWorld {
  func load(_ text: String, _ format: InterchangeFormat) async throws -> ImportReport {
    let report = try await world.handler().importItems(
      Data(text.utf8), format: format, options: ImportOptions(now: Moment.base, calendar: Berlin.reference.calendar))
    #expect(report.problems.isEmpty, "\(report.problems)")
    return report
  }

  func export(_ format: InterchangeFormat) async throws -> (text: String, report: ExportReport) {
    let file = Lock(Data())
    let options = ExportOptions(now: Moment.base, calendar: Berlin.reference.calendar)
    let report = try await world.handler().exportItems(format: format, options: options) { piece in
      file.withLock { $0.append(piece) }
    }
    return (String(decoding: file.withLock { $0 }, as: UTF8.self), report)
  }

  func counts(_ counts: [FieldCount]) -> [String] { counts.map { "\($0.name) \($0.count)" } }

  func item(_ title: String) async throws -> ItemValues {
    try #require(try await world.handler().items().first { $0.title == title })
  }

  func change(_ title: String, _ changes: ItemChanges) async throws {
    try await world.handler().updateItems(ids: [item(title).id], changes)
  }
}

/// Another store, for what the first one wrote.
struct OtherWorld: ForeignWorld {
  let world = World()
}

/// Files with everything that an item has no place for.
enum ForeignFile {
  static let full = "11111111-2222-4333-8444-555555555551"
  static let monthly = "11111111-2222-4333-8444-555555555552"

  /// A task with everything, one of a series, and two that are no items.
  static let tasks = #"""
    [
    {"id":1,"description":"full","due":"20301231T230000Z","entry":"20261101T080000Z","modified":"20261102T080000Z","status":"waiting","priority":"H","project":"Work","tags":["ops"],"uuid":"11111111-2222-4333-8444-555555555551","depends":["11111111-2222-4333-8444-555555555552"],"wait":"20291231T230000Z","scheduled":"20301201T080000Z","until":"20351201T080000Z","start":"20261102T080000Z","estimate":3.5,"where":"home \"ünï\"","annotations":[{"entry":"20261103T080000Z","description":"first"},{"entry":"20261103T080001Z","description":"second"}],"urgency":12.3},
    {"id":2,"description":"monthly","due":"20310131T225959Z","entry":"20261101T080000Z","modified":"20261102T080000Z","status":"pending","recur":"monthly","rtype":"periodic","parent":"11111111-2222-4333-8444-555555555553","imask":0,"uuid":"11111111-2222-4333-8444-555555555552","urgency":2.4},
    {"id":3,"description":"template","due":"20310131T225959Z","entry":"20261101T080000Z","mask":"-","recur":"monthly","status":"recurring","uuid":"11111111-2222-4333-8444-555555555553"},
    {"id":0,"description":"gone","status":"deleted","uuid":"11111111-2222-4333-8444-555555555554"}
    ]
    """#

  /// Two tasks, one with an alarm, and an event.
  static let calendar = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VEVENT", "SUMMARY:no task", "BEGIN:VALARM",
    "END:VALARM", "END:VEVENT", "BEGIN:VTODO", "UID:abc@example.org", "DTSTAMP:20261101T080000Z",
    "CREATED:20261101T080000Z", "LAST-MODIFIED:20261102T080000Z", "SUMMARY;LANGUAGE=en:Call\\, then write",
    "DTSTART;TZID=Europe/Berlin:20310101T080000", "DUE;TZID=America/New_York:20310106T090000",
    "CATEGORIES:one,two words", "CATEGORIES:three", "PRIORITY:3", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40",
    "RRULE:FREQ=MONTHLY;BYDAY=-1FR", "RELATED-TO;RELTYPE=SIBLING:other@example.org", "LOCATION:Home",
    "X-COLOUR;X-P=\"a:b\":red;green", "SEQUENCE:3", "URL:https://example.org/a:b",
    "ATTENDEE;CN=\"A long name so that the line is folded\";PARTSTAT=ACCEPTED:mailto:a@example.org",
    "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:ring", "END:VALARM", "END:VTODO",
    "BEGIN:VTODO", "UID:child@example.org", "DTSTAMP:20261101T080000Z", "CREATED:20261101T080000Z",
    "LAST-MODIFIED:20261102T080000Z", "SUMMARY:Child", "DUE;VALUE=DATE:20310106", "STATUS:NEEDS-ACTION",
    "RELATED-TO:abc@example.org", "RRULE:FREQ=WEEKLY;INTERVAL=1", "END:VTODO", "END:VCALENDAR",
  ]

  /// Lines whose words have places in an item, and others.
  static let lines = [
    "(D) 2026-01-02 Call Mum +Family +Clan @phone due:2031-05-06 t:2031-05-01 foo:bar rec:+1m",
    "x 2026-11-20 2026-11-02 Pay the bill pri:E id:7", "Plain line h:1", "x Done without dates",
    "Meet re:invoice at 12:30 http://example.org/a:b", "2026-01-02 Odd due:tomorrow rec:5b uid:mine",
  ]
}

// MARK: - Parts of files

/// A component of a calendar: two that say the same are equal, whatever the order of their lines.
struct CalendarComponent: Equatable {
  let name: String
  /// Its own lines, unfolded and sorted; one that stands there twice is there twice.
  private(set) var lines: [String] = []
  private(set) var parts: [CalendarComponent] = []

  /// The components of a text.
  static func all(_ text: String) -> [CalendarComponent] {
    // A line that begins with a blank belongs to the one before.
    let unfolded = text.replacing("\r\n ", with: "").replacing("\r\n\t", with: "")
    var rest = unfolded.components(separatedBy: "\r\n")[...]
    return CalendarComponent("", of: &rest).parts
  }

  private init(_ name: String, of rest: inout ArraySlice<String>) {
    self.name = name
    while let line = rest.popFirst(), line != "END:\(name)" {
      if line.hasPrefix("BEGIN:") {
        parts.append(CalendarComponent(String(line.dropFirst("BEGIN:".count)), of: &rest))
      } else {
        lines.append(line)
      }
    }
    lines.sort()
  }

  /// Without the lines of its own that begin so.
  func without(_ beginnings: [String]) -> CalendarComponent {
    var other = self
    other.lines.removeAll { line in beginnings.contains { line.hasPrefix($0) } }
    return other
  }
}

/// A line of todo.txt: two that say the same are equal.
struct TodoLine: Equatable {
  /// What stands in an order: the mark of what is done, the priority, the dates, and the words of the title.
  let words: [String]
  /// Projects, contexts and pairs, sorted; one that stands there twice is there twice.
  let fields: [String]

  /// Leaves out the pairs that an export adds, so that the line comes back as it is.
  init(_ line: some StringProtocol) {
    let all = line.components(separatedBy: " ")
    words = all.filter { !Self.isField($0) }
    fields = all.filter { Self.isField($0) && !Self.isAdded($0) }.sorted()
  }

  private static func isField(_ word: String) -> Bool { word.wholeMatch(of: /[+@].+|[^:]+:.+/) != nil }

  private static func isAdded(_ word: String) -> Bool {
    word.wholeMatch(of: /uid:[0-9A-Fa-f-]{36}|title:.*/) != nil
  }
}
