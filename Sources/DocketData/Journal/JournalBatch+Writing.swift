import Foundation
import SwiftData

extension JournalBatch {
  /// Writes the values after the change.
  ///
  /// - Parameter step: the step that is played; nil while one is recorded.
  /// - Throws: `JournalError.damaged` for a value that the field can't have, `JournalObstacle` for a row that the step
  ///   inserts and that is missing.
  func update<Model: Journaled>(_: Model.Type, of step: JournalChanges? = nil, in context: ModelContext) throws {
    let batch = Model.complete(self)
    let targets = JournalTargets(context, step: step)
    var update = BatchUpdate<Model>(try identifiers(of: Model.self, in: context))
    for (index, column) in zip(batch.fields.indices, Model.columns(batch.fields)) {
      update = try column.update(update, .init(before: batch.before[index], after: batch.after[index]), targets)
    }
    try context.execute(update)
  }

  /// Inserts the rows with their keys.
  ///
  /// - Returns: the first row that can't be inserted, because another one has its unique value; nil if all could.
  /// - Throws: `JournalError.damaged` for a value that the field can't have, `JournalObstacle` for a row that the step
  ///   inserts and that is missing.
  func insert<Model: Journaled>(_: Model.Type, of step: JournalChanges, in context: ModelContext) throws -> Int64? {
    guard !keys.isEmpty else { return nil }
    let (batch, identifiers) = (Model.complete(self), try identifiers(of: Model.self, in: context))
    let targets = JournalTargets(context, step: step, inserted: identifiers)
    var insertion = BatchInsert<Model, Int>(keys.indices, onConflict: .skip).identified { identifiers[$0] }
    for (index, column) in zip(batch.fields.indices, Model.columns(batch.fields)) {
      insertion = try column.insert(insertion, batch.after[index], targets)
    }
    let inserted = try context.execute(insertion)
    guard inserted.count < keys.count else { return nil }
    let known = Set(inserted.identifiers)
    return zip(keys, identifiers).first { !known.contains($1) }?.0
  }

  /// Deletes the rows.
  func delete<Model: Journaled>(_: Model.Type, in context: ModelContext) throws {
    try context.execute(BatchDelete<Model>(identifiers(of: Model.self, in: context)))
  }

  func identifiers<Model: Journaled>(of _: Model.Type, in context: ModelContext) throws -> [PersistentIdentifier] {
    try keys.map { try context.container.identifier(of: Model.self, primaryKey: $0) }
  }
}
