import OpenSwiftDataSync

/// A rule of the merge that is broken on purpose, to see that the simulation notices.
enum BrokenRule: CaseIterable, Sendable {
  /// Of two writes with equal clocks, the one whose replica was met first wins.
  case tiesByArrival
  /// Deletions are forgotten as soon as they are merged.
  case lostTombstone
  /// What came from elsewhere is written to the store before what was changed there is drained.
  case applyWithoutDrain
  /// Each write is taken to know of all earlier ones.
  case conflictsIgnoringVectors
}

/// The names that a replica with `tiesByArrival` gives to the others: the earlier it met them, the larger.
struct NamesByArrival {
  private var names: [Replica: Replica] = [:]
  private var originals: [Replica: Replica] = [:]

  mutating func name(of original: Replica) -> Replica {
    if let name = names[original] { return name }
    let name = Replica(UInt64.max - UInt64(names.count))
    names[original] = name
    originals[name] = original
    return name
  }

  func original(of name: Replica) -> Replica { originals[name] ?? name }
}

extension Batch {
  /// The batch with other names for the replicas.
  func renamed(_ name: (Replica) -> Replica) -> Batch {
    func renamed(_ stamp: Stamp) -> Stamp { Stamp(clock: stamp.clock, replica: name(stamp.replica)) }
    var vector = VersionVector()
    for replica in header.vector.replicas { vector[name(replica)] = header.vector[replica] }
    var header = header
    header.id = BatchID(replica: name(id.replica), number: id.number)
    header.vector = vector
    return Batch(
      header: header,
      changes: changes.map { change in
        var change = change
        change.stamp = renamed(change.stamp)
        change.keeping = change.keeping.map(renamed)
        return change
      })
  }

  /// The batch as if its writer had known of everything that is known here and earlier.
  func knowingAll(_ seen: VersionVector) -> Batch {
    var batch = self
    let earlier = (changes.first?.stamp.clock ?? header.clock) - 1
    for replica in seen.replicas where replica != id.replica {
      batch.header.vector[replica] = VersionVector.Progress(
        number: seen[replica].number, clock: min(seen[replica].clock, earlier))
    }
    return batch
  }
}
