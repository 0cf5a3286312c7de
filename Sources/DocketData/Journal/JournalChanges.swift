import SwiftData

/// Everything that one command did, in the order in which it is redone.
struct JournalChanges: Hashable, Sendable {
  private(set) var batches: [JournalBatch]

  init(batches: [JournalBatch] = []) { self.batches = batches }

  var rowCount: Int { batches.reduce(0) { $0 + $1.keys.count } }
  var isEmpty: Bool { batches.isEmpty }

  /// The updated rows of an entity, and the fields that changed.
  func updates(of entity: JournalEntity) -> (keys: Set<Int64>, fields: Set<JournalField>) {
    let updates = batches.filter { $0.entity == entity && $0.kind == .update }
    return (Set(updates.lazy.flatMap(\.keys)), Set(updates.flatMap(\.fields)))
  }

  /// The keys of the rows that the step inserts.
  func insertedKeys(of entity: JournalEntity) -> Set<Int64> {
    Set(batches.lazy.filter { $0.entity == entity && $0.kind == .insert }.flatMap(\.keys))
  }

  /// The batches in an order in which no item refers to a tag or list that is missing yet, or no longer there.
  ///
  /// They need not be recorded in it: a portion of an import may create tags that the one before did not need.
  var inPlayingOrder: [JournalBatch] {
    func some(_ kind: JournalBatch.Kind, ofItems: Bool) -> [JournalBatch] {
      batches.filter { $0.kind == kind && ($0.entity == .item) == ofItems }
    }
    return some(.insert, ofItems: false) + some(.insert, ofItems: true) + batches.filter { $0.kind == .update }
      + some(.delete, ofItems: true) + some(.delete, ofItems: false)
  }

  /// The changes with the values that migrations made of those in steps of earlier schemas.
  ///
  /// Until the fourth schema a position was a number, and until the fifth a recurrence was an interval.
  var migrated: JournalChanges {
    JournalChanges(
      batches: batches.map { batch in
        batch.mapping(.position) { value in value.real.map { .text(OrderKey($0).text) } ?? value }
          .mapping(.recurrence) { value in RecurrenceRule(value).map { JournalValue($0) } ?? value }
      })
  }

  /// The changes that undo these, in order.
  var inverse: JournalChanges { JournalChanges(batches: batches.reversed().map(\.inverse)) }
  /// Whether the step can be redone after it was undone.
  var canBeRedone: Bool { !batches.contains { $0.kind == .insert && $0.fields.isEmpty } }

  /// Appends a row to the last batch with the same entity, kind and fields, or to a new one.
  mutating func append(
    _ entity: JournalEntity, _ kind: JournalBatch.Kind, _ fields: [JournalField], key: Int64,
    before: [JournalValue] = [], after: [JournalValue] = []
  ) {
    var row = JournalBatch(entity, kind, fields)
    row.append(key, before: before, after: after)
    append(row)
  }

  /// Appends rows to the last batch with the same entity, kind and fields, or as a new one.
  mutating func append(_ batch: JournalBatch) {
    if let last = batches.lastIndex(where: { $0.isLike(batch) }) {
      batches[last].append(contentsOf: batch)
    } else {
      batches.append(batch)
    }
  }
}

/// Rows that one command changed in one way: the same fields of the same entity.
///
/// Values are stored by column, so that 100 000 rows that got the same value need no more than their keys.
struct JournalBatch: Hashable, Sendable {
  enum Kind: UInt8, Hashable, Sendable {
    case insert = 1, update = 2, delete = 3

    var inverse: Kind {
      switch self {
      case .insert: .delete
      case .update: .update
      case .delete: .insert
      }
    }
  }

  let entity: JournalEntity
  let kind: Kind
  let fields: [JournalField]
  private(set) var keys: [Int64]
  /// The values before, a column for each field; empty for insertions.
  private(set) var before: [[JournalValue]]
  /// The values after, a column for each field; empty for deletions.
  private(set) var after: [[JournalValue]]

  /// An empty batch, or one of rows without values.
  init(_ entity: JournalEntity, _ kind: Kind, _ fields: [JournalField], keys: [Int64] = []) {
    self.entity = entity
    self.kind = kind
    self.fields = fields
    self.keys = keys
    before = kind == .insert ? [] : fields.map { _ in [] }
    after = kind == .delete ? [] : fields.map { _ in [] }
  }

  /// A batch with the columns that a function returns for each field, those before the change first.
  init(
    _ entity: JournalEntity, _ kind: Kind, _ fields: [JournalField], keys: [Int64],
    column: () throws -> [JournalValue]
  ) rethrows {
    self.init(entity, kind, fields, keys: keys)
    for index in before.indices { before[index] = try column() }
    for index in after.indices { after[index] = try column() }
  }

  init(
    _ entity: JournalEntity, _ kind: Kind, _ fields: [JournalField], keys: [Int64], before: [[JournalValue]],
    after: [[JournalValue]]
  ) {
    self.entity = entity
    self.kind = kind
    self.fields = fields
    self.keys = keys
    self.before = before
    self.after = after
  }

  /// The batch that undoes this one.
  var inverse: JournalBatch {
    guard kind == .update else {
      return JournalBatch(entity, kind.inverse, fields, keys: keys, before: after, after: before)
    }
    // Reversed, because an older version may have changed a row twice.
    return JournalBatch(
      entity, kind, fields, keys: keys.reversed(), before: after.map { $0.reversed() },
      after: before.map { $0.reversed() })
  }

  /// Appends a row; a side without values stays empty.
  mutating func append(_ key: Int64, before old: [JournalValue], after new: [JournalValue]) {
    keys.append(key)
    for index in before.indices { before[index].append(old[index]) }
    for index in after.indices { after[index].append(new[index]) }
  }

  fileprivate func isLike(_ other: JournalBatch) -> Bool {
    entity == other.entity && kind == other.kind && fields == other.fields
  }

  fileprivate mutating func append(contentsOf rows: JournalBatch) {
    keys += rows.keys
    for index in before.indices { before[index] += rows.before[index] }
    for index in after.indices { after[index] += rows.after[index] }
  }

  /// The batch with other values of a field of items.
  fileprivate func mapping(_ field: JournalField, _ value: (JournalValue) -> JournalValue) -> JournalBatch {
    guard entity == .item, let place = fields.firstIndex(of: field) else { return self }
    func converted(_ side: [[JournalValue]]) -> [[JournalValue]] {
      guard !side.isEmpty else { return side }
      var side = side
      side[place] = side[place].map(value)
      return side
    }
    return JournalBatch(entity, kind, fields, keys: keys, before: converted(before), after: converted(after))
  }

  /// Sets the values of a field after the change.
  mutating func setColumn(_ place: Int, _ column: [JournalValue]) { after[place] = column }

  /// The values of one row on one side.
  func row(_ index: Int, of side: [[JournalValue]]) -> [JournalValue] { side.map { $0[index] } }
}

/// The entity of a row in the journal; the raw values are stored.
enum JournalEntity: UInt8, Hashable, Sendable {
  case item = 1, tag = 2, list = 3, filter = 4
}

/// A property whose values the journal keeps; the raw values are stored.
enum JournalField: UInt8, Hashable, CaseIterable, Sendable {
  case uid = 1, title = 2, notes = 3, timestamp = 4, created = 5, completed = 6, priority = 7, deadline = 8
  case position = 9, recurrence = 10, tags = 11, list = 12, parent = 13, name = 14, query = 15
  case dueDay = 16, anchor = 17, extra = 18, start = 19, startDay = 20
  case blockers = 21, blocked = 22
}
