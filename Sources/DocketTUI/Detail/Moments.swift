import DocketConfiguration
import DocketData
import Foundation

/// Says in words when something was or will be, seen from a moment.
///
/// It does not tick: what was drawn stays until something else happens.
struct Moments: Hashable, Sendable {
  private let now: Date
  private let words: DateWords

  init(now: Date, style: DateStyle = .relative) {
    // Words have no parts of seconds, so what is drawn within one stays the same.
    self.now = Date(timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded(.down))
    words = DateWords(now: self.now, style: style)
  }

  /// "12 s ago", "3 h ago", "3 d ago"; the date if it is longer ago, or to come.
  func ago(_ date: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    // A clock elsewhere may be a little ahead.
    guard words.style == .relative, (-2..<30 * 86_400).contains(seconds) else { return words.past(date)[0] }
    let distance = Int(seconds)
    return switch distance {
    case ..<2: "now"
    case ..<60: "\(distance) s ago"
    case ..<3_600: "\(distance / 60) min ago"
    case ..<86_400: "\(distance / 3_600) h ago"
    default: "\(distance / 86_400) d ago"
    }
  }

  /// "due today 17:00", "overdue since Fri 20 Nov 12:00".
  func due(_ due: Due) -> String {
    isPast(due) ? "overdue since " + words.exact(due) : "due " + words.due(due)[0]
  }

  /// "due today 17:00", of what is done and is overdue no more.
  func wasDue(_ due: Due) -> String { "due " + (isPast(due) ? words.exact(due) : words.due(due)[0]) }

  /// Whether a day is over, or a moment has passed.
  func isPast(_ due: Due) -> Bool { words.isPast(due) }
}
