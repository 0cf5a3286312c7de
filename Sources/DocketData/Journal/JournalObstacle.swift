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
    /// The item has new sub-items, which would be deleted with it; the key of the first.
    case subitems(first: Int64)
    /// Other items wait for the item by now; the key of the first.
    case blocks(first: Int64)
  }

  let entity: JournalEntity
  let key: Int64
  let kind: Kind

  /// Whether a later step changed the row: as long as that is not undone, this one can't be.
  func isOfLaterStep(than step: JournalStep, in context: ModelContext) throws -> Bool {
    try laterStep(than: step, in: context) != nil
  }

  /// A clause such as "the title of item 12 has changed since: Zoë did “rename “Milk”” at 2026-11-21T08:00:00Z".
  func reason(against step: JournalStep, in context: ModelContext) throws -> String {
    guard let later = try laterStep(than: step, in: context) else {
      return "\(clause) since, by sync or another program"
    }
    let author = later.author.isEmpty ? "somebody" : later.author
    return "\(clause) since: \(author) did “\(later.words)” at \(later.date.ISO8601Format())"
  }

  /// How many steps are read at once.
  private static let portion = 64

  /// The newest step after another one that did what is in the way.
  ///
  /// All of them are asked, however many there are: a step is given up for good only if none of them did.
  ///
  /// - Complexity: O(bytes of the later steps), of which the journal keeps `JournalRetention.bytes`.
  private func laterStep(than step: JournalStep, in context: ModelContext) throws -> JournalStep? {
    let (number, done) = (step.number, JournalState.done)
    var below = Int.max
    while true {
      let limit = below
      var later = FetchDescriptor<JournalStep>(
        predicate: Predicate(all: [
          #Predicate { $0.number > number }, #Predicate { $0.number < limit }, #Predicate { $0.state == done },
        ]), sortBy: [SortDescriptor(\.number, order: .reverse)])
      later.fetchLimit = Self.portion
      let steps = try context.fetch(later)
      if let found = steps.first(where: { isDone(by: $0) }) { return found }
      guard steps.count == Self.portion, let last = steps.last else { return nil }
      below = last.number
    }
  }

  /// Whether a step did what is in the way; of a step that can't be read it has to be assumed.
  private func isDone(by step: JournalStep) -> Bool {
    guard let changes = try? JournalCoder.decode(step.changes) else { return true }
    return changes.batches.contains { batch in
      batch.entity == entity && (isDone(by: batch) && batch.keys.contains(row) || isDoneFromTheOtherEnd(by: batch))
    }
  }

  /// The row that a step changed: the sub-item, and not the item that it is below.
  private var row: Int64 {
    switch kind {
    case .subitems(let first), .blocks(let first): first
    default: key
    }
  }

  /// Whether a batch changed what an item waits for, or blocks, as a field of the other item.
  private func isDoneFromTheOtherEnd(by batch: JournalBatch) -> Bool {
    switch kind {
    case .changed(.blockers): batch.names(key, in: .blocked)
    case .changed(.blocked): batch.names(key, in: .blockers)
    default: false
    }
  }

  private func isDone(by batch: JournalBatch) -> Bool {
    guard batch.kind == .update else {
      // A deletion is not undone by an insertion with the same key, and leaves nothing that could be in the way.
      return batch.kind == .insert || kind == .gone
    }
    return switch kind {
    case .changed(let field): batch.fields.contains(field)
    case .gone: false
    case .present: true
    case .nameTaken: batch.fields.contains(.name)
    case .uses(.tag, _): batch.fields.contains(.tags)
    case .uses: batch.fields.contains(.list)
    case .subitems: batch.fields.contains(.parent)
    case .blocks: batch.fields.contains(.blockers)
    }
  }

  /// What happened to the row: "item 12 has been deleted".
  private var clause: String {
    let row = "\(entity.noun) \(key)"
    return switch kind {
    case .changed(let field): "the \(field.noun) of \(row) \(field.isPlural ? "have" : "has") changed"
    case .gone: "\(row) has been deleted"
    case .present: "\(row) has been restored or changed"
    case .nameTaken: "\(row) has taken the name"
    case .uses(let entity, let name): "\(row) has got the \(entity.noun) “\(name)”"
    case .subitems: "\(row) has got sub-items"
    case .blocks(let first): "item \(first) waits for \(row)"
    }
  }
}

extension JournalBatch {
  /// Whether a field of references has a key, before or after.
  fileprivate func names(_ key: Int64, in field: JournalField) -> Bool {
    guard let place = fields.firstIndex(of: field) else { return false }
    return [before, after].contains { side in !side.isEmpty && side[place].contains { $0.keys.contains(key) } }
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
  fileprivate var isPlural: Bool { [.notes, .tags, .extra, .blockers, .blocked].contains(self) }

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
    case .start, .startDay: "start date"
    case .position: "position"
    case .recurrence: "repeat interval"
    case .tags: "tags"
    case .list: "list"
    case .parent: "parent"
    case .name: "name"
    case .query: "query"
    case .anchor: "first date of its series"
    case .extra: "fields of other formats"
    case .blockers: "blockers"
    case .blocked: "waiting items"
    }
  }
}
