/// A line of a text, laid out in rows; places are counted in UTF-8.
struct TextLine: Sendable {
  /// A character's border, and the columns before it.
  struct Stop: Hashable, Sendable {
    let place: Int
    let column: Int
  }

  /// The columns between stops.
  private static let step = 256

  /// The part of the text, without the line end.
  let range: Range<Int>
  /// At least one.
  let rows: [TextRow]
  /// In a line that is not wrapped, places from which columns can be counted, in their order.
  let stops: [Stop]

  /// Lays a line out.
  ///
  /// - Parameters:
  ///   - rest: The line behind its beginning.
  ///   - beginning: What is laid out already.
  ///   - width: The columns to wrap at; nil for one row.
  /// - Complexity: linear in the length of the rest.
  init(_ rest: Substring, after beginning: Beginning, width: Int?) {
    range = beginning.start..<beginning.end.place + rest.utf8.count
    if let width {
      var wrapping = LineWrapping(start: beginning.end.place, width: width, after: beginning.rows)
      for character in rest { wrapping.add(character) }
      (rows, stops) = (wrapping.finish(), [])
    } else {
      rows = [TextRow(range: range, endsLine: true, number: 0)]
      stops = beginning.stops + Self.stops(in: rest, after: beginning.end)
    }
  }

  /// Whether a place is in the line, or at its end.
  func contains(_ place: Int) -> Bool { range.lowerBound <= place && place <= range.upperBound }

  /// The row of the character at a place.
  ///
  /// - Complexity: O(log n) in the number of rows.
  func row(at place: Int) -> TextRow {
    rows[Self.count(rows) { $0.range.lowerBound <= place } - 1]
  }

  /// The last stop of which something holds that holds for all before it.
  func stop(in row: TextRow, where isBefore: (Stop) -> Bool) -> Stop {
    let count = Self.count(stops, where: isBefore)
    return count > 0 ? stops[count - 1] : Stop(place: row.range.lowerBound, column: 0)
  }

  private static func stops(in rest: Substring, after end: Stop) -> [Stop] {
    var (stops, place, column, next) = ([Stop](), end.place, end.column, end.column + step)
    for character in rest {
      if column >= next {
        stops.append(Stop(place: place, column: column))
        next = column + step
      }
      column += CellColumns.width(of: character, at: column)
      place += character.utf8.count
    }
    return stops
  }

  /// How many elements at the beginning something holds for, in an order in which it holds for none after that.
  static func count<Element>(_ elements: [Element], where holds: (Element) -> Bool) -> Int {
    var range = 0..<elements.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if holds(elements[middle]) { range = middle + 1..<range.upperBound } else { range = range.lowerBound..<middle }
    }
    return range.lowerBound
  }
}
