import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Blockers in a file")
struct ImportedBlockersTests {
  let world = World()
  private let ids = ["a", "b", "c", "d"].map { _ in UUID() }

  private func load(
    _ text: String, _ format: InterchangeFormat = .json, keepsGoing: Bool = false
  ) async throws -> ImportReport {
    try await world.handler().importItems(
      Data(text.utf8), format: format, options: ImportOptions(keepsGoing: keepsGoing, now: Moment.base))
  }

  /// The line of an item, which waits for others of the four.
  private func line(_ item: Int, _ blockers: [Int]) -> String {
    let uids = blockers.map { #""\#(ids[$0])""# }.joined(separator: ",")
    return #"{"uid":"\#(ids[item])","title":"\#(["a", "b", "c", "d"][item])","blockers":[\#(uids)]}"#
  }

  private func file(_ blockers: [(Int, [Int])]) -> String {
    "[" + blockers.map { line($0.0, $0.1) }.joined(separator: ",\n") + "]"
  }

  private func blockers() throws -> [String] {
    let items = try world.snapshot().items
    let titles = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.title) })
    return items.filter { !$0.blockerIDs.isEmpty }
      .map { item in "\(item.title): \(item.blockerIDs.compactMap { titles[$0] }.sorted().joined(separator: " "))" }
      .sorted()
  }

  @Test func mayComeAfterTheItemsThatWait() async throws {
    #expect(try await load(file([(0, [1, 2]), (1, [3]), (2, []), (3, [])])).added == 4)
    #expect(try blockers() == ["a: b c", "b: d"])
    let after = try world.snapshot()
    // Again it changes nothing.
    #expect(try await load(file([(0, [2, 1]), (1, [3])])).unchanged == 2)
    #expect(try world.snapshot() == after)
    try await world.handler().undo()
    #expect(try world.snapshot().items.isEmpty)
    try await world.handler().redo()
    #expect(try world.snapshot() == after)
  }

  @Test func replaceThoseThatThereAre() async throws {
    _ = try await load(file([(0, [1, 2]), (1, [3]), (2, []), (3, [])]))
    let before = try world.snapshot()
    let report = try await load(file([(0, [3]), (1, [])]))
    #expect(report.updated == 2 && report.unchanged == 0)
    #expect(try blockers() == ["a: d"])
    // What the file does not say stays.
    #expect(try await load(#"[{"uid":"\#(ids[0])","title":"a"}]"#).unchanged == 1)
    #expect(try blockers() == ["a: d"])
    try await world.handler().undo()
    #expect(try world.snapshot() == before)
  }

  @Test func areReadFromSpreadsheetsToo() async throws {
    _ = try await load(
      "uid,title,start,blockers\n\(ids[0]),a,2026-12-24,\"\(ids[1]),\(ids[2])\"\n\(ids[1]),b,,\n"
        + "\(ids[2]),c,2026-12-24T17:00:00.000Z,\n", .csv)
    #expect(try blockers() == ["a: b c"])
    let starts = try await world.handler().items(order: ItemOrder(.title, isAscending: true)).map { $0.start?.rawValue }
    #expect(starts == ["2026-12-24", nil, "2026-12-24T17:00:00.000Z"])
  }

  @Test func thatAreMissingAreReported() async throws {
    let error = await #expect(throws: InterchangeError.self) { try await load(file([(0, [1])])) }
    #expect(error?.message == "An item that it waits for, \(ids[1]), is neither in the file nor in the store.")
    #expect(try world.snapshot().items.isEmpty)
    let report = try await load(file([(2, []), (0, [1, 2])]), keepsGoing: true)
    #expect(report.problems.map(\.position.line) == [2] && report.added == 2)
    #expect(try blockers() == ["a: c"])
  }

  @Test(arguments: [[(0, [1]), (1, [2]), (2, [0])], [(0, [0]), (1, [])], [(2, [1]), (1, [0]), (0, [2]), (3, [2])]])
  func thatAreALoopAreRefused(_ lines: [(Int, [Int])]) async throws {
    let error = await #expect(throws: InterchangeError.self) { try await load(file(lines)) }
    #expect(error?.message == "The item waits for itself.")
    #expect(try world.snapshot().items.isEmpty)
    let report = try await load(file(lines), keepsGoing: true)
    #expect(report.problems.count == 1)
    let after = try world.snapshot()
    #expect(try blockers().count == lines.count { !$0.1.isEmpty } - 1)
    try await world.handler().undo()
    try await world.handler().redo()
    #expect(try world.snapshot() == after)
  }

  /// It is the file that has to give way.
  @Test func thatAreALoopWithTheStoreAreLetGoOf() async throws {
    _ = try await load(file([(0, []), (1, [0]), (2, [1])]))
    let before = try world.snapshot()
    #expect(try await load(file([(0, [2])]), keepsGoing: true).problems.count == 1)
    #expect(try world.snapshot() == before)
  }
}
