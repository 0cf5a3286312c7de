/// The trigrams of many texts, each with the last row whose text has it, so that a row counts it once.
///
/// A trigram's checksum tells its place: `Dictionary` would calculate a hash for each, which takes longer than all else
/// that is done with it.
struct TrigramTable {
  private var places: [(trigram: Trigram, row: Int)?] = Array(repeating: nil, count: 1 << 10)
  private(set) var count = 0

  /// In no order.
  var trigrams: [Trigram] { places.compactMap { $0?.trigram } }

  /// - Returns: the last row before, or nil if the trigram is a new one.
  mutating func setLastRow(_ row: Int, of trigram: Trigram) -> Int? {
    let place = place(of: trigram)
    let before = places[place]?.row
    places[place] = (trigram, row)
    if before == nil {
      count += 1
      if count > places.count / 2 { grow() }
    }
    return before
  }

  /// The place of a trigram, or the free one where it belongs.
  private func place(of trigram: Trigram) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: trigram.checksum) & mask
    while let other = places[place], other.trigram != trigram { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let before = places
    places = Array(repeating: nil, count: before.count * 2)
    for case let (trigram, row)? in before { places[place(of: trigram)] = (trigram, row) }
  }
}
