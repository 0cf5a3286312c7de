import DocketLocking
import Foundation

/// The writes to stores that run in this process, so that one that would wait for itself is refused instead.
///
/// A write waits for the one before it. If that one runs on the same thread, as the block of an exclusive transaction
/// does that saves another context, neither would ever end; through another container of the same file it would end with
/// SQLite's timeout.
enum RunningWrites {
  /// What is written to.
  enum Target: Hashable {
    case file(OpenedFile.Number)
    case memory(ObjectIdentifier)
  }

  private struct Write: Hashable {
    let target: Target
    let thread: UInt
  }

  private static let running = Lock<Set<Write>>([])

  /// Runs a write to a store, and whatever it waits for before it.
  ///
  /// - Throws: what the body throws; `SwiftDataError.nestedWrite` if the calling thread is inside of a write to the same
  ///   store, and then the body does not run.
  static func run<Result>(on target: Target, _ body: () throws -> Result) throws -> Result {
    let write = Write(target: target, thread: UInt(pthread_self()))
    guard running.withLock({ $0.insert(write).inserted }) else { throw SwiftDataError.nestedWrite }
    defer { running.withLock { _ = $0.remove(write) } }
    return try body()
  }
}
