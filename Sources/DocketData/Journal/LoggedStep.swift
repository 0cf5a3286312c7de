import Foundation
import SwiftData

/// A line of the log: who did what when.
public struct LoggedStep: Hashable, Sendable, Identifiable {
  /// The step's identity.
  public let id: PersistentIdentifier
  /// Who did it.
  public let author: String
  /// When it was done.
  public let date: Date
  /// What was done, in words.
  public let words: String
  /// How many items, tags and lists it changed.
  public let rowCount: Int
  /// Whether it can be undone, or redone.
  public let state: JournalState
  /// Who undid or redid it last; nil if nobody did.
  public let lastTurnedBy: String?
  /// When it was undone or redone last; nil if it never was.
  public let lastTurnedAt: Date?

  init(_ step: JournalStep) {
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
