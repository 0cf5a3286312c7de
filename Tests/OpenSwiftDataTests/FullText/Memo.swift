import Foundation
import OpenSwiftData

/// A model with full-text indexes.
@Model final class Memo {
  #FullTextIndex<Memo>(\.title, \.notes)
  #Index<Memo>([\.rank])
  var title: String
  var notes: String?
  var rank: Int
  @Attribute(.unique) var code: String?
  var folder: Binder?

  init(_ title: String, notes: String? = nil, rank: Int = 0, code: String? = nil, folder: Binder? = nil) {
    self.title = title
    self.notes = notes
    self.rank = rank
    self.code = code
    self.folder = folder
  }
}

@Model final class Binder {
  #FullTextIndex<Binder>(\.name)
  var name: String
  @Relationship(inverse: \Memo.folder) var memos: [Memo] = []

  init(_ name: String) { self.name = name }
}

/// The same texts without an index.
@Model final class PlainMemo {
  var title: String
  var notes: String?
  var rank: Int

  init(_ title: String, notes: String?, rank: Int) {
    self.title = title
    self.notes = notes
    self.rank = rank
  }
}

extension ModelContext {
  /// The titles of what a predicate finds, in the order of the keys.
  func titles(_ predicate: Predicate<Memo>) throws -> [String] {
    try fetch(FetchDescriptor(predicate: predicate)).map(\.title)
  }
}

/// The tables and triggers of full-text indexes.
let fullTextObjects =
  """
  SELECT count(*) FROM sqlite_master
  WHERE name LIKE 'openswiftdata_text%' OR name LIKE 'openswiftdata_trigrams%' OR name LIKE '%unindexed%'
  """
