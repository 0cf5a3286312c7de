import Foundation
import OpenSwiftData

/// What the history says that happened to a row since it was drained last.
struct RowTouch {
  var properties: Set<String> = []
  /// Those that no person changed: a round of another space did, to show the row where it can be shown.
  private(set) var placed: Set<String> = []
  /// Whether it was inserted or deleted: then all properties count.
  var isWhole = false
  /// Whether it was deleted, and perhaps brought back since.
  var wasDeleted = false
  /// How the row departs from the space that it was taken from; nil for a row that was taken from none.
  var departure: Departure?
  /// When it was changed last, in milliseconds since 1970; nil for a row that the history does not name.
  private(set) var time: Int64?
  /// When properties were changed last, where that was another time.
  private var times: [String: Int64] = [:]

  private static let latestTime = 1e15

  init(isWhole: Bool = false) { self.isWhole = isWhole }

  /// A row that was moved at a time, in milliseconds since 1970.
  init(at time: Int64) { self.time = time }

  /// Notes when a property was changed.
  mutating func note(_ property: String, at time: Int64) {
    properties.insert(property)
    times[property] = max(time, times[property] ?? time)
  }

  /// Notes what else is to be told of the row.
  mutating func formUnion(_ other: RowTouch) {
    properties.formUnion(other.properties)
    placed.formUnion(other.placed)
    departure = other.departure ?? departure
    time = time ?? other.time
    times.merge(other.times) { max($0, $1) }
  }

  mutating func note(_ run: ReplicationTransaction.HistoryRun) {
    // Another program may have written any number.
    let new = Int64(max(0, min(Self.latestTime, run.time.timeIntervalSince1970 * 1000)))
    if let time, time != new {
      for property in properties where times[property] == nil { times[property] = time }
      for property in run.properties { times[property] = new }
    }
    time = new
    if run.author.map(SpacePlace.isAuthor) == true {
      placed.formUnion(run.properties.filter { !properties.contains($0) })
    } else {
      placed.subtract(run.properties)
    }
    properties.formUnion(run.properties)
    if run.kind != .update { isWhole = true }
    if run.kind == .deletion { wasDeleted = true }
  }

  /// When a property was changed last.
  func time(of property: String) -> Int64? { times[property] ?? time }

  /// When what an edit says was saved.
  func time(of edit: LocalEdit) -> Int64? {
    switch edit {
    case .set(_, let name, _), .decide(_, let name, _, _), .add(_, let name, _, _),
      .remove(_, let name, _):
      time(of: name)
    case .insert, .delete, .depart, .restore, .complete, .dismiss: time
    }
  }
}
