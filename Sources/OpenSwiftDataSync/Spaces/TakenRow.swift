import OpenSwiftData

/// A row that was another space's of the store, and what becomes of what that one has of it.
struct TakenRow {
  /// The other space, if one knows the row.
  private(set) var place: SpacePlace?
  /// When the row came into this space, in milliseconds since 1970.
  private(set) var time: Int64 = 0
  /// What was written there later than what this space has, and is told to it.
  private(set) var attributes: Set<String> = []
  /// The keys of such members, by the relationship.
  private(set) var members: [String: Set<Int64>] = [:]
  /// How it departs from the other space.
  private(set) var departure = Departure()

  /// A row that no other space knows.
  init() {}

  /// A row of the space at a place, if it is in both spaces.
  init(_ row: RowInTwoSpaces?, _ place: SpacePlace) throws {
    guard let row else { return }
    (self.place, time, attributes) = (place, row.time, row.later)
    (members, departure) = try (row.laterMembers(), row.departure())
  }

  /// What this space is told of the row.
  var arriving: RowTouch {
    var touch = RowTouch()
    touch.properties = attributes.union(members.keys)
    return touch
  }

  /// What the other space is told of it.
  var leaving: RowTouch {
    var touch = RowTouch(at: time)
    touch.departure = departure
    return touch
  }
}
