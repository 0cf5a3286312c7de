/// Where in a list the rows are that a search found: places in rising order.
public struct MatchPlaces: Hashable, Sendable {
  /// The places.
  public let places: [Int]

  /// Creates it from places in rising order.
  public init(_ places: [Int] = []) { self.places = places }

  /// The places that are visible.
  ///
  /// - Complexity: O(log n).
  public func section(in visible: Range<Int>) -> ArraySlice<Int> {
    places[count(before: visible.lowerBound)..<count(before: visible.upperBound)]
  }

  /// The first place after another; after the last, the first one.
  ///
  /// - Complexity: O(log n).
  public func next(after place: Int) -> Int? {
    let index = count(before: place + 1)
    return index < places.count ? places[index] : places.first
  }

  /// The last place before another; before the first, the last one.
  ///
  /// - Complexity: O(log n).
  public func previous(before place: Int) -> Int? {
    let index = count(before: place)
    return index > 0 ? places[index - 1] : places.last
  }

  /// Which of the matches is at a place, as in `3 of 12`; only their number if none is.
  public func text(at place: Int?) -> String {
    guard let place else { return "\(places.count)" }
    let before = count(before: place)
    guard before < places.count, places[before] == place else { return "\(places.count)" }
    return "\(before + 1) of \(places.count)"
  }

  private func count(before place: Int) -> Int {
    var range = 0..<places.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if places[middle] < place { range = middle + 1..<range.upperBound } else { range = range.lowerBound..<middle }
    }
    return range.lowerBound
  }
}
