import Foundation
import SwiftData

/// Why a step could not be undone or redone.
public enum JournalError: Error, Hashable, Sendable {
  case nothingToUndo
  case nothingToRedo
  /// A later change conflicts with the step.
  case inTheWay(step: String, reason: String)
  /// The values of the step are not kept any more.
  case forgotten(step: String)
  case damaged
}

extension JournalError: CustomStringConvertible {
  /// What went wrong, as a sentence for people.
  public var description: String {
    switch self {
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .inTheWay(let step, let reason): "“\(step)” stays as it is, because \(reason)."
    case .forgotten(let step): "“\(step)” was too long ago, or too large, to be undone."
    case .damaged: "The journal of this step can't be read."
    }
  }
}

/// A row that is not as a step expects it.
struct JournalObstacle: Error, Hashable {
  enum Kind: Hashable {
    case changed(JournalField)
    case gone
    case present
    /// The row has a name that another one is to get back.
    case nameTaken
    /// The item has a tag or a list that is to be deleted.
    case uses(JournalEntity, name: String)
    /// The item has new sub-items, which would be deleted with it.
    case subitems
  }

  let entity: JournalEntity
  let key: Int64
  let kind: Kind

  /// How many later steps are searched for the one that is in the way.
  private static let searchDepth = 100

  /// Whether a later step changed the row: as long as that is not undone, this one can't be.
  func isOfLaterStep(than step: JournalStep, in context: ModelContext) throws -> Bool {
    try laterStep(than: step, in: context) != nil
  }

  /// A clause such as "the title of item 12 changed since: Zoë did “rename “Milk”” at 2026-11-21T08:00:00Z".
  func reason(against step: JournalStep, in context: ModelContext) throws -> String {
    guard let later = try laterStep(than: step, in: context) else {
      return "\(clause) since, by sync or another program"
    }
    let author = later.author.isEmpty ? "somebody" : later.author
    return "\(clause) since: \(author) did “\(later.words)” at \(later.date.ISO8601Format())"
  }

  /// The newest step after another one that changed the row.
  private func laterStep(than step: JournalStep, in context: ModelContext) throws -> JournalStep? {
    let (number, done) = (step.number, JournalState.done)
    var later = FetchDescriptor<JournalStep>(
      predicate: Predicate(all: [#Predicate { $0.number > number }, #Predicate { $0.state == done }]),
      sortBy: [SortDescriptor(\.number, order: .reverse)])
    later.fetchLimit = Self.searchDepth
    return try context.fetch(later).first { candidate in
      guard let changes = try? JournalCoder.decode(candidate.changes) else { return false }
      return changes.batches.contains { $0.entity == entity && $0.keys.contains(key) }
    }
  }

  /// What happened to the row: "item 12 was deleted".
  private var clause: String {
    let row = "\(entity.noun) \(key)"
    return switch kind {
    case .changed(let field): "the \(field.noun) of \(row) changed"
    case .gone: "\(row) was deleted"
    case .present: "\(row) was restored, or one like it was added,"
    case .nameTaken: "\(row) took the name"
    case .uses(let entity, let name): "\(row) got the \(entity.noun) “\(name)”"
    case .subitems: "\(row) got sub-items"
    }
  }
}

extension JournalEntity {
  fileprivate var noun: String {
    switch self {
    case .item: "item"
    case .tag: "tag"
    case .list: "list"
    case .filter: "filter"
    }
  }
}

extension JournalField {
  fileprivate var noun: String {
    switch self {
    case .uid: "identifier"
    case .title: "title"
    case .notes: "notes"
    case .timestamp: "update time"
    case .created: "creation date"
    case .completed: "state"
    case .priority: "priority"
    case .deadline, .dueDay: "due date"
    case .position: "position"
    case .recurrence: "repeat interval"
    case .tags: "tags"
    case .list: "list"
    case .parent: "parent"
    case .name: "name"
    case .query: "query"
    case .anchor: "first date of its series"
    case .extra: "fields of other formats"
    }
  }
}
