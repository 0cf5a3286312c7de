import DocketData
import Foundation

/// The moment that queries and numbers are relative to.
///
/// It is kept for its minute: what is asked for again, such as the list before a search, is the same question then, and
/// is counted already.
@MainActor
final class QueryMoment {
  private var reference: DateReference?

  nonisolated init() {}

  /// The moment of a minute.
  func reference(at now: Date) -> DateReference {
    if let reference, reference.isInMinute(of: now) { return reference }
    return renew(at: now)
  }

  /// Takes a later moment within the minute: an item became overdue, or was given a date that may be this moment.
  @discardableResult
  func renew(at now: Date) -> DateReference {
    let reference = DateReference(now: now)
    self.reference = reference
    return reference
  }
}
