/// The models of a context by row: one instance for each, held weakly.
///
/// Models that are not saved yet are found by their temporary, negative keys.
struct IdentityMap {
  private struct Entry {
    weak var model: (any PersistentModel)?
  }

  private var entries: [EntityIdentity: [Int64: Entry]] = [:]
  private let departures: Departures
  private var registrationsUntilCheck = registrationsPerCheck
  private static let registrationsPerCheck = 1024

  /// - Parameter departures: counts the models that are gone, whose entries are of no use any more.
  init(departures: Departures) { self.departures = departures }

  /// The registered model of a row, or nil.
  func model(_ entity: EntityIdentity, _ key: Int64) -> (any PersistentModel)? { entries[entity]?[key]?.model }

  mutating func register(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64) {
    entries[entity, default: [:]][key] = Entry(model: model)
    registrationsUntilCheck -= 1
    if registrationsUntilCheck == 0 { sweepIfDue() }
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

  /// The largest key of each entity that has registered models with rows.
  var largestKeys: [(entity: EntityIdentity, key: Int64)] {
    entries.compactMap { entity, registered in
      guard let largest = registered.keys.max(), largest > 0 else { return nil }
      return (entity, largest)
    }
  }

  /// Calls the body with every registered model.
  func forEach(_ body: (any PersistentModel) -> Void) {
    for entity in entries.values {
      for entry in entity.values {
        if let model = entry.model { body(model) }
      }
    }
  }

  /// Forgets the models that are gone, once they are half of all: asking each entry costs more than to keep a few.
  private mutating func sweepIfDue() {
    registrationsUntilCheck = Self.registrationsPerCheck
    let count = entries.values.reduce(0) { $0 + $1.count }
    guard departures.count >= count / 2 else { return }
    departures.reset()
    entries = entries.mapValues { $0.filter { $0.value.model != nil } }
  }
}
