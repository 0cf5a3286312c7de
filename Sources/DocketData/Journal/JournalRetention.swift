import Foundation
import SwiftData

/// How much of the journal is kept.
public enum JournalRetention {
  /// How many of the newest steps can be undone.
  public static let steps = 1_000
  /// How many bytes the values of all steps may take; beyond that the oldest are let go of, but never the newest.
  public static let bytes = 64 << 20
  /// How many of the newest steps stay in the log.
  public static let lines = 10_000

  /// After how many steps it is looked whether some are too old.
  private static let interval = 64
  /// From which size on a step is looked at at once.
  private static let largeStep = 1 << 20

  /// Lets go of what is too old, now and then.
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
