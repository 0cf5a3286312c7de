@testable import OpenSwiftDataSync

/// Batches of replicas that wrote to the same few rows, having seen more or less of each other.
struct RandomHistory {
  let batches: [Batch]

  init(seed: UInt64, length: Int = 14) {
    var random = SeededGenerator(seed: seed)
    var states = Array(repeating: SyncState(schema: TaskSchema.first), count: 2 + random.below(2))
    var batches: [Batch] = []
    var latest: UInt64 = 1
    for _ in 0..<length {
      let index = random.below(states.count)
      if random.below(3) == 0, let batch = batches.randomElement(using: &random) {
        _ = states[index].merge(batch)
      }
      // Replicas often write at the same time.
      latest = max(states[index].seen.latestClock + 1, latest + UInt64(random.below(2)))
      let stamp = Stamp(clock: latest, replica: Replica(UInt64(index + 1)))
      let edits = (0...random.below(2)).map { _ in Self.edit(&random) }
      var batch = states[index].batch(of: edits, at: stamp)
      if random.below(6) == 0 { batch.changes.append(Self.change(stamp, &random)) }
      _ = states[index].merge(batch)
      batches.append(batch)
    }
    self.batches = batches
  }

  /// The state of somebody who received some of the batches, in any order, some twice, some damaged first.
  static func state(
    of batches: [Batch], damaged: Int = 0, _ random: inout SeededGenerator
  ) -> SyncState {
    var state = SyncState(schema: TaskSchema.first)
    for batch in batches.shuffled(using: &random).prefix(damaged) { _ = state.merge(Self.damaged(batch)) }
    for batch in batches.shuffled(using: &random) {
      _ = state.merge(batch)
      if random.below(4) == 0, let other = batches.randomElement(using: &random) { _ = state.merge(other) }
    }
    return state
  }

  static func damaged(_ batch: Batch) -> BatchEnvelope {
    var envelope = BatchCodec().envelope(of: batch)
    envelope.payload.append(0)
    return envelope
  }

  private static func row(_ random: inout SeededGenerator) -> SyncIdentity {
    SyncIdentity(high: 0, low: UInt64(random.below(4)))
  }

  private static func entity(of row: SyncIdentity) -> String { row.low < 2 ? "Tag" : "Item" }

  private static func edit(_ random: inout SeededGenerator) -> LocalEdit {
    let row = row(&random)
    let text = SyncValue.text(TaskSchema.names[random.below(4)])
    switch random.below(12) {
    case 0, 1:
      let isTag = entity(of: row) == "Tag"
      return .insert(
        row, entity: entity(of: row), values: isTag ? ["name": text] : ["title": text, "isDone": .integer(0)],
        isDerived: random.below(3) == 0)
    case 2: return .set(row, property: "name", text)
    case 3: return .set(row, property: "parent", .identity(Self.row(&random)))
    case 4, 5: return .set(row, property: "title", text)
    case 6: return .decide(row, property: "title", text)
    case 7: return .add(row, relationship: "tags", member: Self.row(&random), key: "a\(random.below(3))")
    case 8: return .remove(row, relationship: "tags", member: Self.row(&random))
    case 9: return .delete(row)
    case 10: return .restore(row)
    default: return .dismiss(row)
    }
  }

  /// What no edit of this version writes.
  private static func change(_ stamp: Stamp, _ random: inout SeededGenerator) -> Change {
    let key: RegisterKey = random.below(2) == 0 ? .unknown(kind: 4, key: [1]) : .existence
    let value: SyncValue = random.below(2) == 0 ? .identity(row(&random)) : .opaque(tag: 9, bytes: [1, 2])
    let row = row(&random)
    return Change(row: row, entity: entity(of: row), key: key, value: value, stamp: stamp)
  }
}
