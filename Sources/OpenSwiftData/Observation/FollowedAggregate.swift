/// An aggregate that a change of few rows brings up to date without reading the others.
protocol FollowedAggregate<Value> {
  associatedtype Value

  /// Up to how many changed rows are looked up; to read everything is faster then.
  var maxChanges: Int { get }

  /// Reads all rows, within a transaction.
  ///
  /// - Returns: nil if it can't be followed from here on.
  mutating func readAll(on connection: Connection) throws -> Value?

  /// Takes in what was changed since, within a transaction.
  ///
  /// - Returns: nil if all rows have to be read anew.
  mutating func follow(_ affected: AffectedRows, on connection: Connection) throws -> Value?
}

/// The number of rows of a condition, with a mark for each of them.
struct FollowedCount<Model: PersistentModel>: FollowedAggregate {
  private let reader: ResultsReader<Model>
  private var marks = MarkedKeys()

  init(_ reader: ResultsReader<Model>) { self.reader = reader }

  var maxChanges: Int { AffectedRows.limit(ofAll: marks.count) }

  mutating func readAll(on connection: Connection) throws -> Int? {
    marks = MarkedKeys()
    let select = try reader.query.select.foundByText(on: connection)
    let key = "\(PredicateTranslator.rootAlias).\(EntityTable.keyColumn)"
    let statement = try connection.statement("SELECT \(key) FROM \(select.matchingRows)")
    defer { statement.reset() }
    try statement.bind(select.arguments)
    while try statement.step() {
      guard marks.mark(statement.integer(0)) else { return nil }
    }
    return marks.count
  }

  mutating func follow(_ affected: AffectedRows, on connection: Connection) throws -> Int? {
    let rows = try reader.rows(affected.keys, on: connection)
    for range in affected.keys { marks.clear(range) }
    return rows.allSatisfy { marks.mark($0.key) } ? marks.count : nil
  }
}

/// How many rows of a condition refer to each row at the other end of a relationship, with a mark for each that does.
struct FollowedRelationshipCounts<Model: PersistentModel>: FollowedAggregate {
  private let counts: RelationshipCounts<Model>
  private let target: EntityIdentity
  private var marks = MarkedKeys()
  private var numbers: [Int64: Int] = [:]

  /// - Parameter target: the entity at the other end.
  init(_ counts: RelationshipCounts<Model>, of target: EntityIdentity) {
    self.counts = counts
    self.target = target
  }

  var maxChanges: Int { AffectedRows.limit(ofAll: marks.count) }

  mutating func readAll(on connection: Connection) throws -> [PersistentIdentifier: Int]? {
    (marks, numbers) = (MarkedKeys(), [:])
    let isFollowed = try counts.forEachPair(on: connection) { row, end in
      numbers[end, default: 0] += 1
      return marks.mark(row)
    }
    return isFollowed ? counts.identified(numbers, of: target) : nil
  }

  mutating func follow(_ affected: AffectedRows, on connection: Connection) throws -> [PersistentIdentifier: Int]? {
    // What a row referred to before is not known any more, unless it refers to the same now.
    let redirected = affected.runs.filter { $0.kind == .delete || $0.properties.contains(counts.relationship) }
    guard !redirected.contains(where: { marks.containsSome(of: $0.keys) }) else { return nil }
    let members = Set(try counts.reader.rows(affected.keys, on: connection).map(\.key))
    var marked: Set<Int64> = []
    for range in affected.keys {
      try counts.forEachPair(in: range, on: connection) { row, end in
        let isMember = members.contains(row)
        numbers[end, default: 0] += (isMember ? 1 : 0) - (marks.contains(row) ? 1 : 0)
        if isMember { marked.insert(row) }
      }
      marks.clear(range)
    }
    guard marked.allSatisfy({ marks.mark($0) }) else { return nil }
    numbers = numbers.filter { $0.value != 0 }
    return counts.identified(numbers, of: target)
  }
}
