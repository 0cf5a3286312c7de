import Testing

/// Tests in processes of their own, one at a time.
///
/// As long as such a process runs, Swift Testing waits for what it sends on a thread of Swift's pool, and for what it
/// prints on another one. The pool has as many threads as the machine has processors, and all tests share them.
@Suite("In a process of its own", .serialized)
enum ProcessTests {
  /// How long a process may run, in seconds, beyond whatever a busy machine needs.
  ///
  /// Then the system ends it.
  static let limit: UInt32 = 60
}
