/// Rows that one command changed in one way: the same fields of the same kind of row.
///
/// Values lie in columns, so that a hundred thousand rows that got the same value need no more than their keys.
struct JournalBatch: Hashable, Sendable {
  /// What was done to the rows; the raw values are stored.
  enum Kind: UInt8, Hashable, Sendable {
    case insert = 1
    case update = 2
    case delete = 3

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
  var keys: [Int64] = []
  /// The values before, a column for each field; empty for rows that were inserted.
  var before: [[JournalValue]]
  /// The values after, a column for each field; empty for rows that were deleted.
  var after: [[JournalValue]]

  init(_ entity: JournalEntity, _ kind: Kind, _ fields: [JournalField]) {
    self.entity = entity
    self.kind = kind
    self.fields = fields
    before = kind == .insert ? [] : fields.map { _ in [] }
    after = kind == .delete ? [] : fields.map { _ in [] }
  }

  /// What undoes it.
  var inverse: JournalBatch {
    var inverse = JournalBatch(entity, kind.inverse, fields)
    // A row that was changed twice goes back the way it came.
    inverse.keys = keys.reversed()
    inverse.before = after.map { $0.reversed() }
    inverse.after = before.map { $0.reversed() }
    return inverse
  }

  /// Adds a row; a side without values is left empty.
  mutating func append(_ key: Int64, before old: [JournalValue], after new: [JournalValue]) {
    keys.append(key)
    for index in before.indices { before[index].append(old[index]) }
    for index in after.indices { after[index].append(new[index]) }
  }

  /// The values of one row on one side.
  func row(_ index: Int, of side: [[JournalValue]]) -> [JournalValue] { side.map { $0[index] } }
}
