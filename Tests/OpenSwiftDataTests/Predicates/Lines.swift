import DocketLocking

@testable import OpenSwiftData

/// Lines that were logged.
final class Lines: Sendable {
  private let lines = Lock<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
