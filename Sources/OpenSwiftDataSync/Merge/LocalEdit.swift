/// What a store changed since it was last drained, of one row.
public enum LocalEdit: Hashable, Sendable {
  /// A row was inserted, with all its values and members.
  ///
  /// `isDerived` is for what a rule created: see `Change.isDerived`.
  case insert(
    SyncIdentity, entity: String, values: [String: SyncValue], members: [String: [SyncIdentity: String]] = [:],
    isDerived: Bool = false)
  /// A property was set.
  case set(SyncIdentity, property: String, SyncValue)
  /// A property was set by somebody who looked at its conflicts: they are gone.
  case decide(SyncIdentity, property: String, SyncValue)
  /// A member was added to a to-many relationship, or moved there.
  case add(SyncIdentity, relationship: String, member: SyncIdentity, key: String)
  /// A member was removed from a to-many relationship.
  case remove(SyncIdentity, relationship: String, member: SyncIdentity)
  /// The row was deleted.
  case delete(SyncIdentity)
  /// The deletion of the row was undone.
  case restore(SyncIdentity)
  /// Somebody looked at what is kept of a row that is deleted or part of another one, and needs nothing of it.
  case dismiss(SyncIdentity)
}

/// How long a deleted row keeps its values, and until when its deletion is undone by one write.
public struct Horizon: Hashable, Sendable {
  /// How long, in milliseconds.
  public let milliseconds: UInt64

  /// 90 days.
  public static let usual = Horizon(milliseconds: 90 * 24 * 3_600_000)

  /// A horizon, in milliseconds.
  public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

  /// Whether a deletion is so long ago that others may have pruned the row before they hear that it is back: half the
  /// horizon leaves the other half for the way. A replica that needs longer has to `rejoin`.
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
    Batch(
      header: BatchHeader(
        id: BatchID(replica: stamp.replica, number: seen[stamp.replica].number &+ 1), vector: seen, clock: stamp.clock,
        fingerprint: schema.fingerprint),
      changes: edits.flatMap { changes(of: $0, at: stamp, horizon) })
  }

  /// What a replica that was away for longer than the horizon has to write again, so that nothing of its own is lost.
  ///
  /// Rows that it inserted or restored meanwhile may have been pruned elsewhere; they are inserted as a whole.
  ///
  /// - Parameters:
  ///   - unsent: its batches that nobody has seen.
  ///   - before: its state before it merged the snapshot; `self` is the state after it.
  public func rejoin(unsent: [Batch], before: SyncState) -> [LocalEdit] {
    let back = Set(unsent.flatMap(\.changes).filter { $0.key == .existence && Existence($0.value).isPresent }.map(\.row))
    return back.sorted().compactMap { identity in
      guard let row = before.row(identity), self.row(identity) != row || standIn(for: identity) == nil else { return nil }
      return .insert(
        identity, entity: row.entity, values: row.values,
        members: row.members.mapValues { members in
          Dictionary(members.map { ($0.row, $0.key) }) { first, _ in first }
        })
    }
  }

  private func changes(of edit: LocalEdit, at stamp: Stamp, _ horizon: Horizon) -> [Change] {
    let writer = ChangeWriter(view: view, stamp: stamp)
    return switch edit {
    case .insert(let row, let entity, let values, let members, let isDerived):
      writer.insert(row, entity, values, members, isDerived)
    case .set(let row, let property, let value): writer.set(row, property, value, isDecision: false)
    case .decide(let row, let property, let value): writer.set(row, property, value, isDecision: true)
    case .add(let row, let relationship, let member, let key):
      [writer.write(row, .member(relationship, member), .text(key))]
    case .remove(let row, let relationship, let member): writer.remove(row, relationship, member)
    case .delete(let row): writer.delete(row)
    case .restore(let row): writer.restore(row, horizon)
    case .dismiss(let row): writer.dismiss(row)
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
    _ row: SyncIdentity, _ entity: String, _ values: [String: SyncValue],
    _ members: [String: [SyncIdentity: String]], _ isDerived: Bool
  ) -> [Change] {
    var changes = [write(row, .existence, Existence.inserted.value, entity: entity)]
    for (property, value) in values.sorted(by: { $0.key < $1.key }) {
      changes.append(write(row, .property(property), value, entity: entity))
    }
    for (relationship, keys) in members.sorted(by: { $0.key < $1.key }) {
      for (member, key) in keys.sorted(by: { $0.key < $1.key }) {
        changes.append(write(row, .member(relationship, member), .text(key), entity: entity))
      }
    }
    for index in changes.indices { changes[index].isDerived = isDerived }
    return changes
  }

  /// A write of a property keeps the values that lost before, unless it decides about them.
  func set(_ row: SyncIdentity, _ property: String, _ value: SyncValue, isDecision: Bool) -> [Change] {
    let key = RegisterKey.property(property)
    var change = write(row, key, value)
    if !isDecision { change.keeping = view.rows[row]?[key]?.lost.map(\.stamp) ?? [] }
    guard let entity = view.rows[row]?.entity, view.schema.entities[entity]?.uniqueProperty == property else {
      return [change]
    }
    // Rows that claimed the old name stay part of this one.
    return view.absorbed(by: row).flatMap { merge($0, into: row) } + [change]
  }

  /// Makes a row part of another one for good; what nobody has decided about is written again, so that it stays kept.
  private func merge(_ row: SyncIdentity, into other: SyncIdentity) -> [Change] {
    let kept = Dictionary(view.conflicts(of: row).flatMap(\.kept).map { ($0.key, $0.value) }) { latest, _ in latest }
    return [write(row, .existence, Existence.merged(other).value)]
      + kept.filter { $0.key != .existence }.sorted { "\($0.key)" < "\($1.key)" }.map { write(row, $0.key, $0.value) }
  }

  func dismiss(_ row: SyncIdentity) -> [Change] {
    let existence = view.standIn(for: row).flatMap { $0 == row ? nil : Existence.merged($0) } ?? .deleted
    return [write(row, .existence, existence.value)]
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

  func restore(_ identity: SyncIdentity, _ horizon: Horizon) -> [Change] {
    guard let row = view.rows[identity] else { return [] }
    guard let deletion = row.winner(.existence), horizon.isFar(deletion.stamp, at: stamp) else {
      return [write(identity, .existence, Existence.restored.value)]
    }
    let whole = row.keys.filter { $0 != .existence }.compactMap { key in
      row.winner(key).map { write(identity, key, $0.value) }
    }
    return [write(identity, .existence, Existence.inserted.value)] + whole
  }
}
