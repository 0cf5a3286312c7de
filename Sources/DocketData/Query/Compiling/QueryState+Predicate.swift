import Foundation
import SwiftData

extension QueryState {
  /// The state as a predicate.
  func predicate(_ reference: DateReference) -> Predicate<Item> {
    let now = reference.now
    let (today, tomorrow) = (reference.today, reference.day(1))
    switch self {
    case .open: return #Predicate { $0.completedAt == nil }
    case .done: return #Predicate { $0.completedAt != nil }
    case .overdue: return #Predicate { $0.completedAt == nil && $0.deadline < now }
    case .today: return #Predicate { $0.completedAt == nil && $0.deadline >= today && $0.deadline < tomorrow }
    case .recurring: return #Predicate { $0.recurrence != nil }
    }
  }
}
