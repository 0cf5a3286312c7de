import OpenSwiftData

@testable import OpenSwiftDataSync

/// Takes a schedule through a virtual remote, lets all replicas sync at the end, and says what is wrong then.
struct Simulation {
  private static let placeholder = SimulatedReplica(0, skew: 0, broken: nil)

  private var replicas: [SimulatedReplica]
  private var remote = VirtualRemote()
  private var writes = AcknowledgedWrites()

  /// What is wrong after a schedule; nil if everything holds that is promised.
  static func flaw(after schedule: Schedule, broken: BrokenRule? = nil) -> String? {
    result(of: schedule, broken: broken).flaw
  }

  /// What is wrong after a schedule, and what happened meanwhile.
  static func result(of schedule: Schedule, broken: BrokenRule? = nil) -> (flaw: String?, Set<Occurrence>) {
    var simulation = Simulation(schedule, broken: broken)
    do {
      for step in schedule.steps { try simulation.take(step) }
      try simulation.syncAll()
    } catch {
      return ("\(error)", [])
    }
    // These two show otherwise whatever they decide otherwise; equal states would be too easy to miss.
    let comparesStates = broken != .tiesByArrival && broken != .conflictsIgnoringVectors
    let occurrences = simulation.replicas.reduce(into: Set<Occurrence>()) { $0.formUnion($1.occurrences) }
    return (simulation.flaw(compareStates: comparesStates), occurrences)
  }

  private init(_ schedule: Schedule, broken: BrokenRule?) {
    replicas = (0..<schedule.replicas).map { SimulatedReplica($0, skew: schedule.skews[$0], broken: broken) }
  }

  private mutating func syncAll() throws {
    remote.time += 3 * 3_600_000
    for index in replicas.indices {
      replicas[index].isPartitioned = false
      replicas[index].skew = 0
      replicas[index].upgrade(at: remote.time)
    }
    for _ in 0..<2 {
      for index in replicas.indices {
        replicas[index].send(to: &remote, isAcknowledged: true)
        try replicas[index].receive(from: remote)
      }
    }
    for index in replicas.indices { replicas[index].prune(at: remote.time) }
  }
}

// MARK: - Steps

extension Simulation {
  private mutating func take(_ step: Schedule.Step) throws {
    remote.time += step.pause
    let number = step.number
    // Taken out of the array while it is changed, so that its rows are not copied.
    var replica = Self.placeholder
    swap(&replica, &replicas[step.replica])
    defer { replicas[step.replica] = replica }
    switch step.kind {
    case .insert:
      var random = SeededGenerator(seed: number)
      let row = SyncIdentity.random(using: &random)
      guard replica.state.view.rows[row] == nil else { return }
      let title = SyncValue.text(writes.newText)
      replica.drain(at: remote.time)
      writes.note(title, "title", of: row, by: replica)
      replica.undo.append(.delete(row))
      replica.commit([.insert(row, entity: "Item", values: ["title": title])], at: remote.time)
    case .title: type("title", "Item", number, &replica)
    case .notes: type("notes", "Item", number, &replica)
    case .color: type("color", "Tag", number, &replica)
    case .estimate:
      if replica.state.schema == TaskSchema.second { type("estimate", "Item", number, &replica) }
    case .done: set("isDone", number, &replica)
    case .tag: tag(number, &replica)
    case .untag:
      guard let item = pick("Item", number, replica), let tag = item.members["tags"]?.first?.row else { return }
      replica.commit([.remove(item.row, relationship: "tags", member: tag)], at: remote.time)
    case .place: place(number, &replica)
    case .move: move(number, &replica)
    case .rename: rename(number, &replica)
    case .delete:
      guard let row = pick(number % 3 == 0 ? "Tag" : "Item", number >> 2, replica) else { return }
      delete(row.row, &replica)
      replica.undo.append(.restore(row.row))
    case .undo: undo(&replica)
    case .complete: complete(number, &replica)
    case .bulk:
      let edits = replica.rows("Item").map { LocalEdit.set($0.row, property: "isDone", .integer(Int64(number % 2))) }
      replica.commit(edits, at: remote.time)
    case .decide: decide(number, &replica)
    case .send, .sendTwice:
      if !replica.isPartitioned { replica.send(to: &remote, isAcknowledged: step.kind == .send) }
    case .receive:
      if !replica.isPartitioned { try replica.receive(from: remote) }
    case .receiveLater, .receiveTorn:
      var random = SeededGenerator(seed: number)
      guard !replica.isPartitioned else { return }
      try replica.receive(from: remote, choosing: &random, isTorn: step.kind == .receiveTorn)
    case .partition: replica.isPartitioned.toggle()
    case .jump: replica.skew = [0, 120_000, -120_000, 3_600_000, -3_600_000][Int(number % 5)]
    case .upgrade: replica.upgrade(at: remote.time)
    case .away: try leaveOthersAway(&replica)
    case .transfer:
      try transfer(from: replica, to: (step.replica + 1 + Int(number) % (replicas.count - 1)) % replicas.count)
    }
  }

  private func pick(_ entity: String, _ number: UInt64, _ replica: SimulatedReplica) -> VisibleRow? {
    let rows = replica.rows(entity)
    return rows.isEmpty ? nil : rows[Int(number % UInt64(rows.count))]
  }

  private mutating func type(_ property: String, _ entity: String, _ number: UInt64, _ replica: inout SimulatedReplica)
  {
    guard let row = pick(entity, number, replica) else { return }
    let value = SyncValue.text(writes.newText)
    writes.note(value, property, of: row.row, by: replica)
    replica.set(property, of: row.row, to: value)
  }

  private func set(_ property: String, _ number: UInt64, _ replica: inout SimulatedReplica) {
    guard let row = pick("Item", number >> 1, replica) else { return }
    replica.set(property, of: row.row, to: .integer(Int64(number % 2)))
  }

  private func tag(_ number: UInt64, _ replica: inout SimulatedReplica) {
    guard let item = pick("Item", number >> 4, replica) else { return }
    replica.drain(at: remote.time)
    let name = TaskSchema.names[Int(number % UInt64(TaskSchema.names.count))]
    let named = replica.rows("Tag").first { $0.values["name"]?.folded == name.lowercased() }
    let tag = named?.row ?? replica.state.identity(forName: name, entity: "Tag", space: TaskSchema.space)
    let last = item.members["tags"]?.last.flatMap { OrderKey($0.key) }
    let key = OrderKey.between(last, nil) ?? .first
    let insertion = LocalEdit.insert(tag, entity: "Tag", values: ["name": .text(name)])
    replica.commit(
      (named == nil ? [insertion] : []) + [.add(item.row, relationship: "tags", member: tag, key: key.text)],
      at: remote.time)
  }

  private func place(_ number: UInt64, _ replica: inout SimulatedReplica) {
    guard let item = pick("Item", number, replica), let tags = item.members["tags"], tags.count > 1,
      let key = OrderKey.between(nil, OrderKey(tags[0].key))
    else { return }
    replica.commit([.add(item.row, relationship: "tags", member: tags[1].row, key: key.text)], at: remote.time)
  }

  private func move(_ number: UInt64, _ replica: inout SimulatedReplica) {
    guard let item = pick("Item", number, replica), let parent = pick("Item", number >> 4, replica),
      !replica.path(from: parent.row).contains(item.row)
    else { return }
    replica.commit([.set(item.row, property: "parent", .identity(parent.row))], at: remote.time)
  }

  private mutating func rename(_ number: UInt64, _ replica: inout SimulatedReplica) {
    guard let tag = pick("Tag", number, replica) else { return }
    let name = TaskSchema.names[Int(number >> 4) % TaskSchema.names.count]
    let isTaken = replica.rows("Tag").contains {
      $0.row != tag.row && $0.values["name"]?.folded == name.lowercased()
    }
    guard !isTaken, let old = tag.values["name"] else { return }
    setName(.text(name), of: tag.row, &replica)
    replica.undo.append(.set(tag.row, property: "name", old))
  }

  private mutating func setName(_ name: SyncValue, of row: SyncIdentity, _ replica: inout SimulatedReplica) {
    replica.drain(at: remote.time)
    for part in replica.state.view.absorbed(by: row) { writes.noteMerge(of: part, into: row, by: replica) }
    replica.commit([.set(row, property: "name", name)], at: remote.time)
  }

  private mutating func delete(_ row: SyncIdentity, _ replica: inout SimulatedReplica) {
    replica.drain(at: remote.time)
    for gone in [row] + replica.state.view.absorbed(by: row) { writes.noteDeletion(of: gone, by: replica) }
    replica.commit([.delete(row)], at: remote.time)
  }

  private mutating func undo(_ replica: inout SimulatedReplica) {
    guard let edit = replica.undo.popLast() else { return }
    switch edit {
    case .delete(let row): if replica.store[row] != nil { delete(row, &replica) }
    case .restore(let row): if replica.store[row] == nil { restore(row, &replica) }
    case .set(let row, let property, let value):
      guard let shown = replica.store[row] else { return }
      if property == "name" {
        let isTaken = replica.rows("Tag").contains {
          $0.row != row && $0.values["name"]?.folded == value.folded
        }
        if !isTaken { setName(value, of: row, &replica) }
      } else if shown.values[property] != value {
        writes.note(value, property, of: row, by: replica)
        replica.set(property, of: row, to: value)
        replica.undo.removeLast()
      }
    default: break
    }
  }

  private func restore(_ row: SyncIdentity, _ replica: inout SimulatedReplica) {
    // A store refuses to bring back a name that was given again.
    if let state = replica.state.view.rows[row], state.entity == "Tag",
      let name = state.winner(.property("name"))?.value.folded,
      replica.rows("Tag").contains(where: { $0.values["name"]?.folded == name })
    {
      return
    }
    replica.commit([.restore(row)], at: remote.time)
  }

  private func complete(_ number: UInt64, _ replica: inout SimulatedReplica) {
    guard let item = pick("Item", number, replica) else { return }
    replica.drain(at: remote.time)
    let next = SyncIdentity(cause: item.row, detail: "next")
    var edits: [LocalEdit] = [.set(item.row, property: "isDone", .integer(1))]
    if replica.state.view.rows[next] == nil {
      edits.append(
        .insert(
          next, entity: "Item",
          values: ["title": item.values["title"] ?? .null, "series": .identity(item.row)], isDerived: true))
    }
    replica.commit(edits, at: remote.time)
  }

  private mutating func decide(_ number: UInt64, _ replica: inout SimulatedReplica) {
    replica.drain(at: remote.time)
    let conflicts = replica.state.conflicts
    guard !conflicts.isEmpty else { return }
    let conflict = conflicts[Int(number >> 1) % conflicts.count]
    let takes = number % 2 == 0
    switch conflict.kind {
    case .overwritten(let property):
      let visible = replica.store[conflict.row]?.values[property] ?? .null
      // A name is taken back by renaming, which has rules of its own.
      guard property != "name", property != "parent" else { return }
      let value = takes ? conflict.kept[0].value : visible
      writes.noteDecision(value, property, of: conflict.row, by: replica)
      let seen = Set(conflict.kept.map(\.value) + [visible])
      replica.commit([.decide(conflict.row, property: property, value, seen: seen)], at: remote.time)
    case .deleted where takes: restore(conflict.row, &replica)
    case .deleted, .absorbed:
      writes.noteDeletion(of: conflict.row, by: replica)
      replica.commit([.dismiss(conflict.row, seen: Set(conflict.kept.map(\.stamp)))], at: remote.time)
    case .cycle: replica.commit([.set(conflict.row, property: "parent", .null)], at: remote.time)
    }
  }

  /// Half a season passes; only one replica is there to keep the remote small.
  private mutating func leaveOthersAway(_ replica: inout SimulatedReplica) throws {
    guard !replica.isPartitioned else { return }
    remote.time += 100 * 24 * 3_600_000
    replica.send(to: &remote, isAcknowledged: true)
    guard replica.outbox.isEmpty else { return }
    try replica.receive(from: remote)
    replica.prune(at: remote.time)
    guard replica.state.setAside.isEmpty else { return }
    remote.replaceAll(by: StateCodec().bytes(of: replica.state))
  }

  private mutating func transfer(from replica: SimulatedReplica, to other: Int) throws {
    guard replica.state.seen.latestClock >> 16 <= UInt64(remote.time) + HybridClock.tolerance else { return }
    try replicas[other].merge(StateCodec().bytes(of: replica.state), at: remote)
  }
}

// MARK: - Promises

extension Simulation {
  private func flaw(compareStates: Bool) -> String? {
    for (index, replica) in replicas.enumerated() {
      let name = "replica \(index)"
      guard replica.state.waitingBatches.isEmpty, replica.state.setAside.isEmpty, replica.outbox.isEmpty else {
        return "\(name) has not synced"
      }
      if let flaw = replica.unreported { return "\(name): merges did not report all that changed: \(flaw)" }
      if compareStates, replica.state != replicas[0].state { return "\(name): its state differs" }
      if replica.store != replicas[0].store { return "\(name): its rows differ" }
    }
    for replica in compareStates ? replicas.prefix(1) : replicas[...] {
      if let flaw = writes.flaw(in: replica) { return flaw }
    }
    return flawOfRules(in: replicas[0])
  }

  private func flawOfRules(in replica: SimulatedReplica) -> String? {
    let names = replica.rows("Tag").compactMap { $0.values["name"]?.folded }
    if Set(names).count < names.count { return "a name is not unique" }
    for item in replica.rows("Item") where replica.path(from: item.row).last == nil { return "there is a cycle" }
    let causes = replica.rows("Item").compactMap { item -> SyncIdentity? in
      if case .identity(let cause)? = item.values["series"] { cause } else { nil }
    }
    return Set(causes).count < causes.count ? "an item has two next occurrences" : nil
  }
}

extension SimulatedReplica {
  /// A row that the store shows otherwise than the state says; nil if there is none.
  var unreported: String? {
    let rows = state.rows
    guard store != rows, let row = Set(store.keys).union(rows.keys).first(where: { store[$0] != rows[$0] }) else {
      return nil
    }
    return "\(store[row].debugDescription) is \(rows[row].debugDescription)"
  }

  /// The rows of an entity in the store, in the order of their identities.
  func rows(_ entity: String) -> [VisibleRow] {
    store.values.filter { $0.entity == entity }.sorted { $0.row < $1.row }
  }

  /// A row, its parent and so on; empty if that never ends.
  func path(from row: SyncIdentity) -> [SyncIdentity] {
    var path = [row]
    while case .identity(let parent)? = store[path[path.count - 1]]?.values["parent"] {
      if path.contains(parent) { return [] }
      path.append(parent)
    }
    return path
  }
}

extension SyncValue {
  /// A text without regard to case.
  var folded: String? { if case .text(let text) = self { text.lowercased() } else { nil } }
}
