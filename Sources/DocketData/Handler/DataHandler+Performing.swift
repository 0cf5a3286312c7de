import Foundation
import SwiftData

extension DataHandler {
  /// Carries out one command: what the body changes is written in one transaction, together with its step of the
  /// journal.
  ///
  /// The store's write lock is held from the beginning, so what the body reads stays true until it is written.
  ///
  /// - Parameters:
  ///   - date: when the command was given; the items that it changes were updated then.
  ///   - body: makes the changes, tells the recorder of them, and answers with its words.
  /// - Throws: what the body throws, or `StoreError`; nothing is changed then.
  func perform<Result>(
    at date: Date = Date(), _ body: (JournalRecorder) throws -> (StepWords, Result)
  ) throws -> Result {
    try modelContext.exclusiveTransaction {
      let recorder = JournalRecorder(at: date)
      let (words, result) = try body(recorder)
      try WorkProgress.current?.checkCancellation()
      // New rows get their keys.
      if recorder.needsSaveFirst { try modelContext.save() }
      try write(recorder.changes(), words, date)
      // The last moment at which nothing of it is stored.
      try WorkProgress.current?.checkCancellation()
      return result
    }
  }

  private func write(_ changes: JournalChanges, _ words: StepWords, _ date: Date) throws {
    guard !changes.isEmpty else { return }
    try abandonUndoneSteps()
    let step = JournalStep(
      number: try lastStepNumber() + 1, author: author, date: date, words: words.text(changes),
      rowCount: changes.rowCount,
      changes: JournalCoder.encode(changes))
    modelContext.insert(step)
    try modelContext.save()
    try JournalRetention.prune(after: step, in: modelContext)
  }

  private func lastStepNumber() throws -> Int {
    var last = FetchDescriptor<JournalStep>(sortBy: [SortDescriptor(\.number, order: .reverse)])
    last.fetchLimit = 1
    last.propertiesToFetch = [\.number]
    return try modelContext.fetch(last).first?.number ?? 0
  }

  /// Who makes the handler's changes.
  var author: String { modelContext.author ?? "" }

  /// What was undone can't be redone on top of something else.
  private func abandonUndoneSteps() throws {
    let (undone, author) = (JournalState.undone, author)
    let steps = FetchDescriptor<JournalStep>(predicate: #Predicate { $0.state == undone && $0.author == author })
    for step in try modelContext.fetch(steps) { step.state = .abandoned }
  }
}
