import DocketLocking
import Foundation

/// Places in the manual order: numbers, so that there is room between any two.
public enum Position {
  /// A place in the shortest digits that mean the same number.
  static func text(_ position: Double) -> String {
    let text = "\(position)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static let last = Lock(0.0)

  /// A place after all that were made before in this process: the seconds since 2001, or a little more.
  ///
  /// It orders what is added by when it was added; whoever knows the items puts a new one after the last of them.
  public static func atTheEnd() -> Double {
    last.withLock { last in
      last = max(last + 1.0 / 1024, Date().timeIntervalSinceReferenceDate.rounded(.down))
      return last
    }
  }
}
