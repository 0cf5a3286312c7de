import COpenSwiftDataRuntime
import DocketLocking

/// The models of a context by row: one instance each, not retained; unsaved ones by their temporary, negative keys.
///
/// A model that is released removes itself, on whichever thread that happens: hence the lock. All else is called on the
/// context's executor.
final class IdentityMap: Sendable {
  private struct Registrations {
    let entity: EntityIdentity
    let asModel: @Sendable (AnyObject) -> any PersistentModel
    var models = RegisteredModels()
  }

  // A list, because a context has models of few entities. While the lock is held, no model may be released: the last
  // reference would take the lock again.
  private let entities = Lock<[Registrations]>([])

  deinit {
    entities.withLock { entities in
      for index in entities.indices { entities[index].models.removeAll() }
    }
  }

  func model(_ entity: EntityIdentity, _ key: Int64) -> (any PersistentModel)? {
    entities.withLock { entities in
      guard let index = entities.firstIndex(where: { $0.entity == entity }) else { return nil }
      return entities[index].models.find(key).map(entities[index].asModel)
    }
  }

  func register(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64) {
    entities.withLock { entities in
      let index = entities.firstIndex { $0.entity == entity } ?? entities.endIndex
      if index == entities.endIndex {
        entities.append(Registrations(entity: entity, asModel: type(of: model)._$properties.root.asModel))
      }
      entities[index].models.register(model, key)
    }
  }

  func remove(_ entity: EntityIdentity, _ key: Int64) {
    entities.withLock { entities in
      if let index = entities.firstIndex(where: { $0.entity == entity }) { entities[index].models.remove(key) }
    }
  }

  func unregister(_ model: any PersistentModel, _ entity: EntityIdentity) {
    let key = model._$record.key
    if key != 0, self.model(entity, key) === model { remove(entity, key) }
  }

  /// Removes the entry of a model that has just been released.
  ///
  /// - Parameter entity: nil for a model without a row whose identifier nobody has asked for.
  func removeReleased(_ entity: EntityIdentity?, _ key: Int64) {
    // Another model that has the key now is returned, so that it is released without the lock.
    _ = entities.withLock { entities in
      var others: [AnyObject] = []
      for index in entities.indices where entity == nil || entities[index].entity == entity {
        if let other = entities[index].models.removeReleased(key) { others.append(other) }
      }
      return others
    }
  }

  /// The registered models among a run of keys; walks the shorter of run and map.
  func models(_ entity: EntityIdentity, in keys: ClosedRange<Int64>) -> [(Int64, any PersistentModel)] {
    entities.withLock { entities in
      guard let registered = entities.first(where: { $0.entity == entity }) else { return [] }
      let models = registered.models
      let found =
        keys.count < models.count
        ? keys.compactMap { key in models[key].map { (key, $0) } } : models.all { keys.contains($0) }
      return found.map { ($0, registered.asModel($1)) }
    }
  }

  var largestKeys: [(entity: EntityIdentity, key: Int64)] {
    entities.withLock { entities in
      entities.compactMap { registered in
        guard let largest = registered.models.largestKey, largest > 0 else { return nil }
        return (registered.entity, largest)
      }
    }
  }

  func forEach(_ body: (any PersistentModel) -> Void) {
    let models = entities.withLock { entities in
      entities.flatMap { registered in registered.models.all { _ in true }.map { registered.asModel($1) } }
    }
    models.forEach(body)
  }
}

/// The registered models of one entity by key, not retained.
///
/// An open hash table: `Dictionary` hashes against attackers, which costs as much as reading a column. These keys come
/// from the store. A weak reference would allocate a side table for each model; an entry keeps the memory of its model,
/// as an unowned reference does, and asks whether the model is still there. Mostly it is, because released models remove
/// themselves. Who drops a table removes all first.
struct RegisteredModels {
  private struct Entry {
    let key: Int64
    let memory: UnsafeMutableRawPointer

    init(key: Int64, model: AnyObject) {
      self.key = key
      memory = Unmanaged.passUnretained(model).toOpaque()
      openswiftdata_keep_memory(memory)
    }

    func releaseMemory() { openswiftdata_release_memory(memory) }

    /// Nil if the last reference is gone, perhaps on another thread at this moment.
    var model: AnyObject? {
      openswiftdata_retain_if_alive(memory).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }
  }

  private var entries: [Entry] = []
  /// For each slot the index of an entry, or -1; a power of two, at least twice as many as entries.
  private var slots: [Int32] = []

  var count: Int { entries.count }
  var largestKey: Int64? { entries.lazy.map(\.key).max() }

  init() { Self.check }

  subscript(key: Int64) -> AnyObject? {
    guard let index = index(of: key) else { return nil }
    return entries[index].model
  }

  /// The same in place: it doesn't retain the table.
  mutating func find(_ key: Int64) -> AnyObject? { self[key] }

  mutating func register(_ model: AnyObject, _ key: Int64) {
    if (entries.count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: key)
    let index = Int(slots[slot])
    if index >= 0 {
      entries[index].releaseMemory()
      entries[index] = Entry(key: key, model: model)
    } else {
      slots[slot] = Int32(entries.count)
      entries.append(Entry(key: key, model: model))
    }
  }

  mutating func remove(_ key: Int64) {
    guard let index = index(of: key) else { return }
    entries[index].releaseMemory()
    free(slot(of: key))
    let last = entries.count - 1
    if index != last {
      slots[slot(of: entries[last].key)] = Int32(index)
      entries.swapAt(index, last)
    }
    entries.removeLast()
  }

  /// Removes a key whose model is gone; otherwise returns the model.
  mutating func removeReleased(_ key: Int64) -> AnyObject? {
    if let model = self[key] { return model }
    remove(key)
    return nil
  }

  mutating func removeAll() {
    for entry in entries { entry.releaseMemory() }
    entries = []
    slots = []
  }

  func all(where isIncluded: (Int64) -> Bool) -> [(key: Int64, model: AnyObject)] {
    entries.compactMap { entry in isIncluded(entry.key) ? entry.model.map { (entry.key, $0) } : nil }
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

  // MARK: - The check of the runtime

  private final class Sample {}

  /// Done once, before the first model is registered.
  private static let check: Void = {
    let entry = entryOfReleasedSample()
    RuntimeLayout.require(entry.model == nil, "unowned references")
    entry.releaseMemory()
  }()

  @inline(never)
  private static func entryOfReleasedSample() -> Entry {
    let samples = [Sample(), Sample()]
    let entry = Entry(key: 1, model: samples[1])
    RuntimeLayout.require(withExtendedLifetime(samples) { entry.model === samples[1] }, "unowned references")
    return entry
  }
}
