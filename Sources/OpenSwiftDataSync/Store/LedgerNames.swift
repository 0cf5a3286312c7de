import OpenSwiftData

/// Small numbers for what the ledger repeats: names and replicas; read once a transaction, where they are needed.
final class LedgerNames {
  private let transaction: ReplicationTransaction
  private let prefix: String
  private var numbers: [SQLiteValue: Int] = [:]
  private var values: [Int: SQLiteValue] = [:]

  init(_ transaction: ReplicationTransaction, at place: SpacePlace) throws {
    self.transaction = transaction
    prefix = place.prefix
    let known = try transaction.rows("SELECT id, name FROM \(prefix)_name") { (Int($0.integer(0)), $0[1]) }
    for (number, value) in known { (numbers[value], values[number]) = (number, value) }
  }

  func number(of name: String) throws -> Int { try number(of: .text(name)) }

  func number(of replica: Replica) throws -> Int { try number(of: .blob(bytes: replica.bytes)) }

  /// - Throws: `SyncError.damaged` for a number that was never given.
  func name(_ number: Int) throws -> String {
    guard case .text(let name)? = values[number] else { throw SyncError.damaged("the name \(number) is missing") }
    return name
  }

  /// - Throws: `SyncError.damaged` for a number that was never given.
  func replica(_ number: Int) throws -> Replica {
    guard case .blob(let bytes)? = values[number] else { throw SyncError.damaged("the replica \(number) is missing") }
    return Replica(bytes: Array(bytes))
  }

  private func number(of value: SQLiteValue) throws -> Int {
    if let number = numbers[value] { return number }
    try transaction.run("INSERT INTO \(prefix)_name(name) VALUES(?)", [value])
    let number = Int(transaction.lastInsertedKey)
    (numbers[value], values[number]) = (number, value)
    return number
  }
}
