import Testing

@testable import OpenSwiftDataSync

@Suite("A decision about a conflict is about what was seen")
struct ConflictDecisionTests {
  private let row = SyncIdentity(high: 2, low: 2)
  private let other = SyncIdentity(high: 1, low: 1)

  private func kept(_ name: String, _ value: String, at clock: UInt64) -> Conflict.Kept {
    Conflict.Kept(
      .property(name),
      Leaf(stamp: Stamp(clock: clock, replica: Replica(1)), value: .text(value), isDerived: false, isFresh: true))
  }

  private func conflict(_ kind: Conflict.Kind, _ kept: [Conflict.Kept], survivor: RowValues = [:]) -> SyncConflict {
    SyncConflict(
      number: 1, row: row, entity: "Tag", key: nil, lastKey: nil, kind: kind, shown: nil, shownStamp: nil, kept: kept,
      values: [:], members: [:], survivor: survivor, targets: [:])
  }

  @Test func theLatestOfSeveralValuesIsTakenAndWhatTheOtherRowShowsMeanwhileIsKept() {
    let conflict = conflict(
      .absorbed(into: other),
      [kept("color", "blue", at: 3), kept("color", "grey", at: 2), kept("icon", "star", at: 1)],
      survivor: ["color": .text("red")])
    #expect(
      conflict.restoration == [
        .decide(other, property: "color", .text("blue"), seen: [.text("red"), .text("blue")]),
        .decide(other, property: "icon", .text("star"), seen: [.null, .text("star")]),
      ])
  }

  @Test func theCutOfACycleIsAgreedToForTheParentThatWasSeen() {
    #expect(
      conflict(.cycle, [kept("parent", "a", at: 1)]).restoration == [
        .decide(row, property: "parent", .null, seen: [.text("a")])
      ])
  }
}
