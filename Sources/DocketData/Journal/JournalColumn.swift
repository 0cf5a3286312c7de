import Foundation
import SwiftData

/// One field of a model as the journal keeps it: read from models and rows, written to rows.
struct JournalColumn<Model: PersistentModel>: Sendable {
  typealias Targets = JournalTargets

  /// The field of each row, as it is stored and as it is going to be.
  struct Change {
    let before: [JournalValue]
    let after: [JournalValue]
  }

  let field: JournalField
  /// What is read of a row.
  let property: any PartialKeyPath<Model> & Sendable
  /// The value in a model.
  let value: @Sendable (Model) -> JournalValue
  /// The values in rows.
  let values: @Sendable (BatchResult<Model>) throws -> [JournalValue]
  /// Makes an update set the field of each row.
  let update: @Sendable (BatchUpdate<Model>, Change, Targets) throws -> BatchUpdate<Model>
  /// Makes an insertion set the field of each row, of which a row is the index.
  let insert: @Sendable (BatchInsert<Model, Int>, [JournalValue], Targets) throws -> BatchInsert<Model, Int>

  /// A field in an attribute.
  ///
  /// - Parameter write: the attribute's value; nil if the journal's value can be none, which throws
  ///   `JournalError.damaged`.
  static func attribute<Value: Sendable>(
    _ field: JournalField, _ property: any KeyPath<Model, Value> & Sendable,
    read: @escaping @Sendable (Value) -> JournalValue, write: @escaping @Sendable (JournalValue) -> Value?
  ) -> JournalColumn {
    let attribute = JournalAttribute(property, write)
    return JournalColumn(field: field, property: property) {
      read($0[keyPath: property])
    } values: {
      try $0.returned(property).map(read)
    } update: { batch, change, _ in
      try attribute.set(change.after, in: batch)
    } insert: { batch, column, _ in
      try attribute.set(column, in: batch)
    }
  }

  /// A field in a relationship to one row.
  static func reference<Target: Journaled>(
    _ field: JournalField, _ property: any KeyPath<Model, Target?> & Sendable
  ) -> JournalColumn {
    JournalColumn(field: field, property: property) {
      .keys([$0[keyPath: property]?.persistentModelID.primaryKey].compactMap(\.self))
    } values: {
      try $0.returned(property).map { .keys([$0?.primaryKey].compactMap(\.self)) }
    } update: { batch, change, targets in
      let column = change.after
      let identifiers = try targets.identifiers(of: Target.self, column)
      if let same = column.same { return batch.set(property, to: same.keys.first.flatMap { identifiers[$0] }) }
      return batch.set(property, toEach: column.map { $0.keys.first.flatMap { identifiers[$0] } })
    } insert: { batch, column, targets in
      let identifiers = try targets.identifiers(of: Target.self, column)
      return batch.set(property) { column[$0].keys.first.flatMap { identifiers[$0] } }
    }
  }

  /// A field in a list.
  ///
  /// - Parameter isOrdered: whether the order in the list means anything; if not, keys are in ascending order.
  static func list<Target: Journaled>(
    _ field: JournalField, _ property: any KeyPath<Model, [Target]> & Sendable, isOrdered: Bool = true
  ) -> JournalColumn {
    let value: @Sendable ([Int64]) -> JournalValue = { .keys(isOrdered ? $0 : $0.sorted()) }
    return JournalColumn(field: field, property: property) {
      value($0[keyPath: property].compactMap(\.persistentModelID.primaryKey))
    } values: {
      try $0.returned(property).map { value($0.compactMap(\.primaryKey)) }
    } update: { batch, change, targets in
      switch SharedListChange(change.before, change.after) {
      case .gain(let keys):
        let identifiers = try targets.identifiers(of: Target.self, [.keys(keys)])
        return batch.add(keys.compactMap { identifiers[$0] }, to: property)
      case .loss(let keys):
        let identifiers = try targets.identifiers(of: Target.self, [.keys(keys)])
        return batch.remove(keys.compactMap { identifiers[$0] }, from: property)
      case nil:
        let identifiers = try targets.identifiers(of: Target.self, change.after)
        return batch.set(property, toEach: change.after.map { $0.keys.compactMap { identifiers[$0] } })
      }
    } insert: { batch, column, targets in
      let identifiers = try targets.identifiers(of: Target.self, column)
      return batch.set(property) { column[$0].keys.compactMap { identifiers[$0] } }
    }
  }
}

extension JournalColumn where Model: Named {
  /// The name and the unique key that it makes.
  static func name(
    _ property: any KeyPath<Model, String> & Sendable, key: any KeyPath<Model, String> & Sendable
  ) -> JournalColumn {
    let name = JournalAttribute(property) { $0.text.flatMap { try? Model.Name($0) }?.text }
    let key = JournalAttribute(key) { $0.text.flatMap { try? Model.Name($0) }?.key }
    return JournalColumn(field: .name, property: property) {
      .text($0[keyPath: property])
    } values: {
      try $0.returned(property).map { .text($0) }
    } update: { batch, change, _ in
      try key.set(change.after, in: name.set(change.after, in: batch))
    } insert: { batch, column, _ in
      try key.set(column, in: name.set(column, in: batch))
    }
  }
}

/// An attribute that is set to what a field of the journal says.
private struct JournalAttribute<Model: PersistentModel, Value: Sendable>: Sendable {
  private let property: any KeyPath<Model, Value> & Sendable
  private let write: @Sendable (JournalValue) -> Value?

  init(_ property: any KeyPath<Model, Value> & Sendable, _ write: @escaping @Sendable (JournalValue) -> Value?) {
    self.property = property
    self.write = write
  }

  func set(_ column: [JournalValue], in batch: BatchUpdate<Model>) throws -> BatchUpdate<Model> {
    if let same = column.same { return batch.set(property, to: try value(same)) }
    return batch.set(property, toEach: try column.map(value))
  }

  func set(_ column: [JournalValue], in batch: BatchInsert<Model, Int>) throws -> BatchInsert<Model, Int> {
    if let same = column.same { return batch.set(property, to: try value(same)) }
    return batch.set(property) { try value(column[$0]) }
  }

  private func value(_ value: JournalValue) throws -> Value {
    guard let value = write(value) else { throw JournalError.damaged }
    return value
  }
}

/// What all lists of a column gain at their ends, or lose: then no list has to be written by itself.
private enum SharedListChange {
  case gain([Int64])
  case loss([Int64])

  /// Nil if the lists change in different ways.
  init?(_ before: [JournalValue], _ after: [JournalValue]) {
    guard let old = before.first?.keys, let new = after.first?.keys else { return nil }
    let (added, removed) = (Array(new.dropFirst(old.count)), old.filter { !new.contains($0) })
    if zip(before, after).allSatisfy({ $1.keys == $0.keys + added }) {
      self = .gain(added)
    } else if zip(before, after).allSatisfy({ old, new in new.keys == old.keys.filter { !removed.contains($0) } }) {
      self = .loss(removed)
    } else {
      return nil
    }
  }
}

/// The rows that relationships of journaled rows lead to.
struct JournalTargets {
  private let context: ModelContext
  /// The step that is played; nil while one is recorded.
  private let step: JournalChanges?
  /// The rows of the batch itself, which may refer to each other.
  private let inserted: Set<PersistentIdentifier>

  init(_ context: ModelContext, step: JournalChanges?, inserted: [PersistentIdentifier] = []) {
    self.context = context
    self.step = step
    self.inserted = Set(inserted)
  }

  /// The identifiers of the rows with the keys in a column; rows that others deleted are left out.
  ///
  /// - Throws: `JournalObstacle` for a missing row that the step itself inserts: nothing may be lost without a word.
  func identifiers<Target: Journaled>(
    of type: Target.Type, _ column: [JournalValue]
  ) throws -> [Int64: PersistentIdentifier] {
    let keys = Set(column.lazy.flatMap(\.keys))
    guard !keys.isEmpty else { return [:] }
    let all = try keys.map { try context.container.identifier(of: type, primaryKey: $0) }
    let stored = try context.execute(BatchFetch<Target>(all)).identifiers
    let present = inserted.intersection(all).union(stored)
    let found = Dictionary(present.map { ($0.primaryKey ?? 0, $0) }, uniquingKeysWith: { $1 })
    if found.count < keys.count, let step,
      let key = keys.intersection(step.insertedKeys(of: type.journalEntity))
        .first(where: { found[$0] == nil })
    {
      throw JournalObstacle(entity: type.journalEntity, key: key, kind: .gone)
    }
    return found
  }
}

extension [JournalValue] {
  /// The value of all; nil if they differ, or if there are none.
  fileprivate var same: JournalValue? { first.flatMap { first in allSatisfy { $0 == first } ? first : nil } }
}
