import Dispatch
import Foundation

/// Makes models of rows and refreshes them: faults, partial models, rows that are gone.
///
/// A row has one instance in a context, see `IdentityMap`. What can't be read while the store is locked is retried.
final class RowMaterializer {
  let store: SQLiteStore
  let connection: ContextConnection
  let identityMap: IdentityMap
  let pending: PendingChanges
  private let link: ContextLink
  private var unreadable = UnreadableValues()

  /// See `ModelContext.readErrorHandler`.
  var readErrorHandler: (any Error) -> Void = RowMaterializer.writeToStandardError

  init(
    _ store: SQLiteStore, _ link: ContextLink, _ connection: ContextConnection, _ identityMap: IdentityMap,
    _ pending: PendingChanges
  ) {
    self.store = store
    self.link = link
    self.connection = connection
    self.identityMap = identityMap
    self.pending = pending
  }

  // MARK: - Making models

  /// The instance for a statement's current row: a new one, or the registered one brought up to date.
  func model(
    of row: Statement, _ table: EntityTable, _ columns: ColumnSelection
  ) throws -> any PersistentModel {
    guard columns.hasSubclasses else { return try exactModel(of: row, table, columns) }
    let (table, columns) = try columns.resolved(of: row, table)
    return try exactModel(of: row, table, columns)
  }

  /// The same for a row that is known to be of the table's own class.
  private func exactModel(
    of row: Statement, _ table: EntityTable, _ columns: ColumnSelection
  ) throws -> any PersistentModel {
    let key = row.integer(0)
    if let registered = identityMap.model(table.identity, key) {
      try table.check(registered)
      // A fault stays one until all of it is read.
      guard !columns.isPartial || !registered._$record.isFault else { return registered }
      try merge(row, into: registered, table, columns)
      return registered
    }
    let model = makeUnregistered(table, key: key)
    try table.load(model, from: row, columns)
    if columns.isPartial { model._$record.setPartial(true) }
    identityMap.register(model, table.identity, key)
    return model
  }

  /// The models of a query's rows.
  ///
  /// Not generic, because an array of a generic type looks up its metadata with each row.
  func models(_ query: SelectQuery, on connection: Connection) throws -> [AnyObject] {
    let query = try query.foundByText(on: connection)
    let statement = try connection.statement(query.sql(selecting: query.columns.sql))
    defer { statement.reset() }
    try statement.bind(query.arguments)
    var models: [AnyObject] = []
    while try statement.step() { models.append(try model(of: statement, query.table, query.columns)) }
    return models
  }

  /// A fault for a row: its values are read when they are first needed.
  func makeModel(_ table: EntityTable, key: Int64) -> any PersistentModel {
    let model = makeUnregistered(table, key: key)
    model._$record.becomeFault()
    identityMap.register(model, table.identity, key)
    return model
  }

  func makeDeletedModel(_ table: EntityTable, _ identifier: PersistentIdentifier) -> any PersistentModel {
    let model = table.properties.makeFault()
    model._$record.enter(link, asRow: identifier.key, of: identifier.entity)
    model._$record.becomeDeleted()
    return model
  }

  private func makeUnregistered(_ table: EntityTable, key: Int64) -> any PersistentModel {
    let model = table.properties.makeFault()
    model._$record.enter(link, asRow: key, of: table.identity)
    if pending.hasBatchDeletions { pending.markIfDeleted(model, table.identity, key) }
    return model
  }

  /// Updates the values that differ in a row, and tells their observers.
  private func merge(
    _ row: Statement, into model: any PersistentModel, _ table: EntityTable, _ columns: ColumnSelection,
    changed: [String]? = nil
  ) throws {
    if model._$record.isDirty { pending.noteChange(of: model) }
    try table.merge(row, into: model, columns, changed: changed)
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

  /// - Throws: `StoreError` if the store can't be read.
  func readModels(_ keys: [Int64], _ table: EntityTable) throws -> [any PersistentModel] {
    var models: [Int64: any PersistentModel] = Dictionary(minimumCapacity: keys.count)
    try connection.read { connection in
      try forEachRow(keys, table, on: connection) {
        models[$0.integer(0)] = try? model(of: $0, table, table.everything)
      }
    }
    return noteSiblings(keys.compactMap { models[$0] }, table)
  }

  func forEachRow(
    _ keys: [Int64], _ table: EntityTable, on connection: Connection, _ body: (Statement) throws -> Void
  ) throws {
    guard !keys.isEmpty else { return }
    let statement = try connection.statement(keys.count == 1 ? table.selectByKeySQL : table.selectByKeysSQL)
    defer { statement.reset() }
    try statement.bind([keys.count == 1 ? .integer(keys[0]) : .text(SQLiteValue.jsonList(keys))])
    while try statement.step() { try body(statement) }
  }

  /// - Returns: nil if there is no such row.
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
  /// If the store can't be read now, the model stays a fault and is read again soon, or by the next access.
  func fill(_ model: any PersistentModel) {
    guard let entity = model._$record.entity, let table = store.table(for: entity) else { return }
    // Rows of models marked for deletion are there until the save.
    let faults = siblings(of: model, table).filter { $0._$record.isFault && $0._$record.state != .deleted }
    do {
      let found = try connection.read { try refresh(faults, table, on: $0) }
      if model._$record.isFault, !found.contains(model._$record.key) { becomeDeleted(model) }
      guard unreadable.isReported else { return }
      // Without an executor no retry settles it.
      if !link.hasExecutor { unreadable.settle() }
    } catch let error as StoreError {
      noteUnreadable(faults, nil, error)
    } catch {
      // An invalid value stays invalid.
    }
  }

  /// Reads the properties that a fetch left out, for a model and those fetched with it.
  func complete(_ model: any PersistentModel) {
    guard let table = try? store.table(for: type(of: model)) else { return }
    for sibling in siblings(of: model, table) where sibling._$record.isPartial { sibling._$record.becomeFault() }
    fill(model)
  }

  /// Reads a fault or a partial model before a change, because the save writes what differs from the old values.
  func readBeforeChange(_ model: any PersistentModel) {
    if model._$record.isFault {
      fill(model)
    } else if model._$record.isPartial {
      complete(model)
    }
  }

  /// Reads the rows of some faults; those without a readable row stay faults.
  ///
  /// - Returns: the keys that have a row.
  private func refresh(
    _ faults: [any PersistentModel], _ table: EntityTable, on connection: Connection
  ) throws -> Set<Int64> {
    // A model that outlived its context is not registered in the one that reads for it.
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

  /// Updates a model from its row.
  ///
  /// - Parameter changed: the stored names of the properties that may differ; nil for all.
  /// - Returns: false if there is no such row any more.
  func refresh(
    _ model: any PersistentModel, _ table: EntityTable, changed: [String]? = nil, on connection: Connection
  ) throws -> Bool {
    let isFound = try withRow(model._$record.key, table, on: connection) { row in
      let (table, columns) = try table.everything.resolved(of: row, table)
      try table.check(model)
      try merge(row, into: model, table, columns, changed: changed)
      return true
    }
    return isFound ?? false
  }

  func noteSiblings<Model: PersistentModel>(_ models: [Model], _ table: EntityTable) -> [Model] {
    noteSiblings(models, table) { $0._$record }
  }

  func noteSiblings(_ models: [any PersistentModel], _ table: EntityTable) -> [any PersistentModel] {
    noteSiblings(models, table) { $0._$record }
  }

  private func noteSiblings<Model>(
    _ models: [Model], _ table: EntityTable, _ record: (Model) -> ModelRecord
  ) -> [Model] {
    guard models.count > 1, !table.relations.isEmpty else { return models }
    let siblings = FetchedSiblings(models.map { record($0).key })
    for model in models { record(model).join(siblings) }
    return models
  }

  /// A model and those fetched together with it that are still in use.
  func siblings(of model: any PersistentModel, _ table: EntityTable) -> [any PersistentModel] {
    guard let siblings = model._$record.siblings, model._$record.link === link else { return [model] }
    return siblings.neighbours(of: model._$record.key).compactMap { identityMap.model(table.identity, $0) }
  }

  // MARK: - Rows that are gone

  /// Marks a model as deleted; the last values of its attributes stay readable.
  func becomeDeleted(_ model: any PersistentModel) {
    pending.appendedList.forget()
    if let entity = model._$record.entity { identityMap.unregister(model, entity) }
    pending.removeSaved(model)
    model._$record.becomeDeleted()
    notifyFarEnds(of: model)
  }

  /// Tells the observers of a model's relationships, whose models may have been deleted with it, or come back.
  func notifyFarEnds(of model: any PersistentModel) {
    for property in type(of: model)._$properties.relationships where !model._$record.relation(property).keys.isEmpty {
      property.withMutation(of: model) {}
    }
  }

  /// Keeps a model whose row is gone, because it is about to be changed.
  func keepChanged(_ model: any PersistentModel) {
    let record = model._$record
    guard let entity = record.entity, identityMap.model(entity, record.key) == nil else { return }
    record.unmarkDeleted()
    identityMap.register(model, entity, record.key)
    notifyFarEnds(of: model)
  }

  // MARK: - Read errors

  var willReadAgain: Bool { unreadable.isScheduled }

  /// Reports a read error, if it is the first, and schedules a retry if the store is busy.
  ///
  /// - Parameter relationship: the one whose far end was needed; nil for the values of the models themselves.
  func noteUnreadable(
    _ models: [any PersistentModel], _ relationship: RelationshipProperty?, _ error: any Error
  ) {
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

/// Rows that were fetched together, so that what one model needs can be read for its neighbours too.
final class FetchedSiblings {
  private static let maxNeighbours = 500

  private let keys: [Int64]
  private var places: [Int64: Int] = [:]

  init(_ keys: [Int64]) { self.keys = keys }

  /// The key and those around it, mostly those after it.
  func neighbours(of key: Int64) -> ArraySlice<Int64> {
    if places.isEmpty { places = Dictionary(zip(keys, 0...), uniquingKeysWith: { first, _ in first }) }
    guard let place = places[key] else { return [key] }
    return keys[max(0, place - Self.maxNeighbours / 10)..<min(keys.count, place + Self.maxNeighbours)]
  }
}

/// The models that could not be read while the store was locked, to be read again soon.
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
  private(set) var isReported = false
  private(set) var isScheduled = false

  mutating func add(_ models: [any PersistentModel], _ relationship: RelationshipProperty?) {
    for model in models {
      let key = Key(model: ObjectIdentifier(model), relationship: relationship.map(ObjectIdentifier.init))
      places[key] = Place(model: model, relationship: relationship)
    }
  }

  mutating func noteReport() { isReported = true }

  /// - Returns: the delay until the next attempt; it doubles each time.
  mutating func schedule() -> DispatchTimeInterval {
    isScheduled = true
    defer { delay = min(delay * 2, Self.longestDelay) }
    return .milliseconds(delay)
  }

  mutating func wakeUp() { isScheduled = false }

  mutating func take() -> some Collection<Place> {
    defer { places = [:] }
    return places.values
  }

  var isEmpty: Bool { places.isEmpty }

  /// Called when the store can be read again.
  mutating func settle() { self = UnreadableValues() }
}
