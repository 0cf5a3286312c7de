import Foundation
import SwiftData

/// Finds out who stands in the way of a step, and says so.
struct Blame {
  /// How many of the later steps are looked at.
  private static let depth = 100

  let context: ModelContext
  let step: JournalStep

  /// A clause such as "item 12 has another title since Zoë did “rename “Milk”” on 2026-11-21".
  func reason(for obstacle: JournalObstacle) throws -> String {
    let what = "\(obstacle.entity.noun) \(obstacle.key) \(obstacle.words)"
    guard let culprit = try culprit(obstacle) else { return "\(what) since, by somebody outside of the journal" }
    let author = culprit.author.isEmpty ? "somebody" : culprit.author
    return "\(what) since: \(author) did “\(culprit.words)” at \(culprit.date.ISO8601Format())"
  }

  private func culprit(_ obstacle: JournalObstacle) throws -> JournalStep? {
    let (number, done) = (step.number, JournalState.done)
    var later = FetchDescriptor<JournalStep>(
      predicate: Predicate(all: [#Predicate { $0.number > number }, #Predicate { $0.state == done }]),
      sortBy: [SortDescriptor(\.number, order: .reverse)])
    later.fetchLimit = Self.depth
    return try context.fetch(later).first { candidate in
      guard let changes = try? JournalCoder.decode(candidate.changes) else { return false }
      return changes.batches.contains { $0.entity == obstacle.entity && $0.keys.contains(obstacle.key) }
    }
  }
}

extension JournalEntity {
  /// What a person calls it.
  var noun: String {
    switch self {
    case .item: "item"
    case .tag: "tag"
    case .list: "list"
    case .filter: "filter"
    }
  }
}

extension JournalObstacle {
  fileprivate var words: String {
    switch kind {
    case .changed(let field): "has another \(field.noun)"
    case .gone: "was deleted"
    case .present: "came back, or one like it was added,"
    case .nameTaken: "has got the name"
    case .uses(let entity, let name): "got the \(entity.noun) “\(name)”"
    case .parts: "got parts"
    }
  }
}

extension JournalField {
  /// What a person calls it.
  fileprivate var noun: String {
    switch self {
    case .uid: "identifier"
    case .title: "title"
    case .notes: "text of notes"
    case .timestamp: "moment of its last update"
    case .created: "date of creation"
    case .completed: "state"
    case .priority: "priority"
    case .deadline, .dueDay: "due date"
    case .position: "place"
    case .recurrence: "recurrence"
    case .tags: "set of tags"
    case .list: "list"
    case .parent: "parent"
    case .name: "name"
    case .query: "query"
    case .anchor: "first date of the series"
    case .extra: "set of fields of other formats"
    }
  }
}
