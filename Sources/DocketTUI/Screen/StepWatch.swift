import DocketData
import SwiftData
import TerminalUI

/// Watches the last step that undo was offered for: another window, or a command, may undo it.
///
/// Undo takes back the last step of a person, wherever it was made. A step is watched until the next change begins here.
@MainActor
final class StepWatch {
  /// Called with the step when it was undone elsewhere, and whether it can be redone.
  var onUndone: (@MainActor (LoggedStep, _ canBeRedone: Bool) -> Void)?

  private let context: ModelContext
  /// The step, and its model in the context, which keeps what was read of it up to date.
  private var watched: (step: LoggedStep, model: JournalStep)?
  private lazy var region = ObservedRegion { [weak self] in self?.stepChanged() }

  init(_ context: ModelContext) { self.context = context }

  /// Watches a step instead of another one.
  func follow(_ step: LoggedStep) {
    let id = step.id
    var descriptor = FetchDescriptor<JournalStep>(predicate: #Predicate { $0.persistentModelID == id })
    // What it changed may be large.
    descriptor.propertiesToFetch = [\.state]
    // One that can't be read is not watched; the next change says why it can't be.
    watched = (try? context.fetch(descriptor).first).map { (step, $0) }
    observe()
  }

  /// Watches none: what happens next is done here.
  func stop() {
    watched = nil
    region.cancel()
  }

  private func stepChanged() {
    guard let (step, model) = watched else { return }
    guard !model.isDeleted, Self.isUndone(model.state) else { return observe() }
    let canBeRedone = model.state == .undone
    stop()
    onUndone?(step, canBeRedone)
  }

  /// Whether a step that was done is undone in a state: one that can't be redone is abandoned at once.
  private static func isUndone(_ state: JournalState) -> Bool { state == .undone || state == .abandoned }

  private func observe() {
    guard let model = watched?.model, !model.isDeleted else { return stop() }
    region.draw { _ = model.state }
    // It may have been undone just before.
    if Self.isUndone(model.state) { stepChanged() }
  }
}
