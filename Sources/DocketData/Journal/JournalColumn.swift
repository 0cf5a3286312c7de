import Foundation
import SwiftData

/// One field of a model as the journal keeps it: read from models and rows, written to rows.
struct JournalColumn<Model: PersistentModel>: Sendable {
  typealias Targets = JournalTargets

  let field: JournalField
  /// What is read of a row.
  let property: any PartialKeyPath<Model> & Sendable
  /// The value in a model.
  let value: @Sendable (Model) -> JournalValue
  /// The values in rows.
  let values: @Sendable (BatchResult<Model>) throws -> [JournalValue]
  /// Makes an update set the field of each row.
  let update: @Sendable (BatchUpdate<Model>, [JournalValue], Targets) throws -> BatchUpdate<Model>
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
    } update: { batch, column, _ in
      try attribute.set(column, in: batch)
    } insert: { batch, column, _ in
      try attribute.set(column, in: batch)
    }
  }

  /// A field in a relationship to one row.
  static func reference<Target: PersistentModel>(
    _ field: JournalField, _ property: any KeyPath<Model, Target?> & Sendable
  ) -> JournalColumn {
    JournalColumn(field: field, property: property) {
      .keys([$0[keyPath: property]?.persistentModelID.primaryKey].compactMap(\.self))
    } values: {
      try $0.returned(property).map { .keys([$0?.primaryKey].compactMap(\.self)) }
    } update: { batch, column, targets in
      let identifiers = try targets.identifiers(of: Target.self, column)
      if let same = column.same { return batch.set(property, to: same.keys.first.flatMap { identifiers[$0] }) }
      return batch.set(property, toEach: column.map { $0.keys.first.flatMap { identifiers[$0] } })
    } insert: { batch, column, targets in
      let identifiers = try targets.identifiers(of: Target.self, column)
      return batch.set(property) { column[$0].keys.first.flatMap { identifiers[$0] } }
    }
  }

  /// A field in a list.
  static func list<Target: PersistentModel>(
    _ field: JournalField, _ property: any KeyPath<Model, [Target]> & Sendable
  ) -> JournalColumn {
    JournalColumn(field: field, property: property) {
      .keys($0[keyPath: property].compactMap(\.persistentModelID.primaryKey))
    } values: {
      try $0.returned(property).map { .keys($0.compactMap(\.primaryKey)) }
    } update: { batch, column, targets in
      let identifiers = try targets.identifiers(of: Target.self, column)
      return batch.set(property, toEach: column.map { $0.keys.compactMap { identifiers[$0] } })
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
    } update: { batch, column, _ in
      try key.set(column, in: name.set(column, in: batch))
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

/// The rows that relationships of journaled rows lead to.
struct JournalTargets {
  private let context: ModelContext
  /// The rows of the batch itself, which may refer to each other.
  private let inserted: Set<PersistentIdentifier>

  init(_ context: ModelContext, inserted: [PersistentIdentifier] = []) {
    self.context = context
    self.inserted = Set(inserted)
  }

  /// The identifiers of the rows with the keys in a column; missing rows are left out.
  func identifiers<Target: PersistentModel>(
    of type: Target.Type, _ column: [JournalValue]
  ) throws -> [Int64: PersistentIdentifier] {
    let keys = Set(column.lazy.flatMap(\.keys))
    guard !keys.isEmpty else { return [:] }
    let all = try keys.map { try context.container.identifier(of: type, primaryKey: $0) }
    let stored = try context.execute(BatchFetch<Target>(all)).identifiers
    let present = inserted.intersection(all).union(stored)
    return Dictionary(present.map { ($0.primaryKey ?? 0, $0) }, uniquingKeysWith: { $1 })
  }
}

extension [JournalValue] {
  /// The value of all; nil if they differ, or if there are none.
  fileprivate var same: JournalValue? { first.flatMap { first in allSatisfy { $0 == first } ? first : nil } }
}
