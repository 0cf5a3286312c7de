/// What full-text indexes are asked for.
enum FullTextUse {
  /// Nothing: where a few rows are known by key already, to look at these is less work.
  case nothing
  /// Texts with a trigram.
  case trigrams
  /// Shorter texts too, which are worth it only if they are rare.
  case everything
}
