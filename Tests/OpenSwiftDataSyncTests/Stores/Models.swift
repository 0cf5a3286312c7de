import Foundation
import OpenSwiftData

/// Tasks that make a tree and have tags, and tags with unique names.
@Model
final class StoredTask {
  var title: String
  var notes: String?
  var isDone: Bool = false
  var weight: Double = 1
  @Relationship(inverse: \StoredTag.tasks) var tags: [StoredTag] = []
  var parent: StoredTask?
  @Relationship(deleteRule: .cascade, inverse: \StoredTask.parent) var children: [StoredTask] = []

  init(_ title: String) { self.title = title }
}

/// A tag of tasks.
@Model
final class StoredTag {
  @Attribute(.unique) var name: String
  var color: String = "plain"
  var tasks: [StoredTask] = []

  init(_ name: String) { self.name = name }
}
