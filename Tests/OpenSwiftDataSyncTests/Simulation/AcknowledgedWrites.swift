import OpenSwiftDataSync

/// What people typed in a simulation, and who had seen it when it was overwritten: an account of its own, by batches.
///
/// A value must be visible or kept as a conflict until somebody who had it before his eyes wrote something else,
/// decided about it, or deleted the row knowing of it. Only properties in which each value is typed once are accounted for.
struct AcknowledgedWrites {
  private struct Write {
    let row: SyncIdentity
    let property: String
    let value: SyncValue
    let replica: Replica
    let number: UInt64
    var isReleased = false
  }

  private static let properties: Set<String> = ["title", "notes", "color", "estimate"]

  private var writes: [Write] = []
  private var disturbed: Set<SyncIdentity> = []

  /// A value that was never typed before.
  var newText: String { "text \(writes.count)" }

  /// Notes that a replica wrote a value over the one that it shows.
  mutating func note(_ value: SyncValue, _ property: String, of row: SyncIdentity, by replica: SimulatedReplica) {
    guard Self.properties.contains(property) else { return }
    let visible = replica.store[row]?.values[property] ?? .null
    // What was typed since the last batch covers what it was typed over, even if it is the same again.
    let isTypedOver = { (write: Write) in
      write.row == row && write.property == property && write.value == visible && !write.isReleased
    }
    let undrained = { (write: Write) in write.replica == replica.name && write.number == replica.nextNumber }
    let isUndrained = writes.contains { isTypedOver($0) && undrained($0) }
    release(knownTo: replica) { isTypedOver($0) && (!isUndrained || undrained($0)) }
    writes.append(
      Write(row: row, property: property, value: value, replica: replica.name, number: replica.nextNumber))
  }

  /// Notes that somebody looked at all values of a property and chose one.
  mutating func noteDecision(
    _ value: SyncValue, _ property: String, of row: SyncIdentity, by replica: SimulatedReplica
  ) {
    guard Self.properties.contains(property) else { return }
    release(knownTo: replica) { $0.row == row && $0.property == property }
    writes.append(
      Write(row: row, property: property, value: value, replica: replica.name, number: replica.nextNumber))
  }

  /// Notes that a row was deleted, or what is kept of it dismissed.
  mutating func noteDeletion(of row: SyncIdentity, by replica: SimulatedReplica) {
    disturbed.insert(row)
    release(knownTo: replica) { $0.row == row }
  }

  /// Notes that a row is made part of another one: what both say alike is said by that one from now on.
  mutating func noteMerge(of row: SyncIdentity, into other: SyncIdentity, by replica: SimulatedReplica) {
    let values = replica.store[other]?.values ?? [:]
    release(knownTo: replica) { $0.row == row && $0.value == values[$0.property] ?? .null }
  }

  private mutating func release(knownTo replica: SimulatedReplica, _ isMeant: (Write) -> Bool) {
    for index in writes.indices where !writes[index].isReleased && isMeant(writes[index]) {
      let write = writes[index]
      if write.replica == replica.name || replica.seenNumber(of: write.replica) >= write.number {
        writes[index].isReleased = true
      }
    }
  }
}

// MARK: - Checking

extension AcknowledgedWrites {
  /// What is neither visible nor kept, or is kept although it was overwritten knowingly; nil if all is well.
  func flaw(in replica: SimulatedReplica) -> String? {
    let conflicts = replica.state.conflicts
    var kept: [SyncIdentity: Set<SyncValue>] = [:]
    for conflict in conflicts { kept[conflict.row, default: []].formUnion(conflict.kept.map(\.value)) }
    for write in writes where !write.isReleased {
      let shown = replica.state.standIn(for: write.row).flatMap { replica.store[$0] }.map {
        $0.values[write.property] ?? .null
      }
      guard shown == write.value || kept[write.row]?.contains(write.value) == true else {
        return "\(write.property) \(write.value) of \(write.row) by \(write.replica)/\(write.number) is lost"
      }
    }
    for conflict in conflicts where !disturbed.contains(conflict.row) {
      guard case .overwritten(let property) = conflict.kind else { continue }
      for value in conflict.kept.map(\.value) {
        let meant = writes.filter { $0.row == conflict.row && $0.property == property && $0.value == value }
        if !meant.isEmpty, meant.allSatisfy(\.isReleased) {
          return "\(property) \(value) of \(conflict.row) is kept, but was overwritten knowingly"
        }
      }
    }
    return nil
  }
}
