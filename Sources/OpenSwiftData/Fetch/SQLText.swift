/// A piece of SQL with the values of its numbered parameters.
struct SQLText: Hashable, Sendable {
  let sql: String
  let arguments: [SQLiteValue]
}
