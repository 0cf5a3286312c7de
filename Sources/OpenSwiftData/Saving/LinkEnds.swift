/// The last places of the lists that one save adds pairs to.
///
/// A place is looked up once for each list; the save that holds the write lock knows what it added itself.
struct LinkEnds {
  /// An end of a pair, as the relationship that is written sees it.
  enum Side {
    case owner
    case target
  }

  private struct List: Hashable {
    let table: String
    let column: String
    let key: Int64
  }

  private var places: [List: Int64] = [:]

  /// The place behind the last one of a list, which is taken then.
  ///
  /// - Complexity: O(1), and a look-up in an index the first time.
  mutating func next(of key: Int64, _ join: JoinTable, _ side: Side, _ connection: Connection) throws -> Int64 {
    let list = List(table: join.name, column: join.column(side), key: key)
    let place = try (places[list] ?? stored(list, join, side, connection)) + 1
    places[list] = place
    return place
  }

  /// Takes note of a place that was given.
  mutating func reach(
    _ place: Int64, of key: Int64, _ join: JoinTable, _ side: Side, _ connection: Connection
  ) throws {
    let list = List(table: join.name, column: join.column(side), key: key)
    places[list] = try max(place, places[list] ?? stored(list, join, side, connection))
  }

  private func stored(_ list: List, _ join: JoinTable, _ side: Side, _ connection: Connection) throws -> Int64 {
    guard let position = join.position(side) else { return 0 }
    return try connection.integer(
      "SELECT max(\(position)) FROM \(EntityTable.quoted(list.table)) WHERE \(list.column) = ?", [.integer(list.key)])
  }
}

extension JoinTable {
  fileprivate func column(_ side: LinkEnds.Side) -> String {
    switch side {
    case .owner: ownerColumn
    case .target: targetColumn
    }
  }

  fileprivate func position(_ side: LinkEnds.Side) -> String? {
    switch side {
    case .owner: positionColumn
    case .target: inversePositionColumn
    }
  }
}
