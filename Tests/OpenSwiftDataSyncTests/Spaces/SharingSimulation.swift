import Foundation
import OpenSwiftData

@testable import OpenSwiftDataSync

/// Three people with five stores edit at random, share lists with one another, move items between them, and leave.
///
/// Of every other seed Carla, who has one store, has no space of her own.
///
/// At the end all have synced, and what belongs together is equal.
struct SharingSimulation {
  enum Step: CaseIterable, Sendable {
    case insert, title, tag, untag, renameTag, deleteTag, move, nest, delete, undo, block, renameList, deleteList, note,
      share, leave, join, sync, syncBadly
  }

  private static let weights: [Step: Int] = [
    .insert: 6, .title: 5, .tag: 4, .untag: 2, .renameTag: 1, .deleteTag: 1, .move: 7, .nest: 4, .delete: 2, .undo: 1,
    .block: 2, .renameList: 1, .deleteList: 1, .note: 1, .share: 3, .leave: 1, .join: 2, .sync: 14, .syncBadly: 4,
  ]
  private static let weighted = Step.allCases.flatMap { step in Array(repeating: step, count: weights[step] ?? 1) }
  private static let names = ["Work", "Home", "Trip"]

  private var random: SeededGenerator
  private let remotes = SharedRemotes()
  private var stores: [SharingStore] = []
  private var persons: [String] = []
  private var texts = 0
  /// All spaces that were ever shared.
  private var shared: [SyncIdentity] = []
  /// The items that somebody deleted, with what was below them.
  private var deleted: Set<String> = []
  private var inserted: [String] = []
  /// The titles that somebody typed, each once, and the items.
  private var typed: [String: String] = [:]
  /// Those that somebody saw and typed another one over.
  private var replaced: Set<String> = []
  /// The items of lists that were left: of two values the later one counts, should the list be joined again.
  private var left: Set<String> = []
  private(set) var trace: [String] = []

  private let hasCarlaOwnSpace: Bool

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    hasCarlaOwnSpace = seed % 2 == 0
  }

  /// - Returns: what is wrong; nil if nothing is.
  mutating func run(steps: Int) async throws -> String? {
    for person in ["Anna", "Anna", "Ben", "Ben", "Carla"] {
      stores.append(
        try await SharingStore(
          person: person, number: UInt64(stores.count + 1), remotes,
          hasOwnSpace: person != "Carla" || hasCarlaOwnSpace))
      persons.append(person)
    }
    for _ in 0..<steps {
      let step = Self.weighted[random.below(Self.weighted.count)]
      let number = random.below(stores.count)
      remotes.time += Int64(random.below(3))
      trace.append("\(number).\(step)")
      try await take(step, number)
    }
    trace.append("end")
    for _ in 0..<8 {
      for store in stores {
        remotes.time += 1
        try await store.round()
      }
    }
    return try await flaw()
  }

  /// What a person sees on one machine and not on the other.
  private func difference() async throws -> String? {
    for (number, store) in stores.enumerated() {
      let first = persons.firstIndex(of: persons[number]) ?? number
      let (mine, others) = try (store.items(), stores[first].items())
      if mine != others {
        return "\(first) shows \(others), \(number) \(mine)"
      }
      let (lists, otherLists) = try (store.lists(), stores[first].lists())
      if lists != otherLists { return "\(first) has the lists \(otherLists), \(number) \(lists)" }
    }
    return nil
  }

  /// An item that nobody deleted and nobody has.
  private func loss() throws -> String? {
    let present = try Set(
      stores.flatMap { try ModelContext($0.container).fetch(FetchDescriptor<SharedItem>()).map(\.uid) })
    let lost = inserted.filter { !deleted.contains($0) && !present.contains($0) }
    return lost.isEmpty ? nil : "nobody has \(lost), which nobody deleted"
  }

  /// A title that nobody saw and typed over, and that nobody has: neither shown nor kept.
  private func lostTitle() async throws -> String? {
    var present: Set<String> = []
    for store in stores {
      present.formUnion(try ModelContext(store.container).fetch(FetchDescriptor<SharedItem>()).map(\.title))
      let own = try await store.own.status() == nil ? [] : [store.own]
      for engine in try await own + store.own.sharedSpaces().map(store.engine) {
        for case .text(let text) in try await engine.conflicts().flatMap(\.kept).map(\.value) { present.insert(text) }
      }
    }
    let lost = typed.filter { title, uid in
      !replaced.contains(title) && !deleted.contains(uid) && !left.contains(uid) && !present.contains(title)
    }
    return lost.isEmpty ? nil : "nobody has the titles \(lost), which nobody typed over"
  }

  private func flaw() async throws -> String? {
    if let loss = try loss() { return loss }
    if let lost = try await lostTitle() { return lost }
    for (number, store) in stores.enumerated() {
      let first = persons.firstIndex(of: persons[number]) ?? number
      let (mine, others) = try await (spaces(of: store), spaces(of: stores[first]))
      if mine != others { return "\(number) takes part in \(mine), \(first) in \(others)" }
    }
    for (space, log) in remotes.logs.sorted(by: { $0.key < $1.key }) {
      let members = try await members(of: space)
      guard let (first, engine) = members.first else { continue }
      for (number, other) in members.dropFirst() {
        if let flaw = try await difference(number, other, first, engine) { return flaw }
      }
      var state = SyncState(schema: try await engine.rules())
      for batch in log.batches { _ = state.merge(batch) }
      for (number, engine) in members {
        for (identity, row) in try await engine.ledgerRows() where row != state.settledRow(identity) {
          return "\(number) has of \(identity) \(row), not \(state.settledRow(identity).debugDescription)"
        }
        guard let status = try await engine.status() else { return "\(number) does not sync" }
        if status.unsent > 0 || status.setAside > 0 { return "\(number) has not synced: \(status)" }
        // Tags are shown where something has them, and items where the list is.
        let hasRoot = state.rows.values.contains { $0.entity == "SharedList" }
        let shown = Set(try await engine.shownRows().keys)
        let wanted = Set(
          state.rows.values.filter { row in
            !engine.place.isShared || row.entity == "SharedList" || row.entity == "SharedItem" && hasRoot
              || shown.contains(row.row)
          }.map(\.row))
        if shown != wanted {
          let different = shown.symmetricDifference(wanted).sorted().compactMap { state.row($0) }
          return "\(number) does not show of \(space) as all do: \(different)"
        }
      }
      if engine.place.isShared, remotes.texts(of: space).contains(where: { $0.hasPrefix("private") }) {
        return "what was private is in the log of \(space)"
      }
    }
    return try await difference()
  }

  private func spaces(of store: SharingStore) async throws -> Set<SyncIdentity> {
    Set(try await store.own.sharedSpaces().map(\.space))
  }

  private func members(of space: SyncIdentity) async throws -> [(Int, SyncEngine)] {
    var members: [(Int, SyncEngine)] = []
    for (number, store) in stores.enumerated() {
      if try await store.own.status()?.space == space { members.append((number, store.own)) }
      for shared in try await store.own.sharedSpaces() where shared.space == space {
        members.append((number, store.engine(of: shared)))
      }
    }
    return members
  }

  /// A row that two stores of a space show differently; a name that is taken here may have a number behind it.
  private func difference(
    _ number: Int, _ engine: SyncEngine, _ first: Int, _ other: SyncEngine
  ) async throws -> String? {
    let (shown, wanted) = try await (engine.shownRows(), other.shownRows())
    for identity in Set(shown.keys).union(wanted.keys).sorted() {
      guard let row = shown[identity], let same = wanted[identity] else {
        let row = shown[identity] ?? wanted[identity]
        if engine.place.isShared, row?.entity == "SharedTag" { continue }
        return "\(number) or \(first) lacks \(row.debugDescription)"
      }
      var (values, others) = (row.values, same.values)
      if row.entity == "SharedList" { (values, others) = ([:], [:]) }
      if values != others || row.members != same.members { return "\(number) shows \(row), \(first) \(same)" }
    }
    return nil
  }

  // MARK: - Steps

  private mutating func take(_ step: Step, _ number: Int) async throws {
    let store = stores[number]
    switch step {
    case .insert:
      let (uid, title) = (newText(), newText())
      let list = try pickList(store)
      let tag = random.below(3) == 0 ? Self.tagNames[random.below(3)] : nil
      try store.edit { context in
        let item = SharedItem(title, uid: uid)
        context.insert(item)
        item.list = try Self.list(list, context)
        if let tag { item.tags = [try Self.tag(tag, context)] }
      }
      inserted.append(uid)
      typed[title] = uid
    case .title: try setTitle(newText(), store)
    case .tag:
      let name = Self.tagNames[random.below(3)]
      try edit(store) { item, context in
        let tag = try Self.tag(name, context)
        if !item.tags.contains(tag) { item.tags.append(tag) }
      }
    case .untag: try edit(store) { item, _ in if !item.tags.isEmpty { item.tags.removeFirst() } }
    case .renameTag:
      let (old, new) = (Self.tagNames[random.below(3)], Self.tagNames[random.below(3)])
      try store.edit { context in
        let tags = try context.fetch(FetchDescriptor<SharedTag>())
        if !tags.contains(where: { $0.name == new }) { tags.first { $0.name == old }?.name = new }
      }
    case .deleteTag:
      let name = Self.tagNames[random.below(3)]
      try store.edit { context in
        for tag in try context.fetch(FetchDescriptor<SharedTag>()) where tag.name == name { context.delete(tag) }
      }
    case .move:
      let list = try pickList(store)
      try edit(store) { item, context in item.list = try Self.list(list, context) }
    case .nest:
      let other = try pick(store)
      try edit(store) { item, context in
        let found = try context.fetch(FetchDescriptor<SharedItem>()).first { $0.uid == other }
        var above = found
        while let next = above, next != item { above = next.parent }
        item.parent = above == nil ? found : nil
        if item.parent != nil { item.list = nil }
      }
    case .delete:
      guard let uid = try pick(store) else { return }
      let context = ModelContext(store.container)
      guard let item = try context.fetch(FetchDescriptor<SharedItem>(predicate: #Predicate { $0.uid == uid })).first
      else { return }
      noteDeletion(of: item)
      context.delete(item)
      try context.save()
    case .undo:
      let title = newText()
      guard let uid = try pick(store) else { return }
      let context = ModelContext(store.container)
      let item = try context.fetch(FetchDescriptor<SharedItem>(predicate: #Predicate { $0.uid == uid })).first
      if let item { replaced.insert(item.title) }
      typed[title] = uid
      item?.title = title
      try context.save()
      context.undoManager = UndoManager()
      if let item {
        noteDeletion(of: item)
        context.delete(item)
      }
      try context.save()
      context.undoManager?.undo()
      try context.save()
    case .block:
      let other = try pick(store)
      try edit(store) { item, context in
        let blocker = try context.fetch(FetchDescriptor<SharedItem>()).first { $0.uid == other }
        if let blocker, blocker != item { item.blockers = item.blockers.contains(blocker) ? [] : [blocker] }
      }
    case .renameList:
      guard let key = try pickList(store) else { return }
      let name = Self.names[random.below(3)]
      try store.edit { context in
        guard try Self.list(name.lowercased(), context) == nil, let list = try Self.list(key, context) else { return }
        (list.key, list.name) = (name.lowercased(), name)
      }
    case .deleteList:
      let key = try pickList(store)
      try store.edit { context in if let list = try Self.list(key, context) { context.delete(list) } }
    case .note:
      let text = "private \(newText())"
      try store.edit { context in context.insert(PrivateNote(text)) }
    case .share: try await share(number)
    case .leave:
      let spaces = try await store.own.sharedSpaces()
      guard !spaces.isEmpty else { return }
      let shared = spaces[random.below(spaces.count)]
      for (_, engine) in try await members(of: shared.space) {
        for row in try await engine.ledgerRows().values {
          if case .text(let uid)? = row.winner(.property("uid"))?.value { left.insert(uid) }
        }
      }
      try await store.own.leave(shared.place)
    case .join:
      let known = try await spaces(of: store)
      let others = shared.filter { !known.contains($0) }
      guard !others.isEmpty else { return }
      let faults = random.below(2) == 0 ? nil : SeededGenerator(seed: random.next())
      try await store.join(others[random.below(others.count)], faults: faults)
    case .sync, .syncBadly:
      do {
        try await store.round(faults: step == .sync ? nil : SeededGenerator(seed: random.next()))
      } catch is LogRemote.Partitioned {}
    }
  }

  private mutating func setTitle(_ title: String, _ store: SharingStore) throws {
    var (uid, former): (String?, String?)
    try edit(store) { item, _ in
      (uid, former) = (item.uid, item.title)
      item.title = title
    }
    guard let uid, let former else { return }
    typed[title] = uid
    replaced.insert(former)
  }

  private mutating func noteDeletion(of item: SharedItem) {
    var (pending, visited) = ([item], Set<String>())
    while let next = pending.popLast() {
      if visited.insert(next.uid).inserted { pending += next.children }
    }
    deleted.formUnion(visited)
  }

  /// A list is made if there is none; another person takes part at once.
  private mutating func share(_ number: Int) async throws {
    let (store, name) = (stores[number], Self.names[random.below(3)])
    try store.edit { context in
      if try Self.list(name.lowercased(), context) == nil { context.insert(SharedList(name)) }
    }
    guard let space = try? await store.share(name) else { return }
    shared.append(space)
    let guests = stores.indices.filter { persons[$0] != persons[number] }
    _ = try await stores[guests[random.below(guests.count)]].takePart(in: space)
  }

  private static let tagNames = ["red", "green", "blue"]

  private static func list(_ key: String?, _ context: ModelContext) throws -> SharedList? {
    try context.fetch(FetchDescriptor<SharedList>()).first { $0.key == key }
  }

  private static func tag(_ name: String, _ context: ModelContext) throws -> SharedTag {
    if let tag = try context.fetch(FetchDescriptor<SharedTag>()).first(where: { $0.name == name }) { return tag }
    let tag = SharedTag(name)
    context.insert(tag)
    return tag
  }

  private mutating func newText() -> String {
    texts += 1
    return "text \(texts)"
  }

  private mutating func pick(_ store: SharingStore) throws -> String? {
    let items = try ModelContext(store.container).fetch(FetchDescriptor<SharedItem>(sortBy: [SortDescriptor(\.uid)]))
    return items.isEmpty ? nil : items[random.below(items.count)].uid
  }

  private mutating func pickList(_ store: SharingStore) throws -> String? {
    let lists = try store.lists()
    let choice = random.below(lists.count + 1)
    return choice < lists.count ? lists[choice] : nil
  }

  private mutating func edit(
    _ store: SharingStore, _ change: (SharedItem, ModelContext) throws -> Void
  ) throws {
    guard let uid = try pick(store) else { return }
    try store.edit { context in
      if let item = try context.fetch(FetchDescriptor<SharedItem>()).first(where: { $0.uid == uid }) {
        try change(item, context)
      }
    }
  }
}
