/// How much of a database a connection keeps in memory.
enum PageCache {
  /// Enough for looking up and for single changes.
  case ordinary
  /// For transactions of many rows: each belongs into every index at another place, and pages that don't fit are
  /// written and read again and again.
  case large

  /// The most that it takes.
  ///
  /// Source: https://www.sqlite.org/pragma.html#pragma_cache_size
  var kibibytes: Int {
    switch self {
    case .ordinary: 2_000
    case .large: 64_000
    }
  }
}

extension Connection {
  /// From how many rows on a transaction gets the large cache.
  private static let fewestRowsForLargeCache = 1_000

  /// Makes room for a transaction that writes a number of rows; the room is given back when it ends.
  func makeRoom(forRows count: Int) throws(SQLiteError) {
    if count >= Self.fewestRowsForLargeCache { try setPageCache(.large) }
  }

  /// Nothing is lost if it can't be set: the cache is only as large as its pages.
  func giveRoomBack() { try? setPageCache(.ordinary) }

  private func setPageCache(_ cache: PageCache) throws(SQLiteError) {
    guard cache != pageCache else { return }
    try execute("PRAGMA cache_size = -\(cache.kibibytes)")
    pageCache = cache
  }
}
