import DocketLocking

@testable import OpenSwiftData

/// Counts how often observers were told.
final class Fired: Sendable {
  private let state = Lock(0)

  var count: Int { state.withLock { $0 } }

  func note() { state.withLock { $0 += 1 } }
}
