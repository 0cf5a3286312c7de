import Foundation
import OpenSwiftData

@testable import OpenSwiftDataSync

/// Edits stores at random and syncs them through a log with faults; at the end all are equal, and show what a state says
/// into which all batches were merged.
struct StoreSimulation {
  enum Step: CaseIterable, Sendable {
    case insert, title, notes, done, tag, untag, rename, move, delete, deleteTag, undo, undoLater, again, bulk, sync,
      syncBadly, partition, skew, later
  }

  private static let weights: [Step: Int] = [
    .insert: 5, .title: 6, .notes: 3, .done: 3, .tag: 7, .untag: 3, .rename: 4, .move: 5, .delete: 3, .deleteTag: 2,
    .undo: 2, .undoLater: 2, .again: 2, .bulk: 1, .sync: 9, .syncBadly: 4, .partition: 1, .skew: 1, .later: 0,
  ]
  private static func weighted(isLong: Bool) -> [Step] {
    Step.allCases.flatMap { step in Array(repeating: step, count: isLong && step == .later ? 3 : weights[step] ?? 1) }
  }

  private var random: SeededGenerator
  private let log = SharedLog()
  private var replicas: [StoreReplica] = []
  private var partitioned: Set<Int> = []
  private var areSetUp: Set<Int> = []
  private var texts = 0
  private(set) var trace: [String] = []
  /// How often a replica merged what a snapshot stands for.
  var snapshotReads: Int { log.snapshotReads }

  /// Whether merges do without draining, which must be noticed.
  private let isBroken: Bool
  /// Whether months pass: deletions are forgotten, and some come back later.
  private let isLong: Bool
  private let choices: [Step]
  /// The last edit of each replica that can be undone.
  private var undoable: [Int: (context: ModelContext, isDeletion: Bool)] = [:]
  /// The replicas where a deletion was undone since they were drained.
  private var haveRestored: Set<Int> = []
  /// What was moved in the tree of each replica since it was drained.
  private var moved: [Int: Set<PersistentIdentifier>] = [:]

  init(seed: UInt64, isBroken: Bool = false, isLong: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.isBroken = isBroken
    self.isLong = isLong
    choices = Self.weighted(isLong: isLong)
  }

  /// - Returns: what is wrong; nil if nothing is.
  mutating func run(steps: Int) async throws -> String? {
    for number in 0..<2 + random.below(2) { replicas.append(try StoreReplica(number, log: log, drains: !isBroken)) }
    for _ in 0..<steps {
      let step = choices[random.below(choices.count)]
      let replica = random.below(replicas.count)
      log.time += Int64(random.below(3))
      trace.append("\(replica).\(step)")
      try await take(step, replica)
      if let flaw = try await cycle(replica) { return flaw }
    }
    trace.append("end")
    for replica in replicas {
      await replica.remote.set(partitioned: false)
      await replica.remote.set(faults: nil)
    }
    for number in replicas.indices { try await setUp(number) }
    for _ in 0..<(isLong ? 5 : 3) { for replica in replicas { try await replica.engine.round(with: replica.remote) } }
    return try await flaw()
  }

  /// A cycle that a store shows; nil if there is none.
  private func cycle(_ number: Int) async throws -> String? {
    let tasks = try ModelContext(replicas[number].container).fetch(FetchDescriptor<StoredTask>())
    for task in tasks {
      var path = [task]
      while let above = path.last?.parent {
        if path.contains(above) { return "replica \(number) shows a cycle: \(path.map(\.title))" }
        path.append(above)
      }
    }
    return nil
  }

  /// Whether there is something to decide: what a deleted row would have again anyway is no conflict of a store.
  private static func isAsked(_ conflict: Conflict, _ state: SyncState) -> Bool {
    guard case .deleted = conflict.kind, let row = state.settledRow(conflict.row) else { return true }
    return conflict.kept.contains { kept in
      guard case .property = kept.key, let winner = row.winner(kept.key) else { return true }
      return winner.stamp == kept.stamp || winner.value != kept.value
    }
  }

  private func flaw() async throws -> String? {
    var state = SyncState(schema: try await replicas[0].engine.rules())
    for batch in log.batches { _ = state.merge(batch) }
    guard state.setAside.isEmpty, state.waitingBatches.isEmpty else { return "the log is not whole" }
    if isLong { return try await difference() }
    let wanted = state.rows
    for (number, replica) in replicas.enumerated() {
      let shown = try await replica.rows()
      guard shown != wanted else { continue }
      for identity in Set(shown.keys).union(wanted.keys).sorted() where shown[identity] != wanted[identity] {
        return "replica \(number) shows \(identity) as \(shown[identity].debugDescription), not as "
          + "\(wanted[identity].debugDescription)"
      }
    }
    for (number, replica) in replicas.enumerated() {
      for (identity, row) in try await replica.engine.ledgerRows() where row != state.settledRow(identity) {
        return "replica \(number) has of \(identity) \(row), not \(state.settledRow(identity).debugDescription)"
      }
    }
    for (number, replica) in replicas.enumerated() {
      guard let status = try await replica.engine.status() else { return "replica \(number) does not sync" }
      if status.unsent > 0 || status.setAside > 0 { return "replica \(number) has not synced: \(status)" }
      let conflicts = state.conflicts.filter { Self.isAsked($0, state) }
      if status.conflicts != conflicts.count {
        return "replica \(number) has \(status.conflicts) conflicts, not \(conflicts)"
      }
    }
    return nil
  }

  /// What two replicas have differently once both have forgotten all deletions.
  private func difference() async throws -> String? {
    for replica in replicas { try await replica.engine.prune(before: .max) }
    let (shown, rows) = try await (replicas[0].rows(), replicas[0].engine.ledgerRows())
    for (number, replica) in replicas.enumerated().dropFirst() {
      let (others, otherRows) = try await (replica.rows(), replica.engine.ledgerRows())
      for identity in Set(shown.keys).union(others.keys).sorted() where shown[identity] != others[identity] {
        return "0 shows \(identity) as \(shown[identity].debugDescription), \(number) as "
          + "\(others[identity].debugDescription)"
      }
      for identity in Set(rows.keys).union(otherRows.keys).sorted() where rows[identity] != otherRows[identity] {
        return "0 has of \(identity) \(rows[identity].debugDescription), \(number) has "
          + "\(otherRows[identity].debugDescription)"
      }
    }
    return nil
  }

  // MARK: - Steps

  private mutating func take(_ step: Step, _ number: Int) async throws {
    let replica = replicas[number]
    let context = ModelContext(replica.container)
    switch step {
    case .insert:
      let parent = random.below(3) == 0 ? try pick(context) : nil
      let task = StoredTask(newText())
      context.insert(task)
      task.parent = parent
      if random.below(3) == 0 { task.tags = [try tag(context)] }
      try context.save()
    case .title: try edit(context) { $0.title = $1 }
    case .notes: try edit(context) { $0.notes = $1 }
    case .done: try edit(context) { task, _ in task.isDone.toggle() }
    case .tag:
      guard let task = try pick(context) else { return }
      let tag = try tag(context)
      if !task.tags.contains(tag) { task.tags.append(tag) }
      try context.save()
    case .untag:
      guard let task = try pick(context), !task.tags.isEmpty else { return }
      task.tags.removeFirst()
      try context.save()
    case .rename:
      let tags = try context.fetch(FetchDescriptor<StoredTag>(sortBy: [SortDescriptor(\.name)]))
      guard !tags.isEmpty else { return }
      let name = TaskSchema.names[random.below(TaskSchema.names.count)]
      if !tags.contains(where: { $0.name == name }) { tags[random.below(tags.count)].name = name }
      try context.save()
    case .move:
      guard let task = try pick(context), let parent = try pick(context) else { return }
      var above: StoredTask? = parent
      while let next = above, next != task { above = next.parent }
      if above == nil { task.parent = parent } else { task.parent = nil }
      try context.save()
      moved[number, default: []].insert(task.persistentModelID)
    case .delete:
      guard let task = try pick(context) else { return }
      context.delete(task)
      try context.save()
    case .deleteTag:
      let tags = try context.fetch(FetchDescriptor<StoredTag>(sortBy: [SortDescriptor(\.name)]))
      guard !tags.isEmpty else { return }
      context.delete(tags[random.below(tags.count)])
      try context.save()
    case .undo:
      // A change, a deletion, and the deletion undone, before anything is drained.
      try edit(context) { $0.title = $1 }
      context.undoManager = UndoManager()
      guard let task = try pick(context) else { return }
      context.delete(task)
      try context.save()
      context.undoManager?.undo()
      try context.save()
    case .undoLater:
      // What others may have seen meanwhile is undone; if it is in the way of theirs, that is refused.
      if let (context, isDeletion) = undoable.removeValue(forKey: number) {
        if isDeletion { haveRestored.insert(number) }
        context.undoManager?.undo()
        try? context.save()
      } else if let task = try pick(context) {
        context.undoManager = UndoManager()
        let isDeletion = random.below(2) == 0
        if isDeletion { context.delete(task) } else { task.title = newText() }
        try context.save()
        undoable[number] = (context, isDeletion)
      }
    case .skew: replica.clock.skew = Int64(random.below(50_000)) - 25_000
    case .later: log.time += Int64(random.below(60)) * 24 * 3_600_000
    case .again:
      // A tag is deleted and made again, under another key.
      let tags = try context.fetch(FetchDescriptor<StoredTag>(sortBy: [SortDescriptor(\.name)]))
      guard !tags.isEmpty else { return }
      let tag = tags[random.below(tags.count)]
      let (name, color) = (tag.name, newText())
      context.delete(tag)
      try context.save()
      let new = StoredTag(name)
      context.insert(new)
      new.color = color
      if let task = try pick(context) { task.tags.append(new) }
      try context.save()
    case .bulk:
      let weight = Double(random.below(5))
      try context.execute(BatchUpdate<StoredTask>().set(\.weight, to: weight))
    case .sync, .syncBadly:
      await replica.remote.set(faults: step == .sync ? nil : SeededGenerator(seed: random.next()))
      try await setUp(number)
      try await sync(number)
    case .partition:
      if partitioned.remove(number) == nil { partitioned.insert(number) }
      await replica.remote.set(partitioned: partitioned.contains(number))
    }
  }

  private mutating func sync(_ number: Int) async throws {
    let replica = replicas[number]
    var before = try contents(replica.container)
    if !isBroken {
      // Draining tells what was changed here, and changes nothing here. But a row that is back has again what others
      // linked with it while it was gone, and a row whose parent was cut off a cycle has it again when a move ends that.
      let comparesLinks = haveRestored.remove(number) == nil
      let cut = try moved.removeValue(forKey: number).map { try roots(replica.container).subtracting($0) } ?? []
      let told = try contents(replica.container, withLinks: comparesLinks, exceptParentsOf: cut)
      while try await replica.engine.drain() > 0 {}
      let after = try contents(replica.container, withLinks: comparesLinks, exceptParentsOf: cut)
      if told != after { throw SyncError.damaged("draining made \(after) of \(told)") }
    }
    // Somebody goes on typing while batches are on their way.
    let (container, choice, text) = (replica.container, Int(random.next() >> 40), newText())
    if choice % 2 == 0 {
      await replica.remote.set(beforeNextPage: {
        let context = ModelContext(container)
        let tasks = try context.fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.title)]))
        // A snapshot that was merged before the page may have taken the last one.
        guard !tasks.isEmpty else { return false }
        tasks[(choice >> 1) % tasks.count].title = text
        try context.save()
        return true
      })
    }
    do { try await replica.engine.round(with: replica.remote) } catch is LogRemote.Partitioned {}
    if choice % 2 == 0, await replica.remote.hasDoneSomething() { before.append(text) }
    // What was typed is visible, or somebody has it.
    let batches = try await replica.engine.unsentBatches() + log.batches
    let told = Set(batches.flatMap { (try? BatchCodec().batch(of: $0))?.changes.map(\.value) ?? [] })
    let shown = try contents(replica.container).joined(separator: " ").split(separator: " ")
    for word in Set(before.flatMap { $0.matches(of: /text \d+/).map { String($0.0) } })
    where !told.contains(.text(word)) && !shown.contains(word.dropFirst(5)) {
      throw SyncError.damaged("“\(word)” is lost")
    }
  }

  /// What a store has, as a person sees it.
  ///
  /// - Parameter roots: tasks whose parents are left out.
  private func contents(
    _ container: ModelContainer, withLinks: Bool = true, exceptParentsOf roots: Set<PersistentIdentifier> = []
  ) throws -> [String] {
    let context = ModelContext(container)
    let tasks = try context.fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.title)])).map { task in
      let parent = roots.contains(task.persistentModelID) ? nil : task.parent
      let links = "\(parent?.title ?? "-") " + task.tags.map(\.name).sorted().joined(separator: " ")
      return "\(task.title) \(task.notes ?? "-") \(task.isDone) \(task.weight) " + (withLinks ? links : "")
    }
    return try tasks + context.fetch(FetchDescriptor<StoredTag>()).map { "\($0.name) \($0.color)" }.sorted()
  }

  /// The tasks that are part of no other one.
  private func roots(_ container: ModelContainer) throws -> Set<PersistentIdentifier> {
    let tasks = try ModelContext(container).fetch(FetchDescriptor<StoredTask>())
    return Set(tasks.filter { $0.parent == nil }.map(\.persistentModelID))
  }

  /// A store has rows already when it is set up, with its first round.
  private mutating func setUp(_ number: Int) async throws {
    if areSetUp.insert(number).inserted { try await replicas[number].engine.setUp(space: TaskSchema.space) }
  }

  private mutating func newText() -> String {
    texts += 1
    return "text \(texts)"
  }

  private mutating func edit(_ context: ModelContext, _ change: (StoredTask, String) -> Void) throws {
    guard let task = try pick(context) else { return }
    change(task, newText())
    try context.save()
  }

  private mutating func pick(_ context: ModelContext) throws -> StoredTask? {
    let tasks = try context.fetch(FetchDescriptor<StoredTask>(sortBy: [SortDescriptor(\.title)]))
    return tasks.isEmpty ? nil : tasks[random.below(tasks.count)]
  }

  private mutating func tag(_ context: ModelContext) throws -> StoredTag {
    let name = TaskSchema.names[random.below(TaskSchema.names.count)]
    let known = try context.fetch(FetchDescriptor<StoredTag>(predicate: #Predicate { $0.name == name })).first
    if let known { return known }
    let tag = StoredTag(name)
    context.insert(tag)
    return tag
  }
}

extension SyncEngine {
  /// What the ledger has of each row.
  func ledgerRows() throws -> [SyncIdentity: Row] {
    try write { transaction in
      let membership = try Membership(transaction, configuration.sharing, at: place)
      let ledger = try Ledger(transaction, schema(transaction, of: place), membership, at: place)
      let identities = try transaction.rows("SELECT identity FROM \(place.prefix)_row") {
        SyncIdentity(bytes: $0[0].bytes)
      }.compactMap(\.self)
      try ledger.load(identities)
      return Dictionary(uniqueKeysWithValues: identities.compactMap { id in ledger[id].map { (id, $0.row) } })
    }
  }

  func unsentBatches() throws -> [BatchEnvelope] {
    try ReplicationTransaction.run(in: modelContainer, author: SpacePlace.own.author) { transaction in
      try SyncTables(transaction).outbox(limit: 10_000)
    }
  }

  func rules() throws -> SyncSchema {
    try write { transaction in
      schema(transaction, of: place).rules
    }
  }
}
