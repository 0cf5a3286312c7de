import Synchronization

/// The models of a context by row: one instance for each, held weakly.
///
/// Models that are not saved yet are found by their temporary, negative keys.
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

  /// - Parameter released: counts the models that are gone, whose entries are of no use any more.
  init(released: ReleasedModels) { self.released = released }

  /// The registered model of a row, or nil.
  func model(_ entity: EntityIdentity, _ key: Int64) -> (any PersistentModel)? {
    index(of: entity).flatMap { entities[$0].models[key] }
  }

  /// Registers the one instance for a row.
  func register(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64) {
    let index = index(of: entity) ?? entities.endIndex
    if index == entities.endIndex { entities.append(Registrations(entity: entity)) }
    entities[index].models.register(model, key)
    registrationsUntilCheck -= 1
    if registrationsUntilCheck == 0 { sweepIfDue() }
  }

  /// Removes the registration of a key.
  func remove(_ entity: EntityIdentity, _ key: Int64) {
    if let index = index(of: entity) { entities[index].models.remove(key) }
  }

  /// Removes a model's registration; another instance may have taken its place.
  func unregister(_ model: any PersistentModel, _ entity: EntityIdentity) {
    let key = model._$record.key
    if key != 0, self.model(entity, key) === model { remove(entity, key) }
  }

  /// The registered models among a run of keys; looks at the shorter of run and map.
  func models(_ entity: EntityIdentity, in keys: ClosedRange<Int64>) -> [(Int64, any PersistentModel)] {
    guard let index = index(of: entity) else { return [] }
    let registered = entities[index].models
    if keys.count < registered.count { return keys.compactMap { key in registered[key].map { (key, $0) } } }
    var models: [(Int64, any PersistentModel)] = []
    registered.forEach { key, model in if keys.contains(key) { models.append((key, model)) } }
    return models
  }

  /// The largest key of each entity that has registered models with rows.
  var largestKeys: [(entity: EntityIdentity, key: Int64)] {
    entities.compactMap { registered in
      guard let largest = registered.models.largestKey, largest > 0 else { return nil }
      return (registered.entity, largest)
    }
  }

  /// Calls the body with every registered model.
  func forEach(_ body: (any PersistentModel) -> Void) {
    for registered in entities { registered.models.forEach { body($1) } }
  }

  private func index(of entity: EntityIdentity) -> Int? { entities.firstIndex { $0.entity == entity } }

  /// Forgets the models that are gone, once they are half of all: asking each entry costs more than to keep a few.
  private func sweepIfDue() {
    registrationsUntilCheck = Self.registrationsPerCheck
    let count = entities.reduce(0) { $0 + $1.models.count }
    guard released.count >= count / 2 else { return }
    released.reset()
    for index in entities.indices { entities[index].models.sweep() }
  }
}

// MARK: - Registrations of one entity

/// The registered models of one entity by key, held weakly.
///
/// An open hash table, because a dictionary hashes for safety against attackers, which costs as much as reading a row's
/// column, and moves its weak references whenever it grows. The keys are those that the store gave out.
struct RegisteredModels {
  private struct Entry {
    let key: Int64
    weak var model: (any PersistentModel)?
  }

  private var entries: [Entry] = []
  /// For each slot the index of an entry, or -1; a power of two of them, at least twice as many as entries.
  private var slots: [Int32] = []

  var count: Int { entries.count }

  /// The largest key, or nil if there is none.
  var largestKey: Int64? { entries.lazy.map(\.key).max() }

  subscript(key: Int64) -> (any PersistentModel)? {
    guard let index = index(of: key) else { return nil }
    return entries[index].model
  }

  /// Registers a model under a key, in the place of the one that was registered before.
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

  /// Forgets the models that are gone.
  mutating func sweep() {
    entries.removeAll { $0.model == nil }
    slots = []
    grow()
  }

  /// Calls the body with every model that is not gone.
  func forEach(_ body: (Int64, any PersistentModel) -> Void) {
    for entry in entries {
      if let model = entry.model { body(entry.key, model) }
    }
  }

  // MARK: - Slots

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

  /// Where the search for a key begins: sixteen neighbouring keys have neighbouring slots, as they are often asked for
  /// one after the other, and the sixteens are scattered.
  private static func home(of key: Int64, among count: Int) -> Int {
    let scattered = UInt64(bitPattern: key >> 4) &* 0x9E37_79B9_7F4A_7C15
    let block = Int(truncatingIfNeeded: scattered >> 32) << 4
    return (block | Int(truncatingIfNeeded: key & 15)) & (count - 1)
  }

  /// Frees a slot, and moves the keys behind it that would no longer be found.
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

// MARK: - Released models

/// How many models of a context are gone; they may go on any thread.
final class ReleasedModels: Sendable {
  private let noted = Atomic<Int>(0)

  /// How many went since the last `reset`.
  var count: Int { noted.load(ordering: .relaxed) }

  func note() { noted.wrappingAdd(1, ordering: .relaxed) }

  func reset() { noted.store(0, ordering: .relaxed) }
}
