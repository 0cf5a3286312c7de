import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// The numbers are those of the rules in the design.
@Suite("Each rule of the merge, by itself")
struct MergeRulesTests {
  private let item = SyncIdentity(high: 1, low: 1)
  private let other = SyncIdentity(high: 1, low: 2)

  /// A replica with its state, for tests that are read from top to bottom.
  private final class Machine {
    var state = SyncState(schema: TaskSchema.first)
    private let name: Replica
    private var time: UInt64

    init(_ name: UInt64, time: UInt64 = 1_000) {
      self.name = Replica(name)
      self.time = time
    }

    /// Writes, and gives the batch.
    func write(_ edits: LocalEdit...) -> Batch {
      time = max(time, state.seen.latestClock >> 16) + 1
      let batch = state.batch(of: edits, at: Stamp(milliseconds: time, counter: 0, replica: name))
      _ = state.merge(batch)
      return batch
    }

    func write(_ changes: [Change]) -> Batch {
      var batch = write()
      batch.changes = changes
      return batch
    }

    func text(_ property: String, of row: SyncIdentity) -> String? {
      if case .text(let text)? = state.row(row)?.values[property] { text } else { nil }
    }
  }

  private func pair() -> (Machine, Machine) {
    let (one, two) = (Machine(1), Machine(2, time: 5_000))
    _ = two.state.merge(one.write(.insert(item, entity: "Item", values: ["title": .text("a"), "notes": .text("b")])))
    return (one, two)
  }

  @Test("1 and 2: the larger stamp wins, each property by itself") func properties() {
    let (one, two) = pair()
    let early = one.write(.set(item, property: "title", .text("early")), .set(item, property: "notes", .text("n")))
    let late = two.write(.set(item, property: "title", .text("late")))
    _ = one.state.merge(late)
    _ = two.state.merge(early)
    #expect(one.state == two.state)
    #expect(one.text("title", of: item) == "late" && one.text("notes", of: item) == "n")
  }

  @Test("3: an undone deletion is one write") func restoring() {
    let (one, two) = pair()
    _ = two.state.merge(one.write(.delete(item)))
    #expect(two.state.row(item) == nil)
    let restoration = two.write(.restore(item))
    #expect(restoration.changes.count == 1)
    _ = one.state.merge(restoration)
    #expect(one.text("title", of: item) == "a" && one.state.conflicts.isEmpty)
  }

  @Test("3: after half the horizon, the whole row is written") func restoringLate() {
    let one = Machine(1)
    _ = one.write(.insert(item, entity: "Item", values: ["title": .text("a")]))
    _ = one.write(.delete(item))
    let later = Stamp(milliseconds: 46 * 24 * 3_600_000 + 2_000, counter: 0, replica: Replica(1))
    let batch = one.state.batch(of: [.restore(item)], at: later)
    #expect(batch.changes.map(\.key) == [.existence, .property("title")])
    // Somebody who has pruned the row sees all of it.
    one.state.prune(before: later.milliseconds)
    #expect(one.state.view.rows[item] == nil)
    _ = one.state.merge(batch)
    #expect(one.text("title", of: item) == "a")
  }

  @Test("4: moving a member is one write, equal keys are ordered by identity") func members() throws {
    let (one, two) = pair()
    let tags = (1...3).map { SyncIdentity(high: 2, low: UInt64($0)) }
    let keys = try #require(OrderKey.keys(2, between: nil, nil)?.map(\.text))
    for tag in tags { _ = one.write(.insert(tag, entity: "Tag", values: ["name": .text("\(tag)")])) }
    _ = one.write(.add(item, relationship: "tags", member: tags[1], key: keys[0]))
    _ = one.write(.add(item, relationship: "tags", member: tags[0], key: keys[0]))
    _ = one.write(.add(item, relationship: "tags", member: tags[2], key: keys[1]))
    _ = two.state.merge(one.state)
    #expect(two.state.row(item)?.members["tags"]?.map(\.row) == tags)
    let first = try #require(OrderKey.between(nil, OrderKey(keys[0])))
    let move = two.write(.add(item, relationship: "tags", member: tags[2], key: first.text))
    #expect(move.changes.count == 1)
    #expect(two.state.row(item)?.members["tags"]?.map(\.row) == [tags[2], tags[0], tags[1]])
  }

  @Test("4: a cycle is cut at the edge that was written last") func cycles() {
    let (one, two) = pair()
    _ = two.state.merge(one.write(.insert(other, entity: "Item", values: [:])))
    let early = one.write(.set(item, property: "parent", .identity(other)))
    let late = two.write(.set(other, property: "parent", .identity(item)))
    _ = one.state.merge(late)
    let outcome = two.state.merge(early)
    #expect(one.state == two.state)
    #expect(outcome.rows == [item, other])
    #expect(one.state.row(item)?.values["parent"] == .identity(other))
    #expect(one.state.row(other)?.values["parent"] == .null)
    #expect(one.state.conflicts.map(\.kind) == [.cycle])
  }

  @Test("5: one name is one row, and a rename that collides keeps the smaller identity") func uniqueNames() {
    let (one, two) = pair()
    let name = one.state.identity(forName: "errand", entity: "Tag", space: TaskSchema.space)
    #expect(two.state.identity(forName: "ERRAND", entity: "Tag", space: TaskSchema.space) == name)
    let (small, large) = (SyncIdentity(high: 0, low: 1), SyncIdentity(high: 9, low: 1))
    _ = one.write(.insert(small, entity: "Tag", values: ["name": .text("home"), "color": .text("red")]))
    _ = one.write(.insert(large, entity: "Tag", values: ["name": .text("work"), "color": .text("blue")]))
    _ = one.write(.add(item, relationship: "tags", member: large, key: "a0"))
    _ = two.state.merge(one.state)
    let rename = two.write(.set(large, property: "name", .text("Office")))
    let outcome = one.state.merge(rename)
    #expect(outcome.redirected.isEmpty)
    let collision = one.write(.set(small, property: "name", .text("x")))
    _ = two.state.merge(collision)
    _ = one.state.merge(two.write(.set(large, property: "name", .text("home"))))
    let merged = two.state.merge(one.write(.set(small, property: "name", .text("HOME"))))
    #expect(one.state == two.state)
    #expect(merged.redirected == [large: small])
    #expect(one.state.row(large) == nil && one.state.standIn(for: large) == small)
    #expect(one.state.row(item)?.members["tags"]?.map(\.row) == [small])
    let conflict = one.state.conflicts.first { $0.row == large }
    #expect(conflict?.kind == .absorbed(into: small))
    #expect(conflict?.kept.map(\.value).contains(.text("blue")) == true)
    // Whoever renames the one that stayed takes the other one along.
    _ = one.write(.set(small, property: "name", .text("house")))
    #expect(one.state.row(item)?.members["tags"]?.map(\.row) == [small] && one.state.row(large) == nil)
    #expect(one.state.conflicts(of: large).flatMap(\.kept).map(\.value).contains(.text("blue")))
    _ = one.write(.dismiss(large))
    #expect(one.state.conflicts(of: large).isEmpty && one.state.standIn(for: large) == small)
  }

  @Test("5: a name whose row was renamed gives another identity, the same everywhere") func renamedNames() {
    let (one, two) = pair()
    let first = one.state.identity(forName: "errand", entity: "Tag", space: TaskSchema.space)
    _ = one.write(.insert(first, entity: "Tag", values: ["name": .text("errand")]))
    _ = one.write(.set(first, property: "name", .text("shopping")))
    _ = two.state.merge(one.state)
    let second = one.state.identity(forName: "errand", entity: "Tag", space: TaskSchema.space)
    #expect(second != first)
    #expect(two.state.identity(forName: "Errand", entity: "Tag", space: TaskSchema.space) == second)
  }

  @Test("6: what a rule creates on two machines exists once, and what is typed into it stays") func causes() {
    let (one, two) = pair()
    let next = SyncIdentity(cause: item, detail: "2026-12-01")
    let insertion = LocalEdit.insert(next, entity: "Item", values: ["title": .text("a")], isDerived: true)
    let (early, typed) = (one.write(insertion), one.write(.set(next, property: "title", .text("typed"))))
    // The other machine is late: its default has the larger stamp.
    let late = two.write(insertion)
    _ = one.state.merge(late)
    _ = two.state.merge(early)
    _ = two.state.merge(typed)
    #expect(one.state == two.state && one.state.conflicts.isEmpty)
    #expect(one.text("title", of: next) == "typed")
  }

  @Test("6: the other machine's copy does not bring a deleted one back") func deletedCauses() {
    let (one, two) = pair()
    let next = SyncIdentity(cause: item, detail: "2026-12-01")
    let insertion = LocalEdit.insert(next, entity: "Item", values: ["title": .text("a")], isDerived: true)
    let early = one.write(insertion)
    let deletion = one.write(.delete(next))
    _ = one.state.merge(two.write(insertion))
    _ = two.state.merge(early)
    _ = two.state.merge(deletion)
    #expect(one.state == two.state && one.state.row(next) == nil && one.state.conflicts.isEmpty)
  }

  @Test("7: what was overwritten unseen is kept until somebody decides") func conflicts() {
    let (one, two) = pair()
    let early = one.write(.set(item, property: "title", .text("mine")))
    _ = one.state.merge(two.write(.set(item, property: "title", .text("yours"))))
    _ = two.state.merge(early)
    #expect(one.state.conflicts.map(\.kind) == [.overwritten(property: "title")])
    #expect(one.state.conflicts[0].kept.map(\.value) == [.text("mine")])
    // Another edit does not decide about it.
    _ = one.state.merge(two.write(.set(item, property: "title", .text("again"))))
    #expect(one.state.conflicts[0].kept.map(\.value) == [.text("mine")])
    _ = two.state.merge(one.write(.decide(item, property: "title", .text("mine"))))
    #expect(one.state == two.state && one.state.conflicts.isEmpty && two.text("title", of: item) == "mine")
  }

  @Test("7: a decision is about what was looked at, not about what came meanwhile") func unseenValues() throws {
    let (one, two) = pair()
    let early = one.write(.set(item, property: "title", .text("mine")))
    _ = one.state.merge(two.write(.set(item, property: "title", .text("yours"))))
    _ = two.state.merge(early)
    let looked = try #require(one.state.conflicts.first)
    // Another one writes over what is shown, and a third one beside it.
    let three = Machine(3, time: 9_000)
    _ = three.state.merge(one.state)
    _ = one.state.merge(two.write(.set(item, property: "title", .text("yours again"))))
    _ = one.state.merge(three.write(.set(item, property: "title", .text("theirs"))))
    let seen = Set(looked.kept.map(\.value) + [.text("yours")])
    let decision = one.write(.decide(item, property: "title", .text("mine"), seen: seen))
    for other in [two, three] {
      _ = other.state.merge(one.state)
      #expect(other.state == one.state)
    }
    #expect(!decision.changes.isEmpty && one.text("title", of: item) == "mine")
    #expect(one.state.conflicts.flatMap(\.kept).map(\.value) == [.text("theirs"), .text("yours again")])
  }

  @Test("7: what was typed into a deleted row meanwhile outlives the dismissal of what was there before")
  func unseenEdits() throws {
    let (one, two) = pair()
    let early = two.write(.set(item, property: "title", .text("typed")))
    _ = one.write(.delete(item))
    _ = one.state.merge(early)
    let looked = try #require(one.state.conflicts.first)
    _ = one.state.merge(two.write(.set(item, property: "notes", .text("typed later"))))
    _ = two.state.merge(one.write(.dismiss(item, seen: Set(looked.kept.map(\.stamp)))))
    #expect(one.state.conflicts.flatMap(\.kept).map(\.value) == [.text("typed later")])
    _ = two.state.merge(one.state)
    #expect(one.state == two.state)
    _ = one.write(.dismiss(item))
    #expect(one.state.conflicts.isEmpty)
  }

  @Test("7: edits that knew of each other are no conflict") func knownEdits() {
    let (one, two) = pair()
    _ = two.state.merge(one.write(.set(item, property: "title", .text("b"))))
    _ = one.state.merge(two.write(.set(item, property: "title", .text("c"))))
    #expect(one.state == two.state && one.state.conflicts.isEmpty && one.text("title", of: item) == "c")
  }

  @Test("7: what was typed into a row that was deleted elsewhere is kept, beyond the horizon too") func deletedRows() {
    let (one, two) = pair()
    let typed = one.write(.set(item, property: "title", .text("typed")))
    let deletion = two.write(.delete(item))
    _ = two.state.merge(typed)
    _ = one.state.merge(deletion)
    one.state.prune(before: .max)
    for state in [one.state, two.state] {
      #expect(state.row(item) == nil)
      #expect(state.conflicts.map(\.kind) == [.deleted] && state.conflicts[0].kept.map(\.value) == [.text("typed")])
    }
    _ = two.write(.restore(item))
    #expect(two.text("title", of: item) == "typed" && two.text("notes", of: item) == "b")
  }

  @Test("8: a property of a later schema is kept, and shown after the upgrade") func laterProperties() {
    let one = Machine(1)
    let estimate = Change(
      row: item, entity: "Item", key: .property("estimate"), value: .integer(3),
      stamp: Stamp(milliseconds: 1_002, counter: 0, replica: Replica(2)))
    _ = one.write(.insert(item, entity: "Item", values: ["title": .text("a")]))
    let header = BatchHeader(
      id: BatchID(replica: Replica(2), number: 1), vector: one.state.seen, clock: estimate.stamp.clock, fingerprint: 2)
    _ = one.state.merge(Batch(header: header, changes: [estimate]))
    #expect(one.state.row(item)?.values["estimate"] == nil)
    let outcome = one.state.adopt(TaskSchema.second)
    #expect(outcome.rows == [item] && one.state.row(item)?.values["estimate"] == .integer(3))
  }

  @Test("8: a batch of a later format is put aside, stops nobody, and is applied after the upgrade") func laterFormats()
  {
    let (one, two) = pair()
    let three = Machine(3, time: 9_000)
    _ = three.state.merge(one.state)
    let later = BatchCodec(formats: 1...2)
    let unread = one.write(.set(item, property: "title", .text("later format")))
    let after = one.write(.set(item, property: "notes", .text("after it")))
    for batch in [unread, after] { _ = three.state.merge(batch) }
    let elsewhere = three.write(.set(item, property: "isDone", .integer(1)))
    #expect(two.state.merge(later.envelope(of: unread)).setAside == [unread.id])
    _ = two.state.merge(after)
    _ = two.state.merge(elsewhere)
    #expect(two.state.setAside.keys.map(\.self) == [unread.id])
    #expect(two.text("title", of: item) == "a" && two.text("notes", of: item) == "after it")
    #expect(two.state.row(item)?.values["isDone"] == .integer(1))
    // What is written meanwhile is as good as ever.
    _ = three.state.merge(two.write(.set(item, property: "series", .text("s"))))
    let outcome = two.state.readSetAside(with: later)
    #expect(outcome.rows == [item] && two.text("title", of: item) == "later format")
    #expect(two.state.setAside.isEmpty && two.state == three.state)
  }

  @Test("8: a batch that contradicts itself is quarantined and named") func contradictions() {
    let (one, two) = pair()
    var batch = one.write(.set(item, property: "title", .text("b")))
    batch.changes[0].stamp = Stamp(clock: batch.header.clock, replica: Replica(99))
    let outcome = two.state.merge(batch)
    #expect(outcome.setAside == [batch.id])
    #expect(two.state.setAside[batch.id]?.reason == .contradictory(.foreignStamp(batch.changes[0].stamp)))
    #expect(two.text("title", of: item) == "a")
  }

  @Test("9: a batch that came before one that it knew of waits") func order() {
    let (one, two) = pair()
    let three = Machine(3)
    let first = one.write(.set(item, property: "title", .text("1")))
    _ = two.state.merge(first)
    let second = two.write(.set(item, property: "title", .text("2")))
    #expect(three.state.merge(second) == MergeOutcome())
    #expect(three.state.waitingBatches == [second.id] && three.state.rows.isEmpty)
    _ = three.state.merge(one.state)
    #expect(three.state.waitingBatches.isEmpty && three.text("title", of: item) == "2")
  }
}
