/// How much of a full-text index a save merges.
///
/// Each save adds a part to the index, and a search looks into all parts. FTS5's own merging does nothing in most
/// commits and hundreds of pages in some, which holds these up. A little with each save is enough, and no save waits:
/// a part of one row is merged about once on each of seven levels, a page each time, and large parts are far denser.
///
/// Source: https://www.sqlite.org/fts5.html#the_merge_command
enum FullTextMerging {
  private static let pagesForASave: Int64 = 8
  /// 10^5 titles take 3 500 pages, each rewritten on four or five levels.
  private static let rowsForAPage: Int64 = 4

  /// How many pages to merge after a number of rows was written.
  static func pages(rows: Int64) -> Int64 { pagesForASave + rows / rowsForAPage }
}
