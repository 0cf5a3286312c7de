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
