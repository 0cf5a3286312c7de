import Foundation
import SwiftData

extension DataHandler {
  /// What was done last, and by whom.
  ///
  /// - Parameter limit: the largest number of steps, nil for all that are kept.
  /// - Returns: the newest step first.
  /// - Throws: `StoreError` if the store can't be read.
  public func log(limit: Int? = nil) throws -> [LoggedStep] {
    var descriptor = FetchDescriptor<JournalStep>(sortBy: [SortDescriptor(\.number, order: .reverse)])
    descriptor.propertiesToFetch = [
      \.author, \.date, \.words, \.rowCount, \.state, \.lastTurnedBy, \.lastTurnedAt,
    ]
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor).map(LoggedStep.init)
  }
}
