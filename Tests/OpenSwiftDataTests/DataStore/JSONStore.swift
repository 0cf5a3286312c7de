import Foundation
import OpenSwiftData

/// The file of a JSON store, and the number of models that it accepts.
struct JSONStoreConfiguration: DataStoreConfiguration {
  typealias Store = JSONStore

  var name = "json"
  var schema: Schema?
  var fileURL: URL
  var largestCount = Int.max
}

/// Stores models in a JSON file that is read and written as a whole; the primary keys are UUIDs.
final class JSONStore: DataStore {
  typealias Snapshot = DefaultSnapshot

  /// There are more models than the file accepts.
  struct IsFull: Error {}

  let configuration: JSONStoreConfiguration
  let schema: Schema
  var identifier: String { configuration.fileURL.lastPathComponent }

  init(_ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    // A container sets it.
    guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
    self.schema = schema
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let entity = Schema.entityName(for: T.self)
    let snapshots = try read().filter { $0.persistentIdentifier.entityName == entity }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      let temporary = snapshot.persistentIdentifier
      identifiers[temporary] = try .identifier(
        for: identifier, entityName: temporary.entityName, primaryKey: UUID())
    }
    let written = (request.inserted + request.updated).map { snapshot in
      let identifier = snapshot.persistentIdentifier
      return snapshot.copy(
        persistentIdentifier: identifiers[identifier] ?? identifier, remappedIdentifiers: identifiers)
    }
    let replaced = Set((written + request.deleted).map(\.persistentIdentifier))
    try write(read().filter { !replaced.contains($0.persistentIdentifier) } + written)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: identifiers)
  }

  func erase() throws { try write([]) }

  private func read() throws -> [DefaultSnapshot] {
    guard FileManager.default.fileExists(atPath: configuration.fileURL.path) else { return [] }
    return try JSONDecoder().decode([DefaultSnapshot].self, from: Data(contentsOf: configuration.fileURL))
  }

  private func write(_ snapshots: [DefaultSnapshot]) throws {
    guard snapshots.count <= configuration.largestCount else { throw IsFull() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(snapshots).write(to: configuration.fileURL, options: .atomic)
  }
}

extension TemporaryStore {
  var jsonURL: URL { directory.appendingPathComponent("models.json") }

  /// A container whose models are in a JSON file.
  func jsonContainer(_ types: any PersistentModel.Type..., largestCount: Int = .max) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(types),
      configurations: [JSONStoreConfiguration(fileURL: jsonURL, largestCount: largestCount)])
  }
}
