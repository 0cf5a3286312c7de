import DocketLocking

/// The rows of a list that a search found, as ascending indices.
public struct MatchPlaces: Hashable, Sendable {
  /// The indices.
  public let places: [Int]

  /// Creates it from ascending indices.
  public init(_ places: [Int] = []) { self.places = places }

  /// The matches among the visible rows.
  ///
  /// - Complexity: O(log n).
  public func section(in visible: Range<Int>) -> ArraySlice<Int> {
    places[count(before: visible.lowerBound)..<count(before: visible.upperBound)]
  }

  /// The first match after an index; after the last one, the first.
  ///
  /// - Complexity: O(log n).
  public func next(after place: Int) -> Int? {
    let index = count(before: place + 1)
    return index < places.count ? places[index] : places.first
  }

  /// The last match before an index; before the first one, the last.
  ///
  /// - Complexity: O(log n).
  public func previous(before place: Int) -> Int? {
    let index = count(before: place)
    return index > 0 ? places[index - 1] : places.last
  }

  /// The number of the match at an index, as in `3 of 12`; only how many there are if none is there.
  public func text(at place: Int?) -> String {
    guard let place else { return "\(places.count)" }
    let before = count(before: place)
    guard before < places.count, places[before] == place else { return "\(places.count)" }
    return "\(before + 1) of \(places.count)"
  }

  private func count(before place: Int) -> Int {
    places.partitioningIndex { $0 >= place }
  }
}
