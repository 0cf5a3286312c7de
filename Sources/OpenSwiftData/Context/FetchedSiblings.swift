/// The rows that were fetched together, so that what one of their models needs can be read for its neighbours too.
final class FetchedSiblings {
  /// The largest number of neighbours that are served at once.
  private static let reach = 500

  private let keys: [Int64]
  private var places: [Int64: Int] = [:]

  init(_ keys: some Sequence<Int64>) {
    self.keys = Array(keys)
  }

  /// The key and those around it, mostly those after it.
  func neighbours(of key: Int64) -> ArraySlice<Int64> {
    if places.isEmpty { places = Dictionary(zip(keys, 0...), uniquingKeysWith: { first, _ in first }) }
    guard let place = places[key] else { return [key] }
    return keys[max(0, place - Self.reach / 10)..<min(keys.count, place + Self.reach)]
  }
}
