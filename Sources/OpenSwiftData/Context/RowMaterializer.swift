import Dispatch
import Foundation

/// Makes models of rows and brings them in line with their rows: faults, partial models, rows that are gone.
///
/// A row has one instance in a context, see `IdentityMap`. What could not be read while somebody kept the store locked
/// is read again soon.
final class RowMaterializer {
  private let store: SQLiteStore
  private let link: ContextLink
  private let connection: ContextConnection
  private let identityMap: IdentityMap
  private let pending: PendingChanges
  private let listAtHand: ListAtHand
  private var unreadable = UnreadableValues()

  /// Receives the error of a value that could not be read when it was needed.
  var readErrorHandler: (any Error) -> Void = RowMaterializer.writeToStandardError

  init(
    _ store: SQLiteStore, _ link: ContextLink, _ connection: ContextConnection, _ identityMap: IdentityMap,
    _ pending: PendingChanges, _ listAtHand: ListAtHand
  ) {
    self.store = store
    self.link = link
    self.connection = connection
    self.identityMap = identityMap
    self.pending = pending
    self.listAtHand = listAtHand
  }

  // MARK: - Making models

  /// The instance for the row that a statement stands on: a new one, or the registered one brought up to date.
  ///
  /// - Parameter columns: what the row consists of.
  func model(
    of row: Statement, _ table: EntityTable, _ columns: ColumnSelection
  ) throws -> any PersistentModel {
    let (table, columns) = try columns.resolved(of: row, table)
    let key = row.integer(0)
    if let registered = identityMap.model(table.identity, key) {
      try table.check(registered)
      // A fault stays one as long as a part of it was not read.
      guard !columns.isPartial || !registered._$record.isFault else { return registered }
      try merge(row, into: registered, table, columns)
      return registered
    }
    let model = makeUnregistered(table, key: key)
    try table.load(model, from: row, columns)
    model._$record.setPartial(columns.isPartial)
    // Last: once there is a weak reference to an object, retaining it takes twice as long.
    identityMap.register(model, table.identity, key)
    return model
  }

  /// A fault for a row: its values are read when they are first needed.
  func makeModel(_ table: EntityTable, key: Int64) -> any PersistentModel {
    let model = makeUnregistered(table, key: key)
    model._$record.becomeFault()
    identityMap.register(model, table.identity, key)
    return model
  }

  /// A model for a row that does not exist.
  func makeDeletedModel(_ table: EntityTable, _ identifier: PersistentIdentifier) -> any PersistentModel {
    let model = table.properties.makeFault()
    model._$record.enter(link, asRow: identifier.key, of: identifier.entity)
    model._$record.becomeDeleted()
    return model
  }

  private func makeUnregistered(_ table: EntityTable, key: Int64) -> any PersistentModel {
    let model = table.properties.makeFault()
    model._$record.enter(link, asRow: key, of: table.identity)
    pending.markIfDeleted(model, table.identity, key)
    return model
  }

  /// Takes over what differs in a row, and tells the observers of that.
  private func merge(
    _ row: Statement, into model: any PersistentModel, _ table: EntityTable, _ columns: ColumnSelection
  ) throws {
    // The properties that were not changed here may get other values.
    if model._$record.isDirty { pending.noteChange(of: model) }
    try table.merge(row, into: model, columns)
    model._$record.becomeRead()
  }

  // MARK: - Reading rows by key

  /// The model of a key, brought up to date; nil if there is no such row.
  func fetchModel(_ table: EntityTable, key: Int64, on connection: Connection) throws -> (any PersistentModel)? {
    try withRow(key, table, on: connection) { try model(of: $0, table, table.everything) }
  }

  /// The models of some keys, read in one query; keys without a row, or with an unreadable one, are left out.
  func models(_ keys: [Int64], _ table: EntityTable) -> [any PersistentModel] {
    (try? readModels(keys, table)) ?? []
  }

  /// The same.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  func readModels(_ keys: [Int64], _ table: EntityTable) throws -> [any PersistentModel] {
    var models: [Int64: any PersistentModel] = [:]
    try connection.read { connection in
      try forEachRow(keys, table, on: connection) {
        models[$0.integer(0)] = try? model(of: $0, table, table.everything)
      }
    }
    return noteSiblings(keys.compactMap { models[$0] }, table)
  }

  /// Reads rows by their keys in one query.
  func forEachRow(
    _ keys: [Int64], _ table: EntityTable, on connection: Connection, _ body: (Statement) throws -> Void
  ) throws {
    guard !keys.isEmpty else { return }
    let statement = try connection.statement(keys.count == 1 ? table.selectByKeySQL : table.selectByKeysSQL)
    defer { statement.reset() }
    try statement.bind([keys.count == 1 ? .integer(keys[0]) : .text(SQLiteValue.jsonList(keys))])
    while try statement.step() { try body(statement) }
  }

  /// Reads one row by its key.
  ///
  /// - Returns: nil if there is none.
  private func withRow<Result>(
    _ key: Int64, _ table: EntityTable, on connection: Connection, _ body: (Statement) throws -> Result
  ) throws -> Result? {
    let statement = try connection.statement(table.selectByKeySQL)
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step() ? try body(statement) : nil
  }

  // MARK: - Faults

  /// Reads the values of a fault; a model whose row is gone becomes a deleted one.
  ///
  /// If the store can't be read now the model stays a fault, and it is read again soon, or by the next access.
  func fill(_ model: any PersistentModel) {
    guard let entity = model._$record.entity, let table = store.table(for: entity) else { return }
    // Among them those that are marked for deletion: their rows are there until the save.
    let faults = siblings(of: model, table).filter { $0._$record.isFault && $0._$record.state != .deleted }
    do {
      let found = try connection.read { try refresh(faults, table, on: $0) }
      if model._$record.isFault, !found.contains(model._$record.key) { becomeDeleted(model) }
      guard unreadable.isReported else { return }
      // Nobody else says of a context without an executor that the trouble is over.
      if !link.hasExecutor { unreadable.settle() }
    } catch let error as StoreError {
      noteUnreadable(faults, nil, error)
    } catch {
      // A value that makes no sense will make none the next time.
    }
  }

  /// Reads the properties that a fetch left out, for a model and those fetched with it.
  func complete(_ model: any PersistentModel) {
    guard let table = try? store.table(for: type(of: model)) else { return }
    for sibling in siblings(of: model, table) where sibling._$record.isPartial { sibling._$record.becomeFault() }
    fill(model)
  }

  /// Reads what is not in memory of a model that is about to be changed: what was there decides what has to be written.
  func readBeforeChange(_ model: any PersistentModel) {
    if model._$record.isFault {
      fill(model)
    } else if model._$record.isPartial {
      complete(model)
    }
  }

  /// Reads the rows of some faults; those without a row, and those whose row can't be read, stay faults.
  ///
  /// - Returns: the keys that have a row.
  private func refresh(
    _ faults: [any PersistentModel], _ table: EntityTable, on connection: Connection
  ) throws -> Set<Int64> {
    // One that outlived its context is not registered in the one that reads for it.
    guard faults.count > 1 else {
      return Set(try faults.filter { try refresh($0, table, on: connection) }.map { $0._$record.key })
    }
    var found: Set<Int64> = []
    try forEachRow(faults.map { $0._$record.key }, table, on: connection) { row in
      found.insert(row.integer(0))
      _ = try? model(of: row, table, table.everything)
    }
    return found
  }

  /// Brings a model in line with its row, and tells observers what differs.
  ///
  /// - Returns: false if there is no such row any more.
  func refresh(_ model: any PersistentModel, _ table: EntityTable, on connection: Connection) throws -> Bool {
    let isFound = try withRow(model._$record.key, table, on: connection) { row in
      let (table, columns) = try table.everything.resolved(of: row, table)
      try table.check(model)
      try merge(row, into: model, table, columns)
      return true
    }
    return isFound ?? false
  }

  /// Lets models that were fetched together know of each other.
  func noteSiblings<Model>(_ models: [Model], _ table: EntityTable) -> [Model] {
    guard models.count > 1, !table.relations.isEmpty else { return models }
    let records = models.compactMap { ($0 as? any PersistentModel)?._$record }
    let siblings = FetchedSiblings(records.map(\.key))
    for record in records { record.join(siblings) }
    return models
  }

  /// The models fetched together with one, as far as they are still in use, and itself.
  func siblings(of model: any PersistentModel, _ table: EntityTable) -> [any PersistentModel] {
    guard let siblings = model._$record.siblings, model._$record.link === link else { return [model] }
    return siblings.neighbours(of: model._$record.key).compactMap { identityMap.model(table.identity, $0) }
  }

  // MARK: - Rows that are gone

  /// Lets a model answer that its row is gone; the last values of its attributes stay readable.
  func becomeDeleted(_ model: any PersistentModel) {
    listAtHand.forget()
    if let entity = model._$record.entity { identityMap.unregister(model, entity) }
    pending.removeSaved(model)
    model._$record.becomeDeleted()
    notifyFarEnds(of: model)
  }

  /// Tells the observers of what a model leads to, which may be gone together with it, or come back.
  func notifyFarEnds(of model: any PersistentModel) {
    for property in type(of: model)._$properties.relationships where !model._$record.relation(property).keys.isEmpty {
      property.withMutation(of: model) {}
    }
  }

  /// Keeps a model whose row is gone as one that is about to be changed.
  func keepForItsChange(_ model: any PersistentModel) {
    let record = model._$record
    guard let entity = record.entity, identityMap.model(entity, record.key) == nil else { return }
    record.unmarkDeleted()
    identityMap.register(model, entity, record.key)
    notifyFarEnds(of: model)
  }

  // MARK: - What could not be read

  /// Whether what could not be read will be read again.
  var willReadAgain: Bool { unreadable.isScheduled }

  /// Reports that values of models can't be read, if it is the first time, and has them read again if that may help.
  ///
  /// - Parameter relationship: the one whose far end was needed; nil for the values of the models themselves.
  func noteUnreadable(
    _ models: [any PersistentModel], _ relationship: RelationshipProperty?, _ error: any Error
  ) {
    // A disk that failed does not get well by being asked four times a second.
    if link.hasExecutor, (error as? StoreError)?.kind == .busy {
      unreadable.add(models, relationship)
      readAgainLater()
    }
    guard !unreadable.isReported else { return }
    unreadable.noteReport()
    readErrorHandler(error)
  }

  private func readAgainLater() {
    guard !unreadable.isScheduled, let queue = link.executorQueue else { return }
    queue.async(after: unreadable.schedule()) { [weak link] in link?.context?.materializer.readAgain() }
  }

  /// Reads what could not be read before, and tells the observers.
  private func readAgain() {
    unreadable.wakeUp()
    do {
      try connection.read { _ = try $0.integer("PRAGMA schema_version") }
    } catch {
      return readAgainLater()
    }
    for place in unreadable.take() {
      guard let model = place.model, !model._$record.isDeleted else { continue }
      if let relationship = place.relationship {
        relationship.withMutation(of: model) {}
      } else if model._$record.isFault {
        fill(model)
      }
    }
    if unreadable.isEmpty { unreadable.settle() }
  }

  private static func writeToStandardError(_ error: any Error) {
    let message = "OpenSwiftData: values can't be read, and will be read again: \(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
  }
}

/// The rows that were fetched together, so that what one of their models needs can be read for its neighbours too.
final class FetchedSiblings {
  /// The largest number of neighbours that are served at once.
  private static let maxNeighbours = 500

  private let keys: [Int64]
  private var places: [Int64: Int] = [:]

  init(_ keys: some Sequence<Int64>) {
    self.keys = Array(keys)
  }

  /// The key and those around it, mostly those after it.
  func neighbours(of key: Int64) -> ArraySlice<Int64> {
    if places.isEmpty { places = Dictionary(zip(keys, 0...), uniquingKeysWith: { first, _ in first }) }
    guard let place = places[key] else { return [key] }
    return keys[max(0, place - Self.maxNeighbours / 10)..<min(keys.count, place + Self.maxNeighbours)]
  }
}

// MARK: - Values to be read again

/// The models that could not be read while the store was locked, to be read again soon.
///
/// Meanwhile a value is a placeholder, and a relationship empty.
private struct UnreadableValues {
  /// A model whose values were needed, or those at the other end of one of its relationships.
  struct Place {
    weak var model: (any PersistentModel)?
    let relationship: RelationshipProperty?
  }

  private struct Key: Hashable {
    let model: ObjectIdentifier
    let relationship: ObjectIdentifier?
  }

  private static let firstDelay = 250
  private static let longestDelay = 4_000

  private var places: [Key: Place] = [:]
  private var delay = firstDelay
  /// Whether the trouble that there is was reported.
  private(set) var isReported = false
  /// Whether another attempt is scheduled.
  private(set) var isScheduled = false

  mutating func add(_ models: [any PersistentModel], _ relationship: RelationshipProperty?) {
    for model in models {
      let key = Key(model: ObjectIdentifier(model), relationship: relationship.map(ObjectIdentifier.init))
      places[key] = Place(model: model, relationship: relationship)
    }
  }

  mutating func noteReport() { isReported = true }

  /// - Returns: when to read again; each time it is later.
  mutating func schedule() -> DispatchTimeInterval {
    isScheduled = true
    defer { delay = min(delay * 2, Self.longestDelay) }
    return .milliseconds(delay)
  }

  mutating func wakeUp() { isScheduled = false }

  /// Takes out everything.
  mutating func take() -> some Collection<Place> {
    defer { places = [:] }
    return places.values
  }

  var isEmpty: Bool { places.isEmpty }

  /// The store can be read again.
  mutating func settle() { self = UnreadableValues() }
}
