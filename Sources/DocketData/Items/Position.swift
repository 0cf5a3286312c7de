import DocketLocking
import Foundation

/// Positions among saved filters, and among items before they had order keys: ascending numbers.
public enum Position {
  private static let last = Lock(0.0)

  /// A position after all that this function returned before: the seconds since 2001, or a little more.
  public static func atTheEnd() -> Double {
    last.withLock { last in
      last = max(last + 1.0 / 1024, Date().timeIntervalSinceReferenceDate.rounded(.down))
      return last
    }
  }
}
