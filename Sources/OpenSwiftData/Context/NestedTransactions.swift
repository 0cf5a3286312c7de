/// The transactions of a context that run, one inside of the other.
struct NestedTransactions {
  /// What has to happen at the end of one.
  enum End {
    /// The one around it decides; the failure is the inner one's own.
    case inner((any Error)?)
    /// Save, or roll back if something failed in any of them.
    case outermost((any Error)?)
  }

  private var depth = 0
  private var ownFailure: (any Error)?
  private var failure: (any Error)?

  var isRunning: Bool { depth > 0 }

  mutating func begin() { depth += 1 }

  /// The block of the innermost one threw.
  mutating func fail(_ error: any Error) {
    ownFailure = error
    failure = failure ?? error
  }

  /// Ends the innermost one.
  mutating func end() -> End {
    depth -= 1
    defer { ownFailure = nil }
    guard depth == 0 else { return .inner(ownFailure) }
    defer { failure = nil }
    return .outermost(failure)
  }
}
