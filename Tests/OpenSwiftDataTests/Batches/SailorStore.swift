import Foundation

@testable import OpenSwiftData

/// A store of sailors with three crews and four skills, and a context that holds all of its models.
final class SailorStore {
  let container: ModelContainer
  let context: ModelContext
  private let watching: ModelContext
  private var watched: [Sailor] = []
  private var token: Int64 = 0

  init() throws {
    container = try memoryContainer(Crew.self, Sailor.self, Skill.self, Knot.self)
    context = ModelContext(container)
    watching = ModelContext(container)
    for number in 1...3 { context.insert(Crew("crew \(number)")) }
    for number in 1...4 { context.insert(Skill("skill \(number)")) }
    try context.save()
  }

  func id<Model: PersistentModel>(_ type: Model.Type, _ key: Int64?) throws -> PersistentIdentifier? {
    try key.map { try container.identifier(of: type, primaryKey: $0) }
  }

  func model<Model: PersistentModel>(_ type: Model.Type, _ key: Int64?) throws -> Model? {
    try id(type, key).flatMap { try context.fetchModel(for: $0) }
  }

  func keys() throws -> [Int64] {
    try context.fetchIdentifiers(FetchDescriptor<Sailor>()).compactMap(\.primaryKey).sorted()
  }

  // MARK: - By batches

  func insert(_ values: [SailorValues]) throws {
    try context.execute(
      BatchInsert<Sailor, SailorValues>(values)
        .set(\.name) { $0.name }
        .set(\.age) { $0.age }
        .set(\.nickname) { $0.nickname }
        .set(\.number) { $0.number }
        .set(\.rank, to: "mate")
        .set(\.crew) { try self.id(Crew.self, $0.crew) }
        .set(\.skills) { try $0.skills.compactMap { try self.id(Skill.self, $0) } })
  }

  func update(olderThan age: Int, _ set: (BatchUpdate<Sailor>) throws -> BatchUpdate<Sailor>) throws {
    try context.execute(set(BatchUpdate(where: #Predicate { $0.age > age })))
  }

  func update(_ keys: [Int64], _ set: (BatchUpdate<Sailor>) throws -> BatchUpdate<Sailor>) throws {
    try context.execute(set(BatchUpdate(keys.compactMap { try? id(Sailor.self, $0) })))
  }

  func delete(olderThan age: Int) throws -> [String] {
    try context.execute(BatchDelete<Sailor>(where: #Predicate { $0.age > age }).returning(\.name)).returned(\.name)
  }

  // MARK: - Model by model

  func insertModels(_ values: [SailorValues]) throws {
    for values in values {
      let sailor = Sailor(values.name, age: values.age, rank: "mate", number: values.number)
      context.insert(sailor)
      sailor.nickname = values.nickname
      sailor.crew = try model(Crew.self, values.crew)
      sailor.skills = try values.skills.compactMap { try model(Skill.self, $0) }
    }
    try context.save()
  }

  func updateModels(olderThan age: Int, _ change: (Int, Sailor) throws -> Void) throws {
    try apply(change, to: context.fetch(FetchDescriptor<Sailor>(predicate: #Predicate { $0.age > age })))
  }

  func updateModels(_ keys: [Int64], _ change: (Int, Sailor) throws -> Void) throws {
    try apply(change, to: keys.compactMap { try model(Sailor.self, $0) })
  }

  private func apply(_ change: (Int, Sailor) throws -> Void, to sailors: [Sailor]) throws {
    // In the order of their keys, as batches write: places in lists follow it.
    let ordered = sailors.enumerated().sorted { $0.element.persistentModelID < $1.element.persistentModelID }
    for (index, sailor) in ordered { try change(index, sailor) }
    try context.save()
  }

  func deleteModels(olderThan age: Int) throws -> [String] {
    let sailors = try context.fetch(FetchDescriptor<Sailor>(predicate: #Predicate { $0.age > age }))
    let names = sailors.map(\.name)
    for sailor in sailors { context.delete(sailor) }
    try context.save()
    return names
  }

  // MARK: - What there is

  /// The rows of all tables, and the models of a context that held them before; each a line.
  func dump() throws -> [String] {
    let rows = try container.store.read { connection in
      try ["Crew", "Sailor", "Skill", "Sailor.knots", "Sailor.skills", "Skill.sailors"].flatMap { table in
        guard try connection.has(.table, table) else { return [String]() }
        let columns = try connection.texts("SELECT name FROM pragma_table_info(?)", [.text(table)])
        let values = columns.map { "quote(\(SQL.quoted($0)))" }.joined(separator: " || ' ' || ")
        return try connection.texts("SELECT '\(table) ' || \(values) FROM \(SQL.quoted(table)) ORDER BY 1, \(values)")
      }
    }
    watching.processPendingChanges()
    let (seen, fresh) = (lines(of: watched), try lines(of: all(in: ModelContext(container))))
    watched = try all(in: watching)
    // Reads all of them, so that the next step meets them in memory.
    _ = lines(of: watched)
    return rows + fresh + Set(seen).subtracting(fresh).sorted().map { "in memory: \($0)" }
  }

  private func all(in context: ModelContext) throws -> [Sailor] {
    try context.fetch(FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)]))
  }

  /// Each list of a crew or a skill stands with the first sailor that leads to it.
  private func lines(of sailors: [Sailor]) -> [String] {
    var lists: Set<PersistentIdentifier> = []
    return sailors.filter { !$0.isDeleted }.map { sailor in
      let (crew, skills) = (sailor.crew, sailor.skills)
      var line = [sailor.name, "\(sailor.age)", sailor.nickname ?? "-", "\(sailor.number ?? 0)", crew?.name ?? "-"]
      if let crew, lists.insert(crew.persistentModelID).inserted { line += crew.sailors.map(\.name) }
      line.append("/")
      line += skills.map(\.name)
      for skill in skills where lists.insert(skill.persistentModelID).inserted {
        line += ["/"] + skill.sailors.map(\.name)
      }
      return line.joined(separator: " ")
    }
  }

  /// What the history says since the last time, a line for each changed property of a row.
  func news() throws -> Set<String> {
    try container.store.read { connection in
      defer { token = (try? container.store.history.latestToken(on: connection)) ?? token }
      let runs = try connection.rows(
        "SELECT entity, kind, first, last, properties FROM openswiftdata_change WHERE transaction_id > ?",
        [.integer(token)]
      ) { row in
        (row.integer(2)...row.integer(3)).flatMap { key in
          ([""] + row.text(4).split(separator: " ")).map { "\(row.text(0)) \(key) \(row.integer(1)) \($0)" }
        }
      }
      return Set(runs.joined())
    }
  }
}
