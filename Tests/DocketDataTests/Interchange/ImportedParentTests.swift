import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Parents in a file that can't be")
struct ImportedParentTests {
  let world = World()

  private func load(_ text: String, keepsGoing: Bool = true) async throws -> ImportReport {
    try await world.handler().importItems(
      Data(text.utf8), format: .json, options: ImportOptions(keepsGoing: keepsGoing, now: Moment.base))
  }

  private func parents() throws -> [String: String] {
    let items = try world.snapshot().items
    let titles = Dictionary(uniqueKeysWithValues: items.map { ($0.number, $0.title) })
    return Dictionary(uniqueKeysWithValues: items.map { ($0.title, $0.parentNumber.flatMap { titles[$0] } ?? "") })
  }

  @Test func aLoopIsReportedWithItsPlaceAndLetGoOf() async throws {
    let (a, b, c) = (UUID(), UUID(), UUID())
    let text = #"""
      [{"uid":"\#(a)","title":"a","parent":"\#(b)"},
      {"uid":"\#(b)","title":"b","parent":"\#(c)"},
      {"uid":"\#(c)","title":"c","parent":"\#(a)"},
      {"title":"other"}]
      """#
    let report = try await load(text)
    #expect(report.added == 4 && report.orphaned == 1 && report.leftOut == 0)
    #expect(report.problems.map(\.message) == ["The item is a part of itself."])
    #expect(report.problems.map(\.position.line) == [1])
    #expect(try parents() == ["a": "", "b": "c", "c": "a", "other": ""])
    // Undone and redone it is the same, and nothing goes round for ever.
    let after = try world.snapshot()
    try await world.handler().undo()
    #expect(try world.snapshot().items.isEmpty)
    try await world.handler().redo()
    #expect(try world.snapshot() == after)
  }

  @Test func whatIsBelowALoopKeepsItsParent() async throws {
    let (a, b, c, d) = (UUID(), UUID(), UUID(), UUID())
    let text = #"""
      [{"uid":"\#(d)","title":"d","parent":"\#(c)"},
      {"uid":"\#(c)","title":"c","parent":"\#(a)"},
      {"uid":"\#(a)","title":"a","parent":"\#(b)"},
      {"uid":"\#(b)","title":"b","parent":"\#(a)"}]
      """#
    let report = try await load(text)
    #expect(report.orphaned == 1 && report.problems.map(\.position.line) == [3])
    #expect(try parents() == ["a": "", "b": "a", "c": "a", "d": "c"])
  }

  @Test func anItemWhoseNewParentIsMissingKeepsTheOneItHas() async throws {
    let (a, b) = (UUID(), UUID())
    _ = try await load(#"[{"uid":"\#(a)","title":"a"},{"uid":"\#(b)","title":"b","parent":"\#(a)"}]"#)
    let report = try await load(#"[{"uid":"\#(b)","title":"b","parent":"\#(UUID())"}]"#)
    #expect(report.orphaned == 1)
    #expect(try parents() == ["a": "", "b": "a"])
  }

  @Test func aLoopThroughTheStoreIsLetGoOf() async throws {
    let (a, b) = (UUID(), UUID())
    _ = try await load(#"[{"uid":"\#(a)","title":"a"},{"uid":"\#(b)","title":"b","parent":"\#(a)"}]"#)
    let before = try world.snapshot()
    let report = try await load(#"[{"uid":"\#(a)","title":"a","parent":"\#(b)"}]"#)
    #expect(report.orphaned == 1)
    #expect(try parents() == ["a": "", "b": "a"])
    #expect(try world.snapshot() == before)
  }

  @Test func anItemUnderItselfIsToldSo() async throws {
    let a = UUID()
    let text = #"[{"title":"x"},\#n {"uid":"\#(a)","title":"a","parent":"\#(a)"}]"#
    let error = await #expect(throws: InterchangeError.self) { try await load(text, keepsGoing: false) }
    #expect(error?.message == "The item is a part of itself." && error?.position.line == 2)
    let report = try await load(text)
    #expect(report.orphaned == 1 && report.added == 2)
    #expect(try parents() == ["x": "", "a": ""])
  }

  @Test func manyLoopsAreLetGoOfOneByOne() async throws {
    let pairs = (0..<3_000).map { _ in (UUID(), UUID()) }
    let text = pairs.enumerated().map { index, pair in
      #"{"uid":"\#(pair.0)","title":"a\#(index)","parent":"\#(pair.1)"},"#
        + #"{"uid":"\#(pair.1)","title":"b\#(index)","parent":"\#(pair.0)"}"#
    }.joined(separator: ",\n")
    let report = try await load("[\(text)]")
    #expect(report.orphaned == 3_000 && report.problems.count == 100)
    #expect(try world.snapshot().items.count { $0.parentNumber != nil } == 3_000)
  }
}
