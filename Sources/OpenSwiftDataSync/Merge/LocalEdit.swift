/// What a store changed since it was last drained, of one row.
public enum LocalEdit: Hashable, Sendable {
  /// A row was inserted, with all its values and members.
  ///
  /// `isDerived` is for what a rule created: see `Change.isDerived`.
  case insert(
    SyncIdentity, entity: String, values: RowValues, members: [String: [SyncIdentity: String]] = [:],
    isDerived: Bool = false)
  /// A property was set.
  case set(SyncIdentity, property: String, SyncValue)
  /// A property was set by somebody who looked at its conflicts: they are gone.
  ///
  /// `seen` is the values that were looked at, the one that was shown included; what came meanwhile is kept for another
  /// decision. Without it the decision is about all that is known.
  case decide(SyncIdentity, property: String, SyncValue, seen: Set<SyncValue>? = nil)
  /// A member was added to a to-many relationship, or moved there.
  case add(SyncIdentity, relationship: String, member: SyncIdentity, key: String)
  /// A member was removed from a to-many relationship.
  case remove(SyncIdentity, relationship: String, member: SyncIdentity)
  /// The row was deleted.
  case delete(SyncIdentity)
  /// The row went to another space, by an edit that was made there.
  ///
  /// Unlike a deletion it leaves conflicts undecided, and makes conflicts of values.
  case depart(SyncIdentity, Departure)
  /// The deletion of the row was undone.
  case restore(SyncIdentity)
  /// A row came back that others may have pruned: it has what it has here, and these values and members.
  case complete(SyncIdentity, values: RowValues, members: [String: [SyncIdentity: String]])
  /// Somebody looked at what is kept of a row that is deleted or part of another one, and needs nothing of it.
  ///
  /// `seen` says what was looked at, as in `decide`.
  case dismiss(SyncIdentity, seen: Set<Stamp>? = nil)
}

extension LocalEdit {
  /// The row that is changed.
  public var row: SyncIdentity {
    switch self {
    case .insert(let row, _, _, _, _), .set(let row, _, _), .decide(let row, _, _, _), .add(let row, _, _, _),
      .remove(let row, _, _), .delete(let row), .depart(let row, _), .restore(let row), .complete(let row, _, _),
      .dismiss(let row, _):
      row
    }
  }
}

/// How a row departs from a space because it went to another one.
public struct Departure: Hashable, Sendable {
  /// What it decides about, of what was written into the row.
  public enum Decision: Hashable, Sendable {
    /// All that this replica knows: it made the move, or keeps what whoever made it had not seen.
    case all
    /// What the row was inserted with. The replica has only heard of the move, and whoever made it deletes the row, too:
    /// that deletion decides about the rest.
    case insertion
    /// Nothing: the replica has only heard of the move, and whoever made it may not have seen what is here.
    case nothing
  }

  /// The values that become conflicts; they are written anew.
  public let keeping: [RegisterKey]
  /// What it decides about.
  public let decision: Decision

  /// A departure that keeps values as conflicts, and decides about others.
  public init(keeping: [RegisterKey] = [], decision: Decision = .all) {
    (self.keeping, self.decision) = (keeping, decision)
  }
}

/// How long a deleted row keeps its values, and until when its deletion is undone by one write.
public struct Horizon: Hashable, Sendable {
  /// How long, in milliseconds.
  public let milliseconds: UInt64

  /// 90 days.
  public static let usual = Horizon(milliseconds: 90 * 24 * 3_600_000)

  /// A horizon, in milliseconds.
  public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

  /// Whether a deletion is so long ago that others may have pruned the row before they hear that it is back.
  ///
  /// Half the horizon leaves the other half for the way. A replica that needs longer has to `rejoin`.
  func isFar(_ deletion: Stamp, at stamp: Stamp) -> Bool {
    stamp.milliseconds > deletion.milliseconds + milliseconds / 2
  }
}

// MARK: - Batches

extension SyncState {
  /// The next batch of a replica: what a store changed, in the knowledge of this state.
  ///
  /// It still has to be merged here, as everywhere.
  ///
  /// - Parameter stamp: from the replica's clock, which has observed all that was merged.
  /// - Complexity: O(registers of the rows).
  public func batch(of edits: [LocalEdit], at stamp: Stamp, horizon: Horizon = .usual) -> Batch {
    nextBatch(of: changes(of: edits.map { ($0, stamp) }, horizon: horizon), by: stamp.replica, clock: stamp.clock)
  }

  /// The changes that edits are in the knowledge of this state, in the order of their stamps.
  func changes(of edits: [(edit: LocalEdit, stamp: Stamp)], horizon: Horizon = .usual) -> [Change] {
    var changes: [Change] = []
    for (edit, stamp) in edits { write(edit, at: stamp, horizon, to: &changes) }
    // Of one time they stay as they are, an insertion before its values.
    if changes.indices.dropFirst().contains(where: { changes[$0].stamp.clock < changes[$0 - 1].stamp.clock }) {
      changes.sort { $0.stamp.clock < $1.stamp.clock }
    }
    return changes
  }

  /// The batch that a replica writes next.
  ///
  /// - Parameter clock: no stamp of the changes is larger.
  func nextBatch(of changes: [Change], by replica: Replica, clock: UInt64) -> Batch {
    Batch(
      header: BatchHeader(
        id: BatchID(replica: replica, number: seen[replica].number &+ 1), vector: seen, clock: clock,
        fingerprint: schema.fingerprint),
      changes: changes)
  }

  /// What a replica that was away for longer than half the horizon has to write again, so that nothing of its own is lost.
  ///
  /// Of rows that it inserted or restored meanwhile others may have pruned an earlier life; these are completed.
  ///
  /// - Parameters:
  ///   - unsent: its batches that nobody has seen.
  ///   - before: its state before it merged the snapshot; `self` is the state after it.
  ///   - snapshot: what it merged.
  public func rejoin(unsent: [Batch], before: SyncState, snapshot: SyncState) -> [LocalEdit] {
    let written = Set(unsent.flatMap(\.changes).filter { $0.key == .existence }.map(\.row))
    return written.sorted().compactMap { identity in
      // Who shows the row has all of it.
      guard snapshot.row(identity) == nil else { return nil }
      // Where it is gone, a deletion is all that may be left: those who have more shall not bring it back alone.
      guard let after = row(identity), let before = before.row(identity) else {
        let isGone = shown[identity]?.existence == .deleted && snapshot.shown[identity]?.existence == nil
        return isGone ? .complete(identity, values: [:], members: [:]) : nil
      }
      return .complete(
        identity, values: RowValues(before.values.filter { after.values[$0.key] == nil }),
        members: before.members.mapValues { members in
          Dictionary(members.map { ($0.row, $0.key) }) { first, _ in first }
        })
    }
  }

  /// The identity for a row of an entity with unique names that is to get a name: the row that has it, or a free one.
  ///
  /// Derived from the name, so that two machines that make the same name mean the same row. A row that was made with the
  /// name and renamed keeps its identity; then the next one that the name gives is taken, again the same on all machines.
  ///
  /// - Complexity: O(rows that were made with the name).
  public func identity(forName name: String, entity: String, space: SyncIdentity) -> SyncIdentity {
    guard let rules = schema.entities[entity], let property = rules.uniqueProperty,
      case .text(let folded)? = rules.folded(.text(name))
    else { return SyncIdentity(space: space, entity: entity, name: name) }
    var candidate = SyncIdentity(space: space, entity: entity, name: folded)
    while let other = standIn(for: candidate) {
      if let value = row(other)?.values[property], rules.folded(value) == .text(folded) { return other }
      candidate = SyncIdentity(cause: candidate, detail: folded)
    }
    return candidate
  }

  private func write(_ edit: LocalEdit, at stamp: Stamp, _ horizon: Horizon, to changes: inout [Change]) {
    let writer = ChangeWriter(view: view, stamp: stamp)
    if case .insert(let row, let entity, let values, let members, let isDerived) = edit {
      return writer.insert(row, entity, values, members, isDerived, to: &changes)
    }
    // Of a row that is not known there is nothing to change.
    guard shown[edit.row] != nil else { return }
    changes += self.changes(of: edit, by: writer, horizon)
  }

  /// The changes of an edit other than an insertion.
  private func changes(of edit: LocalEdit, by writer: ChangeWriter, _ horizon: Horizon) -> [Change] {
    switch edit {
    case .insert: []
    case .set(let row, let property, let value): writer.set(row, property, value) { $0.lost.map(\.stamp) }
    case .decide(let row, let property, let value, let seen):
      writer.set(row, property, value) { register in seen.map { register.stamps(otherThan: $0.union([value])) } ?? [] }
    case .add(let row, let relationship, let member, let key):
      [writer.write(row, .member(relationship, member), .text(key))]
    case .remove(let row, let relationship, let member): writer.remove(row, relationship, member)
    case .delete(let row): writer.delete(row)
    case .depart(let row, let departure): writer.depart(row, departure)
    case .restore(let row): writer.restore(row, horizon)
    case .dismiss(let row, let seen): writer.dismiss(row, seen, horizon)
    case .complete(let row, let values, let members): writer.complete(row, values, members)
    }
  }
}

/// Turns edits of rows as they are shown into writes of registers.
private struct ChangeWriter {
  let view: StateView
  let stamp: Stamp

  func write(_ row: SyncIdentity, _ key: RegisterKey, _ value: SyncValue, entity: String? = nil) -> Change {
    Change(row: row, entity: entity ?? view.rows[row]?.entity ?? "", key: key, value: value, stamp: stamp)
  }

  func insert(
    _ row: SyncIdentity, _ entity: String, _ values: RowValues,
    _ members: [String: [SyncIdentity: String]], _ isDerived: Bool, to changes: inout [Change]
  ) {
    let start = changes.count
    changes.append(write(row, .existence, Existence.inserted.value, entity: entity))
    write(row, entity, values, members, to: &changes)
    // What others typed into a deleted row and nobody has decided about is not void, although it is known here.
    let kept = view.conflicts(of: row).flatMap(\.kept)
    guard isDerived || !kept.isEmpty else { return }
    for index in start..<changes.count {
      let key = changes[index].key
      changes[index].isDerived = isDerived
      changes[index].keeping = kept.filter { key == .existence || $0.key == key }.map(\.stamp)
    }
  }

  /// In the order of `RegisterKey.precedes`.
  private func write(
    _ row: SyncIdentity, _ entity: String, _ values: RowValues, _ members: [String: [SyncIdentity: String]],
    to changes: inout [Change]
  ) {
    for (property, value) in values.sorted(by: { $0.key < $1.key }) {
      changes.append(write(row, .property(property), value, entity: entity))
    }
    for (relationship, keys) in members.sorted(by: { $0.key < $1.key }) {
      for (member, key) in keys.sorted(by: { $0.key < $1.key }) {
        changes.append(write(row, .member(relationship, member), .text(key), entity: entity))
      }
    }
  }

  /// Voids what others have of the row and this replica has not, and adds what they may not have any more.
  func complete(
    _ identity: SyncIdentity, _ values: RowValues, _ members: [String: [SyncIdentity: String]]
  ) -> [Change] {
    guard let row = view.rows[identity] else { return [] }
    var existence = write(identity, .existence, Existence.inserted.value)
    existence.keeping = row.keys.filter { $0 != .existence }.flatMap { row[$0]?.leaves.map(\.stamp) ?? [] }
    let missing = members.map { relationship, keys in
      (relationship, keys.filter { row[.member(relationship, $0.key)] == nil })
    }
    guard row.existence != .deleted else {
      var deletion = existence
      deletion.value = Existence.deleted.value
      return [existence, deletion]
    }
    var changes = [existence]
    write(identity, row.entity, values, Dictionary(uniqueKeysWithValues: missing), to: &changes)
    return changes
  }

  /// A write of a property keeps the values that lost before, unless it decides about them.
  func set(
    _ row: SyncIdentity, _ property: String, _ value: SyncValue, keeping: (Register) -> [Stamp]
  ) -> [Change] {
    let key = RegisterKey.property(property)
    var change = write(row, key, value)
    change.keeping = view.rows[row]?[key].map(keeping) ?? []
    if view.rows[row]?.existence == .deleted {
      // Whoever brings the row back has not decided about what others typed into it meanwhile.
      change.keeping += view.conflicts(of: row).flatMap(\.kept).filter { $0.key == key }.map(\.stamp)
    }
    guard let entity = view.rows[row]?.entity, view.schema.entities[entity]?.uniqueProperty == property else {
      return [change]
    }
    // Rows that claimed the old name stay part of this one.
    return view.absorbed(by: row).map { merge($0, into: row) } + [change]
  }

  /// Makes a row part of another one for good; what nobody has decided about stays kept.
  private func merge(_ row: SyncIdentity, into other: SyncIdentity) -> Change {
    var change = write(row, .existence, Existence.merged(other).value)
    change.keeping = view.conflicts(of: row).flatMap(\.kept).map(\.stamp)
    return change
  }

  /// Deletes again what is gone, or makes final what is part of another row.
  ///
  /// What some may have pruned is voided for all: otherwise only those who have it would show it after a restoration.
  func dismiss(_ row: SyncIdentity, _ seen: Set<Stamp>?, _ horizon: Horizon) -> [Change] {
    let kept = seen == nil ? [] : view.conflicts(of: row).flatMap(\.kept).map(\.stamp)
    let unseen = kept.filter { seen?.contains($0) == false }
    func write(_ existence: Existence) -> Change {
      var change = self.write(row, .existence, existence.value)
      change.keeping = unseen
      return change
    }
    // Back since it was looked at, which decides otherwise.
    if let other = view.standIn(for: row) { return other == row ? [] : [write(.merged(other))] }
    guard let known = view.rows[row]?.winner(.existence), !horizon.isFar(known.stamp, at: stamp) else {
      return [write(.inserted), write(.deleted)]
    }
    return [write(.deleted)]
  }

  /// Removes a member under all identities that lead to it.
  func remove(_ row: SyncIdentity, _ relationship: String, _ member: SyncIdentity) -> [Change] {
    ([row] + view.absorbed(by: row)).flatMap { owner -> [Change] in
      let keys = view.rows[owner]?.keys ?? []
      let members = keys.compactMap { key in
        if case .member(relationship, let other) = key, view.standIn(for: other) == member { other } else { nil }
      }
      return members.sorted().map { write(owner, .member(relationship, $0), .null) }
    }
  }

  func delete(_ row: SyncIdentity) -> [Change] {
    ([row] + view.absorbed(by: row)).map { write($0, .existence, Existence.deleted.value) }
  }

  func depart(_ row: SyncIdentity, _ departure: Departure) -> [Change] {
    let registers = view.rows[row]
    var keeping: [Stamp] = []
    var values: [Change] = []
    for key in departure.keeping {
      guard let leaf = registers?.winner(key) else { continue }
      let isShared =
        registers?.keys.contains { other in
          registers?.winner(other)?.stamp == leaf.stamp && !departure.keeping.contains(other)
        } == true
      // Written anew where values that are not kept share its stamp, or an earlier deletion has decided about it.
      let isAnew = isShared || !leaf.isFresh
      if isAnew { values.append(write(row, key, leaf.value)) }
      keeping.append(isAnew ? stamp : leaf.stamp)
    }
    keeping += view.conflicts(of: row).flatMap(\.kept).map(\.stamp)
    if departure.decision != .all, let known = view.rows[row], let insertion = known.winner(.existence)?.stamp {
      let leaves = known.keys.flatMap { known[$0]?.leaves ?? [] }
      keeping += leaves.map(\.stamp).filter { stamp in
        departure.decision == .nothing ? insertion.clock <= stamp.clock : insertion.clock < stamp.clock
      }
    }
    let deletions = ([row] + view.absorbed(by: row)).map { identity in
      var change = write(identity, .existence, Existence.deleted.value)
      change.keeping = keeping
      return change
    }
    return values + deletions
  }

  func restore(_ identity: SyncIdentity, _ horizon: Horizon) -> [Change] {
    guard let row = view.rows[identity] else { return [] }
    // Pruned here, but perhaps not everywhere: others shall show no more than is left here.
    guard let deletion = row.winner(.existence) else { return complete(identity, [:], [:]) }
    guard horizon.isFar(deletion.stamp, at: stamp) else {
      return [write(identity, .existence, Existence.restored.value)]
    }
    let keys = row.keys.filter { $0 != .existence }
    var existence = write(identity, .existence, Existence.inserted.value)
    existence.keeping = keys.flatMap { row[$0]?.lost.map(\.stamp) ?? [] }
    let values = keys.compactMap { key in
      row.winner(key).map { leaf in
        var change = write(identity, key, leaf.value)
        change.keeping = row[key]?.lost.map(\.stamp) ?? []
        return change
      }
    }
    return [existence] + values
  }
}
