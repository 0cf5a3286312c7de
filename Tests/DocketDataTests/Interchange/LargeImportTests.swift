import DocketData
import Foundation
import Testing

/// The first ten thousand items of an import are models, whose values the journal keeps; further ones become rows at
/// once.
@Suite("An import of many items leaves what many imports of few items leave")
struct LargeImportTests {
  private static let uids = (0..<16_000).map { _ in UUID() }

  /// A member of a JSON array.
  private func line(_ index: Int) -> String {
    var members = [#""id":\#(index + 1)"#, #""uid":"\#(Self.uids[index])""#, #""title":"item \#(index)""#]
    members.append(#""notes":"\#(String(repeating: "n", count: index % 7))""#)
    members.append(#""tags":[\#((0..<index % 4).map { #""tag\#((index + $0) % 50)""# }.joined(separator: ","))]"#)
    if index % 3 == 0 { members.append(#""list":"List \#(index % 20)""#) }
    if index % 5 == 0 { members.append(#""completed":"2026-01-02T03:04:05Z""#) }
    if index % 7 == 0 { members.append(#""due":"2026-11-24""#) }
    if index % 11 == 0 { members.append(#""recurrence":"week","priority":"high""#) }
    switch index % 100 {
    case 50...60: members.append(#""parent":"\#(Self.uids[index - 3])""#)
    // One that comes later, in this part of the file or in a later one.
    case 70: members.append(#""parent":"\#(Self.uids[min(index + 5_000, Self.uids.count - 1)])""#)
    default: break
    }
    return "{\(members.joined(separator: ","))}"
  }

  private func load(_ lines: [String], into world: World) async throws -> ImportReport {
    try await world.handler().importItems(
      Data("[\(lines.joined(separator: ",\n"))]".utf8), format: .json, options: ImportOptions(now: Moment.base))
  }

  @Test func valuesNumbersNamesAndParentsAreTheSame() async throws {
    let (large, small) = (World(), World())
    let lines = Self.uids.indices.map(line)
    let report = try await load(lines, into: large)
    #expect(report.added == lines.count && report.problems.isEmpty)
    // Those with a parent that is there already, so that each small file has all that it refers to.
    let order = lines.indices.filter { $0 % 100 != 70 } + lines.indices.filter { $0 % 100 == 70 }
    for start in stride(from: 0, to: order.count, by: 4_000) {
      _ = try await load(order[start..<min(start + 4_000, order.count)].map { lines[$0] }, into: small)
    }
    let (ours, theirs) = (try byUID(large), try byUID(small))
    #expect(ours.count == lines.count)
    #expect(ours == theirs)
    #expect(try large.snapshot().items.map(\.number) == Self.uids.indices.map { Int64($0 + 1) })
  }

  @Test func anItemThatComesTwiceIsUpdated() async throws {
    let world = World()
    let again = #"{"uid":"\#(Self.uids[12_345])","title":"again","parent":"\#(Self.uids[12_500])"}"#
    let report = try await load(Self.uids.indices.map(line) + [again, #"{"title":"without a uid"}"#], into: world)
    #expect(report.added == Self.uids.count + 1 && report.updated == 1)
    let items = try world.snapshot().items
    #expect(items[12_345].title == "again" && items[12_345].parentNumber == 12_501)
    #expect(items.last?.title == "without a uid" && items.last?.number == Int64(Self.uids.count + 1))
  }

  @Test func itIsUndoneAsOneStep() async throws {
    let world = World()
    _ = try await load((0..<50).map(line), into: world)
    let before = try world.snapshot()
    _ = try await load((1_000..<Self.uids.count).map(line), into: world)
    #expect(try await world.handler().undo().count == 1)
    let after = try world.snapshot()
    #expect(after.items == before.items)
  }

  @Test func anErrorFarBehindLeavesNothing() async throws {
    let world = World()
    let error = await #expect(throws: InterchangeError.self) {
      try await load(Self.uids.indices.map(line) + [#"{"title":""}"#], into: world)
    }
    #expect(error?.position.line == Self.uids.count + 1)
    #expect(try world.snapshot().items.isEmpty)
  }

  /// The values that do not depend on when an item came: all but numbers and positions.
  private func byUID(_ world: World) throws -> [UUID: String] {
    Dictionary(
      uniqueKeysWithValues: try world.snapshot().items.map { item in
        let dates = "\(item.timestamp) \(item.createTimestamp) \(item.completedAt as Any) \(item.due as Any)"
        let names = "\(item.tags) \(item.list ?? "") \(item.parentUID as Any)"
        return (item.uid, "\(item.title) \(item.notes) \(dates) \(names) \(item.priority) \(item.recurrence as Any)")
      })
  }
}
