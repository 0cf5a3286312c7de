import Foundation
import SwiftData

extension QueryComparison {
  /// A comparison with a priority as a predicate.
  func predicate(_ priority: Priority) -> Predicate<Item> {
    switch self {
    case .equal: return #Predicate { $0.priority == priority }
    case .less: return #Predicate { $0.priority < priority }
    case .atMost: return #Predicate { $0.priority <= priority }
    case .greater: return #Predicate { $0.priority > priority }
    case .atLeast: return #Predicate { $0.priority >= priority }
    }
  }

  /// The moments that compare so with a span: from the first one on, and before the second.
  func bounds(of span: DateSpan) -> (start: Date?, end: Date?) {
    switch self {
    case .equal: (span.start, span.end)
    case .less: (nil, span.start)
    case .atMost: (nil, span.end)
    case .greater: (span.end, nil)
    case .atLeast: (span.start, nil)
    }
  }
}
