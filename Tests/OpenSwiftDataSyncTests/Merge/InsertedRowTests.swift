import Testing

@testable import OpenSwiftDataSync

/// A row that is made at once of an insertion's changes is the one that they make one by one.
@Suite struct InsertedRowTests {
  private let identity = SyncIdentity(high: 1, low: 2)
  private let stamp = Stamp(clock: 7, replica: Replica(3))

  @Test func isWhatTheChangesMakeOneByOne() throws {
    let member = SyncIdentity(high: 5, low: 6)
    let changes = [
      change(.existence, Existence.inserted.value), change(.property("list"), .identity(member)),
      change(.property("position"), .integer(4), isDerived: true), change(.property("title"), .text("Milk")),
      change(.member("tags", member), .text("m")),
    ]
    for count in 1...changes.count {
      let first = Array(changes.prefix(count))
      let row = try #require(Row(inserting: first[...]))
      #expect(row == applied(first))
      #expect(row.values.count + row.exceptions.count == count)
    }
  }

  @Test(arguments: [
    [RegisterKey.property("title"), .property("title")], [.property("title"), .existence], [.existence, .existence],
    [.member("tags", SyncIdentity(high: 0, low: 2)), .member("tags", SyncIdentity(high: 0, low: 1))],
    [.unknown(kind: 3, key: []), .property("title")],
  ])
  func changesInAnotherOrderAreAppliedOneByOne(_ keys: [RegisterKey]) {
    #expect(Row(inserting: keys.map { change($0, .text("Milk")) }[...]) == nil)
  }

  @Test func valuesAreFoundInAnyOrder() {
    let values = RowValues(["a", "c", "b", "d"].map { (key: $0, value: SyncValue.text($0)) })
    var place = 0
    for name in ["a", "b", "c", "e", "d", "a"] {
      #expect(values.value(of: name, from: &place) == (name == "e" ? nil : .text(name)))
    }
  }

  private func change(_ key: RegisterKey, _ value: SyncValue, isDerived: Bool = false) -> Change {
    Change(row: identity, entity: "Item", key: key, value: value, stamp: stamp, isDerived: isDerived)
  }

  private func applied(_ changes: [Change]) -> Row {
    let header = BatchHeader(
      id: BatchID(replica: stamp.replica, number: 1), vector: VersionVector(), clock: stamp.clock, fingerprint: 0)
    let batch = Batch(header: header, changes: changes)
    var row = Row(entity: "Item")
    for change in changes { row.apply(change, of: batch) }
    return row
  }
}
