import DocketData
import DocketLocking
import Foundation
import Testing

/// A store that files come into and go out of, on the clock of a place.
struct Exchange {
  let world = World()
  private let calendar: Calendar

  init(in calendar: Calendar = Berlin.reference.calendar) { self.calendar = calendar }

  @discardableResult
  func load(_ text: String, _ format: InterchangeFormat) async throws -> ImportReport {
    let report = try await world.handler().importItems(
      Data(text.utf8), format: format, options: ImportOptions(now: Moment.base, calendar: calendar))
    #expect(report.problems.isEmpty, "\(report.problems)")
    return report
  }

  func export(_ format: InterchangeFormat) async throws -> String {
    let file = Lock(Data())
    let options = ExportOptions(now: Moment.base, calendar: calendar)
    try await world.handler().exportItems(format: format, options: options) { piece in
      file.withLock { $0.append(piece) }
    }
    return String(decoding: file.withLock { $0 }, as: UTF8.self)
  }

  /// What an export says of what it left out.
  func report(of format: InterchangeFormat) async throws -> ExportReport {
    let options = ExportOptions(now: Moment.base, calendar: calendar)
    return try await world.handler().exportItems(format: format, options: options) { _ in }
  }

  /// The only item.
  func item() async throws -> ItemValues {
    let items = try await world.handler().items()
    #expect(items.count == 1)
    return try #require(items.first)
  }

  func change(_ changes: ItemChanges) async throws {
    let ids = try await world.handler().items().map(\.id)
    try await world.handler().updateItems(ids: ids, changes)
  }

  // MARK: - Parts of files

  /// A calendar of tasks, each of which has its own lines.
  static func calendar(_ todos: [String]...) -> String {
    let lines = todos.flatMap { ["BEGIN:VTODO"] + $0 + ["END:VTODO"] }
    return (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  /// The lines of an exported calendar, unfolded.
  func calendarLines() async throws -> [String] {
    try await export(.icalendar).replacing("\r\n ", with: "").components(separatedBy: "\r\n")
  }

  /// The exported tasks of Taskwarrior.
  func tasks() async throws -> [[String: NSObject]] {
    let text = try await export(.taskwarrior)
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: NSObject]] ?? []
  }

  /// The exported lines of todo.txt, without the identifiers that the file did not have.
  func todoLines() async throws -> [String] {
    try await export(.todotxt).split(separator: "\n").map { line in
      line.split(separator: " ").filter { !$0.hasPrefix("uid:") }.joined(separator: " ")
    }
  }
}

extension [FieldCount] {
  /// Each name with its number.
  var texts: [String] { map { "\($0.name) \($0.count)" } }
}
