import Foundation
import OpenSwiftData

/// A row with a full-text index.
@Model
final class Memo {
  #FullTextIndex<Memo>(\.title)
  #Index<Memo>([\.createdAt])

  var title: String
  var createdAt: Date

  init(_ sample: ItemSample) {
    title = sample.title
    createdAt = sample.createdAt
  }
}

/// The same without one.
@Model
final class PlainMemo {
  #Index<PlainMemo>([\.createdAt])

  var title: String
  var createdAt: Date

  init(_ sample: ItemSample) {
    title = sample.title
    createdAt = sample.createdAt
  }
}
