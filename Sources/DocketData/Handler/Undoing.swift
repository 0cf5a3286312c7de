import Foundation
import SwiftData

extension DataHandler {
  /// Undoes the author's last steps that are not undone yet, each as a whole, in one transaction.
  ///
  /// - Parameter count: how many steps; fewer if there are no more.
  /// - Returns: the descriptions of the undone steps, the last step first.
  /// - Throws: `JournalError.nothingToUndo`; `JournalError.inTheWay` if a later change conflicts with a step, and then
  ///   nothing is undone.
  @discardableResult
  public func undo(_ count: Int = 1, at date: Date = Date()) throws -> [String] {
    try undoSteps(count, at: date).map(\.words)
  }

  /// Undoes the author's last steps as `undo(_:at:)` does.
  ///
  /// - Returns: the undone steps, the last one first; one that can't be redone, because it added too many items, is
  ///   `JournalState.abandoned`.
  public func undoSteps(_ count: Int = 1, at date: Date = Date()) throws -> [LoggedStep] {
    try modelContext.exclusiveTransaction { try turn(undoableSteps(count), to: .undone, date) }
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
    return steps.map(LoggedStep.init)
  }

  private func turn(_ step: JournalStep, to state: JournalState, _ date: Date) throws {
    let changes = try JournalCoder.decode(step.changes).withOrderKeys
    let player = JournalPlayer(context: modelContext, direction: state == .undone ? .undo : .redo)
    do {
      try player.play(state == .undone ? changes.inverse : changes)
    } catch let obstacle as JournalObstacle {
      throw JournalError.inTheWay(step: step.words, reason: try obstacle.reason(against: step, in: modelContext))
    }
    step.state = state == .undone && !changes.canBeRedone ? .abandoned : state
    step.lastTurnedBy = author
    step.lastTurnedAt = date
    try modelContext.save()
  }
}
