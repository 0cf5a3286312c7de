/// The columns of a row of aggregates, handed out from the left.
final class AggregateColumns {
  private let row: Statement
  private var next: Int32 = 0

  init(_ row: Statement) { self.row = row }

  /// The next columns.
  func take(_ count: Int) -> [SQLiteValue] {
    defer { next += Int32(count) }
    return (0..<count).map { row.value(next + Int32($0)) }
  }

  /// The value of an aggregate out of the next columns.
  func value<Model, Value>(_ aggregate: Aggregate<Model, Value>, in table: EntityTable) throws -> Value {
    try aggregate.value(aggregate.property(in: table), take(aggregate.columns("").count))
  }
}
