import Foundation
import OpenSwiftData

/// The row that most bars work with; the C baseline knows its columns.
@Model
final class Item {
  #Index<Item>([\.createdAt])

  var title: String
  var notes: String
  var createdAt: Date
  var due: Date?
  var isDone: Bool
  var priority: Int

  init(_ sample: ItemSample) {
    title = sample.title
    notes = sample.notes
    createdAt = sample.createdAt
    due = sample.due
    isDone = sample.isDone
    priority = sample.priority
  }

  /// Reads every attribute; the sum keeps the reads from being optimised away.
  var checksum: Int {
    title.utf8.count &+ notes.utf8.count &+ Int(createdAt.timeIntervalSinceReferenceDate)
      &+ (due == nil ? 0 : 1) &+ (isDone ? 1 : 0) &+ priority
  }
}
