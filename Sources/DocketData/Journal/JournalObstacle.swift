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
}

extension JournalObstacle {
  /// How many later steps are searched for the one that is in the way.
  private static let searchDepth = 100

  /// A clause such as "item 12 has another title since: Zoë did “rename “Milk”” at 2026-11-21T08:00:00Z".
  func reason(against step: JournalStep, in context: ModelContext) throws -> String {
    let what = "\(entity.noun) \(key) \(words)"
    guard let later = try laterStep(than: step, in: context) else {
      return "\(what) since, by somebody outside of the journal"
    }
    let author = later.author.isEmpty ? "somebody" : later.author
    return "\(what) since: \(author) did “\(later.words)” at \(later.date.ISO8601Format())"
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

  private var words: String {
    switch kind {
    case .changed(let field): "has another \(field.noun)"
    case .gone: "was deleted"
    case .present: "came back, or one like it was added,"
    case .nameTaken: "has got the name"
    case .uses(let entity, let name): "got the \(entity.noun) “\(name)”"
    case .subitems: "got sub-items"
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
