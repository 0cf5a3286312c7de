/// The models of a context by row: one instance for each, held weakly.
///
/// Models that are not saved yet are found by their temporary, negative keys.
struct IdentityMap {
  private struct Entry {
    weak var model: (any PersistentModel)?
  }

  private var entries: [EntityIdentity: [Int64: Entry]] = [:]
  private var registrationsUntilSweep = 1024

  /// The registered model of a row, or nil.
  func model(_ entity: EntityIdentity, _ key: Int64) -> (any PersistentModel)? { entries[entity]?[key]?.model }

  mutating func register(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64) {
    entries[entity, default: [:]][key] = Entry(model: model)
    registrationsUntilSweep -= 1
    if registrationsUntilSweep == 0 { sweep() }
  }

  mutating func remove(_ entity: EntityIdentity, _ key: Int64) { entries[entity]?[key] = nil }

  /// The registered models among a run of keys; looks at the shorter of run and map.
  func models(_ entity: EntityIdentity, in keys: ClosedRange<Int64>) -> [(Int64, any PersistentModel)] {
    guard let registered = entries[entity] else { return [] }
    if keys.count < registered.count {
      return keys.compactMap { key in registered[key]?.model.map { (key, $0) } }
    }
    return registered.compactMap { key, entry in keys.contains(key) ? entry.model.map { (key, $0) } : nil }
  }

  /// Calls the body with every registered model.
  func forEach(_ body: (any PersistentModel) -> Void) {
    for entity in entries.values {
      for entry in entity.values {
        if let model = entry.model { body(model) }
      }
    }
  }

  /// The smallest and the largest key of each entity that has registered models.
  var extents: [(EntityIdentity, ClosedRange<Int64>)] {
    entries.compactMap { entity, registered in
      guard let first = registered.keys.min(), let last = registered.keys.max() else { return nil }
      return (entity, first...last)
    }
  }

  /// Forgets the models that are gone; the next sweep comes after as many registrations as there are models left.
  private mutating func sweep() {
    entries = entries.mapValues { $0.filter { $0.value.model != nil } }
    registrationsUntilSweep = max(1024, entries.values.reduce(0) { $0 + $1.count })
  }
}
