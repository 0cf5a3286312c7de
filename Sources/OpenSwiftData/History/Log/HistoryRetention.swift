/// How much history a store keeps.
///
/// Who follows a store in this process needs little of it, because whoever is left behind reads anew. The rest is for
/// programs that come back after days with a token, to exchange with a server what was changed meanwhile.
struct HistoryRetention: Sendable {
  /// The newest runs of changes that are kept, and as many values of tombstones; the newest transaction is always kept.
  ///
  /// A run is about fifty bytes.
  var rows: Int64

  /// The number of rows that a save lets go of at least, while there are too many.
  ///
  /// A larger save lets go of twice as many as it adds, so that the history shrinks, and no save waits long.
  var smallestStep = 128

  static let standard = HistoryRetention(rows: 100_000)
}
