import Foundation
import SwiftData

extension SchemaV2 {
  /// One command that changed items, with all that is needed to undo it and to do it again.
  ///
  /// It is written in the transaction of the change itself.
  @Model
  public final class JournalStep {
    #Index<JournalStep>([\.number], [\.state])

    /// The place in the order in which the steps were done; the clock may have been set back in between.
    public private(set) var number: Int
    /// Who gave the command.
    public private(set) var author: String
    /// When it was given.
    public private(set) var date: Date
    /// What it did, in words: "complete 3 items".
    public private(set) var words: String
    /// How many items, tags and lists it changed.
    public private(set) var rowCount: Int
    /// Whether it can be undone, or redone.
    public var state: JournalState
    /// Who undid or redid it last, and when; nil if nobody did.
    public var lastTurnedBy: String?
    /// When it was last undone or redone.
    public var lastTurnedAt: Date?
    /// How many bytes `changes` has.
    public private(set) var size: Int
    /// The values before and after, see `JournalCoder`; empty once they are too old to be kept.
    public private(set) var changes: Data

    /// Creates a step that was just carried out.
    public init(number: Int, author: String, date: Date, words: String, rowCount: Int, changes: Data) {
      self.number = number
      self.author = author
      self.date = date
      self.words = words
      self.rowCount = rowCount
      state = .done
      size = changes.count
      self.changes = changes
    }

    /// Lets go of the values: the step stays in the log and can't be undone any more.
    public func forgetChanges() {
      state = .forgotten
      size = 0
      changes = Data()
    }
  }
}
