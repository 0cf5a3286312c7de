import Synchronization

/// The models of a context by row: one instance each, held weakly; unsaved ones by their temporary, negative keys.
final class IdentityMap {
  private struct Registrations {
    let entity: EntityIdentity
    var models = RegisteredModels()
  }

  // A list, because a context has models of few entities.
  private var entities: [Registrations] = []
  private let released: ReleasedModels
  private var registrationsUntilCheck = registrationsPerCheck
  private static let registrationsPerCheck = 1024

  /// - Parameter released: counts the models that are gone.
  init(released: ReleasedModels) { self.released = released }

  func model(_ entity: EntityIdentity, _ key: Int64) -> (any PersistentModel)? {
    index(of: entity).flatMap { entities[$0].models[key] }
  }

  func register(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64) {
    let index = index(of: entity) ?? entities.endIndex
    if index == entities.endIndex { entities.append(Registrations(entity: entity)) }
    entities[index].models.register(model, key)
    registrationsUntilCheck -= 1
    if registrationsUntilCheck == 0 { sweepIfDue() }
  }

  func remove(_ entity: EntityIdentity, _ key: Int64) {
    if let index = index(of: entity) { entities[index].models.remove(key) }
  }

  func unregister(_ model: any PersistentModel, _ entity: EntityIdentity) {
    let key = model._$record.key
    if key != 0, self.model(entity, key) === model { remove(entity, key) }
  }

  /// The registered models among a run of keys; walks the shorter of run and map.
  func models(_ entity: EntityIdentity, in keys: ClosedRange<Int64>) -> [(Int64, any PersistentModel)] {
    guard let index = index(of: entity) else { return [] }
    let registered = entities[index].models
    if keys.count < registered.count { return keys.compactMap { key in registered[key].map { (key, $0) } } }
    var models: [(Int64, any PersistentModel)] = []
    registered.forEach { key, model in if keys.contains(key) { models.append((key, model)) } }
    return models
  }

  var largestKeys: [(entity: EntityIdentity, key: Int64)] {
    entities.compactMap { registered in
      guard let largest = registered.models.largestKey, largest > 0 else { return nil }
      return (registered.entity, largest)
    }
  }

  func forEach(_ body: (any PersistentModel) -> Void) {
    for registered in entities { registered.models.forEach { body($1) } }
  }

  private func index(of entity: EntityIdentity) -> Int? { entities.firstIndex { $0.entity == entity } }

  /// Drops entries of released models once they are half of all.
  private func sweepIfDue() {
    registrationsUntilCheck = Self.registrationsPerCheck
    let count = entities.reduce(0) { $0 + $1.models.count }
    guard released.count >= count / 2 else { return }
    released.reset()
    for index in entities.indices { entities[index].models.sweep() }
  }
}

/// The registered models of one entity by key, held weakly.
///
/// An open hash table: `Dictionary` hashes against attackers, which costs as much as reading a column, and moves its
/// weak references when it grows. These keys come from the store.
struct RegisteredModels {
  private struct Entry {
    let key: Int64
    weak var model: (any PersistentModel)?
  }

  private var entries: [Entry] = []
  /// For each slot the index of an entry, or -1; a power of two, at least twice as many as entries.
  private var slots: [Int32] = []

  var count: Int { entries.count }
  var largestKey: Int64? { entries.lazy.map(\.key).max() }

  subscript(key: Int64) -> (any PersistentModel)? {
    guard let index = index(of: key) else { return nil }
    return entries[index].model
  }

  mutating func register(_ model: any PersistentModel, _ key: Int64) {
    if let index = index(of: key) {
      entries[index].model = model
    } else {
      if (entries.count + 1) * 2 > slots.count { grow() }
      slots[slot(of: key)] = Int32(entries.count)
      entries.append(Entry(key: key, model: model))
    }
  }

  mutating func remove(_ key: Int64) {
    guard let index = index(of: key) else { return }
    free(slot(of: key))
    let last = entries.count - 1
    if index != last {
      slots[slot(of: entries[last].key)] = Int32(index)
      entries.swapAt(index, last)
    }
    entries.removeLast()
  }

  mutating func sweep() {
    entries.removeAll { $0.model == nil }
    slots = []
    grow()
  }

  func forEach(_ body: (Int64, any PersistentModel) -> Void) {
    for entry in entries {
      if let model = entry.model { body(entry.key, model) }
    }
  }

  private func index(of key: Int64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let index = slots[slot(of: key)]
    return index < 0 ? nil : Int(index)
  }

  /// The slot of a key, or the free one where it would go.
  private func slot(of key: Int64) -> Int {
    var slot = Self.home(of: key, among: slots.count)
    while slots[slot] >= 0, entries[Int(slots[slot])].key != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  /// Blocks of sixteen keys, often looked up in turn, share neighbouring slots; the blocks are scattered.
  private static func home(of key: Int64, among count: Int) -> Int {
    let scattered = UInt64(bitPattern: key >> 4) &* 0x9E37_79B9_7F4A_7C15
    let block = Int(truncatingIfNeeded: scattered >> 32) << 4
    return (block | Int(truncatingIfNeeded: key & 15)) & (count - 1)
  }

  /// Frees a slot, and moves up the keys behind it that could no longer be found.
  private mutating func free(_ removed: Int) {
    let mask = slots.count - 1
    var (hole, slot) = (removed, (removed + 1) & mask)
    while slots[slot] >= 0 {
      let home = Self.home(of: entries[Int(slots[slot])].key, among: slots.count)
      if (slot - home) & mask >= (slot - hole) & mask {
        slots[hole] = slots[slot]
        hole = slot
      }
      slot = (slot + 1) & mask
    }
    slots[hole] = -1
  }

  private mutating func grow() {
    var count = 32
    while count < entries.count * 4 { count *= 2 }
    slots = Array(repeating: -1, count: count)
    for index in entries.indices { slots[slot(of: entries[index].key)] = Int32(index) }
  }
}

/// Counts released models of a context; they may go on any thread.
final class ReleasedModels: Sendable {
  private let noted = Atomic<Int>(0)

  var count: Int { noted.load(ordering: .relaxed) }

  func note() { noted.wrappingAdd(1, ordering: .relaxed) }

  func reset() { noted.store(0, ordering: .relaxed) }
}
