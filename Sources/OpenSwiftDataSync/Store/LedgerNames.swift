import OpenSwiftData

/// Small numbers for what the ledger repeats: names and replicas; read once a transaction, where they are needed.
final class LedgerNames {
  private let transaction: ReplicationTransaction
  private let prefix: String
  private var numbers: [SQLiteValue: Int] = [:]
  private var values: [Int: SQLiteValue] = [:]
  /// What is looked up for each row, apart: it needs no `SQLiteValue` made.
  private var nameNumbers: [String: Int] = [:]
  private var replicaNumbers: [Replica: Int] = [:]
  private var replicas: [Int: Replica] = [:]
  private var shapes: [Int: [String]] = [:]
  /// The last list that was looked up.
  private var latestShape: (names: [String], number: Int)?

  init(_ transaction: ReplicationTransaction, at place: SpacePlace) throws {
    self.transaction = transaction
    prefix = place.prefix
    let known = try transaction.rows("SELECT id, name FROM \(prefix)_name") { (Int($0.integer(0)), $0[1]) }
    for (number, value) in known { (numbers[value], values[number]) = (number, value) }
  }

  func number(of name: String) throws -> Int {
    if let number = nameNumbers[name] { return number }
    let number = try number(of: .text(name))
    nameNumbers[name] = number
    return number
  }

  func number(of replica: Replica) throws -> Int {
    if let number = replicaNumbers[replica] { return number }
    let number = try number(of: .blob(bytes: replica.bytes))
    replicaNumbers[replica] = number
    return number
  }

  /// The number of a list of names.
  func number(ofShape names: [String]) throws -> Int {
    // Rows of one entity follow each other, and have the same array.
    if let latestShape, latestShape.names == names { return latestShape.number }
    let number = try number(of: names.joined(separator: " "))
    latestShape = (names, number)
    return number
  }

  /// - Throws: `SyncError.damaged` for a number that was never given.
  func shape(_ number: Int) throws -> [String] {
    if let shape = shapes[number] { return shape }
    let shape = try name(number).split(separator: " ").map(String.init)
    shapes[number] = shape
    return shape
  }

  /// - Throws: `SyncError.damaged` for a number that was never given.
  func name(_ number: Int) throws -> String {
    guard case .text(let name)? = values[number] else { throw SyncError.damaged("the name \(number) is missing") }
    return name
  }

  /// - Throws: `SyncError.damaged` for a number that was never given.
  func replica(_ number: Int) throws -> Replica {
    if let replica = replicas[number] { return replica }
    guard case .blob(let bytes)? = values[number] else { throw SyncError.damaged("the replica \(number) is missing") }
    let replica = Replica(bytes: Array(bytes))
    replicas[number] = replica
    return replica
  }

  private func number(of value: SQLiteValue) throws -> Int {
    if let number = numbers[value] { return number }
    // No row has a name that was never written.
    if transaction.isReading { return 0 }
    try transaction.run("INSERT INTO \(prefix)_name(name) VALUES(?)", [value])
    let number = Int(transaction.lastInsertedKey)
    (numbers[value], values[number]) = (number, value)
    return number
  }
}
