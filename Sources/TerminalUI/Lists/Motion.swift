/// A movement through something that scrolls: a list, a menu, a text, a help screen.
public enum Motion: Hashable, Sendable {
  /// This many rows down, or up if negative.
  case rows(Int)
  /// This many pages down, or up if negative; adjacent pages share a row.
  case pages(Int)
  /// Half a page down this many times, or up if negative.
  case halfPages(Int)
  /// To the first row.
  case top
  /// To the last row.
  case bottom

  /// The motion of a key: arrows, PgUp, PgDn, Home and End; nil for all others, and with modifiers.
  public init?(_ key: Key) {
    guard key.modifiers.isEmpty, case .named(let name) = key.code else { return nil }
    switch name {
    case .up: self = .rows(-1)
    case .down: self = .rows(1)
    case .pageUp: self = .pages(-1)
    case .pageDown: self = .pages(1)
    case .home: self = .top
    case .end: self = .bottom
    default: return nil
    }
  }

  /// The motion of a key beside a text, which needs Home and End itself: arrows, `^p`, `^n`, PgUp and PgDn.
  public init?(besideText key: Key) {
    switch key {
    case Key(.up), "^p": self = .rows(-1)
    case Key(.down), "^n": self = .rows(1)
    case Key(.pageUp): self = .pages(-1)
    case Key(.pageDown): self = .pages(1)
    default: return nil
    }
  }

  /// The number of rows down, or up if negative; the ends are as far as numbers reach.
  ///
  /// - Parameter height: The number of visible rows.
  public func rowsDown(height: Int) -> Int {
    switch self {
    case .rows(let count): count
    case .pages(let count): count.multiplied(by: max(1, height - 1))
    case .halfPages(let count): count.multiplied(by: max(1, height / 2))
    case .top: .min
    case .bottom: .max
    }
  }
}

extension Int {
  /// The sum, or the nearest representable number.
  func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// The product with a positive number, or the nearest representable number.
  fileprivate func multiplied(by factor: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: factor)
    return overflows ? (self < 0 ? .min : .max) : product
  }
}
