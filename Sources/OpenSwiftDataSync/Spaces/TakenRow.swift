import OpenSwiftData

/// A row that was another space's of the store, and what becomes of what that one has of it.
struct TakenRow {
  /// The other space, if one knows the row.
  var place: SpacePlace?
  /// When the row came into this space, in milliseconds since 1970.
  var time: Int64 = 0
  /// What was written there later than what this space has, and is told to it.
  var attributes: Set<String> = []
  /// The keys of such members, by the relationship.
  var members: [String: Set<Int64>] = [:]
  /// What stays in the other space, for a decision.
  var kept: [RegisterKey] = []

  /// What this space is told of the row.
  var arriving: RowTouch {
    var touch = RowTouch()
    touch.properties = attributes.union(members.keys)
    return touch
  }

  /// What the other space is told of it.
  var leaving: RowTouch {
    var touch = RowTouch(at: time)
    touch.kept = kept
    return touch
  }
}
