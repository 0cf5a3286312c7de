import Foundation
import SwiftData

extension QueryDate {
  /// The predicate that a date lies within bounds; one that is not there does not.
  func predicate(_ bounds: (start: Date?, end: Date?)) -> Predicate<Item> {
    let (start, end) = (bounds.start ?? .distantPast, bounds.end ?? .distantFuture)
    switch self {
    case .due: return Self.due(start, bounds.end)
    case .created: return #Predicate { $0.createTimestamp >= start && $0.createTimestamp < end }
    case .updated: return #Predicate { $0.timestamp >= start && $0.timestamp < end }
    case .done: return Self.done(start, end)
    }
  }

  /// What is never due has a date too, that of `never`: it is no bound, as there are due dates after it.
  private static func due(_ start: Date, _ end: Date?) -> Predicate<Item> {
    let never = Date.distantFuture
    guard let end else { return #Predicate { $0.deadline >= start && $0.deadline != never } }
    guard end > never else { return #Predicate { $0.deadline >= start && $0.deadline < end } }
    return #Predicate { $0.deadline >= start && $0.deadline < end && $0.deadline != never }
  }

  private static func done(_ start: Date, _ end: Date) -> Predicate<Item> {
    return #Predicate { item in
      if let date = item.completedAt {
        return date >= start && date < end
      } else {
        return false
      }
    }
  }

  /// The predicate that a date is there, or not.
  func predicate(isThere: Bool) -> Predicate<Item> {
    let never = Date.distantFuture
    switch (self, isThere) {
    case (.due, true): return #Predicate { $0.deadline != never }
    case (.due, false): return #Predicate { $0.deadline == never }
    case (.done, true): return #Predicate { $0.completedAt != nil }
    case (.done, false): return #Predicate { $0.completedAt == nil }
    // Every item has these.
    case (.created, true), (.updated, true): return #Predicate { _ in true }
    case (.created, false), (.updated, false): return #Predicate { _ in false }
    }
  }
}
