import COpenSwiftDataSQLite
import Foundation

/// How a connection waits for another process's lock: it sleeps, and looks again.
///
/// SQLite's own handler sleeps up to 100 ms between two looks (https://www.sqlite.org/c3ref/busy_timeout.html). Whoever
/// writes one transaction after the other would have to rest as long each time so that others find the lock free. A look
/// takes some microseconds, so that looking more often costs nobody anything.
package enum LockWaiting {
  /// How long one who waits sleeps between two looks, at most.
  package static let longestSleep = Duration.milliseconds(Int(sleeps[sleeps.count - 1]))
  /// The first times it is shorter: most locks are held for a moment.
  private static let sleeps: [Int32] = [1, 1, 2, 2, 4, 8]

  /// SQLite calls it with how often it has looked; 0 ends the waiting (https://www.sqlite.org/c3ref/busy_handler.html).
  ///
  /// The context is no pointer, but for how many milliseconds it waits in all.
  static let handler: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { limit, count in
    let last = Int32(sleeps.count - 1)
    let sleep = sleeps[Int(min(count, last))]
    let waited = sleeps.prefix(Int(min(count, last))).reduce(0, +) + max(0, count - last) * sleeps[Int(last)]
    guard Int(waited + sleep) <= Int(bitPattern: limit) else { return 0 }
    sqlite3_sleep(sleep)
    return 1
  }
}
