import Foundation
import SwiftData

extension DataHandler {
  /// Undoes the author's last steps that are not undone yet, each as a whole, in one transaction.
  ///
  /// - Parameter count: how many steps; fewer if there are no more.
  /// - Returns: the descriptions of the undone steps, the last step first.
  /// - Throws: `JournalError.nothingToUndo`; `JournalError.inTheWay` if a later step conflicts with a step, or all that
  ///   there are were overtaken, and then nothing is undone.
  @discardableResult
  public func undo(_ count: Int = 1, at date: Date = Date()) throws -> [String] {
    try undoSteps(count, at: date).filter { $0.state != .overtaken }.map(\.words)
  }

  /// Undoes the author's last steps as `undo(_:at:)` does.
  ///
  /// A step whose rows were changed since by something that is no step, as sync does, can never be undone: it is skipped,
  /// and an earlier one is undone instead.
  ///
  /// - Returns: the undone steps, the last one first; one that can't be redone, because it added too many items, is
  ///   `JournalState.abandoned`. Before them those that were skipped, which are `JournalState.overtaken`.
  public func undoSteps(_ count: Int = 1, at date: Date = Date()) throws -> [LoggedStep] {
    var overtaken: [OvertakenStep] = []
    while true {
      do {
        return try modelContext.exclusiveTransaction {
          // First, so that none of them is in the way of an older one.
          let skipped = try overtaken.map { try skip($0) }
          let steps: [JournalStep]
          do { steps = try undoableSteps(count) } catch JournalError.nothingToUndo where !overtaken.isEmpty {
            throw overtaken[0].error
          }
          return skipped + (try turn(steps, to: .undone, date))
        }
      } catch let step as OvertakenStep {
        // What was undone before it is undone anew, without it.
        overtaken.append(step)
      }
    }
  }

  private func skip(_ overtaken: OvertakenStep) throws -> LoggedStep {
    let number = overtaken.number
    let steps = FetchDescriptor<JournalStep>(predicate: #Predicate { $0.number == number })
    guard let step = try modelContext.fetch(steps).first else { throw JournalError.damaged }
    step.state = .overtaken
    try modelContext.save()
    return LoggedStep(step, obstacle: overtaken.reason)
  }

  /// Redoes the steps that were undone last, in one transaction.
  ///
  /// - Parameter count: how many steps; fewer if there are no more.
  /// - Returns: the descriptions of the redone steps, in the order in which they were redone.
  /// - Throws: `JournalError.nothingToRedo`, `JournalError.inTheWay`; nothing is changed then.
  @discardableResult
  public func redo(_ count: Int = 1, at date: Date = Date()) throws -> [String] {
    try redoSteps(count, at: date).map(\.words)
  }

  /// Redoes steps as `redo(_:at:)` does, and returns them.
  public func redoSteps(_ count: Int = 1, at date: Date = Date()) throws -> [LoggedStep] {
    try modelContext.exclusiveTransaction { try turn(redoableSteps(count), to: .done, date) }
  }

  private func undoableSteps(_ count: Int) throws -> [JournalStep] {
    let (done, forgotten, author) = (JournalState.done, JournalState.forgotten, author)
    var descriptor = FetchDescriptor<JournalStep>(
      predicate: Predicate(all: [
        #Predicate { $0.author == author }, #Predicate { $0.state == done || $0.state == forgotten },
      ]), sortBy: [SortDescriptor(\.number, order: .reverse)])
    descriptor.fetchLimit = count
    let steps = try modelContext.fetch(descriptor)
    guard let last = steps.first else { throw JournalError.nothingToUndo }
    guard last.state == .done else { throw JournalError.forgotten(step: last.words) }
    return Array(steps.prefix { $0.state == .done })
  }

  private func redoableSteps(_ count: Int) throws -> [JournalStep] {
    let (undone, author) = (JournalState.undone, author)
    var descriptor = FetchDescriptor<JournalStep>(
      predicate: Predicate(all: [#Predicate { $0.author == author }, #Predicate { $0.state == undone }]),
      sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = count
    let steps = try modelContext.fetch(descriptor)
    guard !steps.isEmpty else { throw JournalError.nothingToRedo }
    return steps
  }

  /// Undoes or redoes steps, and returns them.
  private func turn(_ steps: [JournalStep], to state: JournalState, _ date: Date) throws -> [LoggedStep] {
    for step in steps { try turn(step, to: state, date) }
    try WorkProgress.current?.checkCancellation()
    return steps.map { LoggedStep($0) }
  }

  private func turn(_ step: JournalStep, to state: JournalState, _ date: Date) throws {
    let changes = try JournalCoder.decode(step.changes).migrated
    let player = JournalPlayer(context: modelContext, direction: state == .undone ? .undo : .redo)
    do {
      try player.play(state == .undone ? changes.inverse : changes)
    } catch let obstacle as JournalObstacle {
      let reason = try obstacle.reason(against: step, in: modelContext)
      guard state == .undone, try !obstacle.isOfLaterStep(than: step, in: modelContext) else {
        throw JournalError.inTheWay(step: step.words, reason: reason)
      }
      throw OvertakenStep(number: step.number, words: step.words, reason: reason)
    }
    step.state = state == .undone && !changes.canBeRedone ? .abandoned : state
    step.lastTurnedBy = author
    step.lastTurnedAt = date
    try modelContext.save()
  }
}

/// A step that can't be undone, because something that is no step changed its rows since.
private struct OvertakenStep: Error {
  let number: Int
  let words: String
  let reason: String

  var error: JournalError { .inTheWay(step: words, reason: reason) }
}
