/// The models of a context by row: one instance for each, held weakly.
///
/// Models that are not saved yet are found by their temporary, negative keys.
struct IdentityMap {
  private struct Registrations {
    let entity: EntityIdentity
    var models = RegisteredModels()
  }

  // A list, because a context has models of few entities.
  private var entities: [Registrations] = []
  private let departures: Departures
  private var registrationsUntilCheck = registrationsPerCheck
  private static let registrationsPerCheck = 1024

  /// - Parameter departures: counts the models that are gone, whose entries are of no use any more.
  init(departures: Departures) { self.departures = departures }

  /// The registered model of a row, or nil.
  func model(_ entity: EntityIdentity, _ key: Int64) -> (any PersistentModel)? {
    index(of: entity).flatMap { entities[$0].models[key] }
  }

  mutating func register(_ model: any PersistentModel, _ entity: EntityIdentity, _ key: Int64) {
    let index = index(of: entity) ?? entities.endIndex
    if index == entities.endIndex { entities.append(Registrations(entity: entity)) }
    entities[index].models.register(model, key)
    registrationsUntilCheck -= 1
    if registrationsUntilCheck == 0 { sweepIfDue() }
  }

  mutating func remove(_ entity: EntityIdentity, _ key: Int64) {
    if let index = index(of: entity) { entities[index].models.remove(key) }
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
  private mutating func sweepIfDue() {
    registrationsUntilCheck = Self.registrationsPerCheck
    let count = entities.reduce(0) { $0 + $1.models.count }
    guard departures.count >= count / 2 else { return }
    departures.reset()
    for index in entities.indices { entities[index].models.sweep() }
  }
}
