import Foundation
import SwiftData

/// One step in the log: who did what, and when.
public struct LoggedStep: Hashable, Sendable, Identifiable {
  /// The step's identity.
  public let id: PersistentIdentifier
  /// The author.
  public let author: String
  /// When the step was done.
  public let date: Date
  /// The description.
  public let words: String
  /// How many items, tags and lists it changed.
  public let rowCount: Int
  /// Whether it can be undone, or redone.
  public let state: JournalState
  /// Who undid or redid it last; nil if nobody did.
  public let lastTurnedBy: String?
  /// When it was undone or redone last; nil if it never was.
  public let lastTurnedAt: Date?
  /// Why an undo skipped it just now, as a clause; nil for any other step.
  public let obstacle: String?

  init(_ step: JournalStep, obstacle: String? = nil) {
    self.obstacle = obstacle
    id = step.persistentModelID
    author = step.author
    date = step.date
    words = step.words
    rowCount = step.rowCount
    state = step.state
    lastTurnedBy = step.lastTurnedBy
    lastTurnedAt = step.lastTurnedAt
  }
}

/// The state of a step of the journal; the raw values are stored.
public enum JournalState: String, Codable, CaseIterable, Sendable {
  /// The step can be undone.
  case done
  /// The step was undone and can be redone.
  case undone
  /// The step was undone and can't be redone, because something else was done since.
  case abandoned
  /// The step can't be undone: it is too old or too large for its values to be kept.
  case forgotten
  /// The step can't be undone: what it changed was changed again by something outside of the journal, such as sync.
  case overtaken
}

/// The limits of what the journal keeps.
public enum JournalRetention {
  /// The number of newest steps that can be undone.
  public static let steps = 1_000
  /// The maximum size of the values of all steps, in bytes; the oldest are dropped first, the newest never.
  public static let bytes = 64 << 20
  /// The number of newest steps that stay in the log.
  public static let lines = 10_000

  /// Old steps are pruned after this many steps.
  private static let interval = 64
  /// Old steps are pruned at once after a step of this size, in bytes.
  private static let largeStep = 1 << 20

  /// Drops what is too old, from time to time.
  static func prune(after step: JournalStep, in context: ModelContext) throws {
    guard step.number % interval == 0 || step.size >= largeStep else { return }
    try forgetValues(in: context)
    try removeLines(in: context)
  }

  private static func forgetValues(in context: ModelContext) throws {
    var descriptor = FetchDescriptor<JournalStep>(
      predicate: #Predicate { $0.size > 0 }, sortBy: [SortDescriptor(\.number, order: .reverse)])
    descriptor.propertiesToFetch = [\.size, \.state]
    var total = 0
    for (index, step) in try context.fetch(descriptor).enumerated() {
      total += step.size
      if index > 0, index >= steps || total > bytes { step.forgetChanges() }
    }
  }

  private static func removeLines(in context: ModelContext) throws {
    var descriptor = FetchDescriptor<JournalStep>(sortBy: [SortDescriptor(\.number, order: .reverse)])
    descriptor.propertiesToFetch = [\.state]
    descriptor.fetchOffset = lines
    for step in try context.fetch(descriptor) { context.delete(step) }
  }
}
