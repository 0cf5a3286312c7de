import Dispatch
import Foundation
import Synchronization
import Testing

@testable import OpenSwiftData

@Suite("Writes of the log are noticed, whoever writes")
struct LogWatchTests {
  private final class Calls: Sendable {
    private let count = Mutex(0)
    private let change = DispatchSemaphore(value: 0)

    func add() {
      count.withLock { $0 += 1 }
      change.signal()
    }

    /// Waits for a call.
    func wait() -> Bool { change.wait(timeout: .now() + .seconds(60)) == .success }
  }

  private let directory = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())")
  private let calls = Calls()

  private var log: URL { directory.appending(path: "a.sqlite-wal") }

  private func makeWatch(_ ownWrites: OwnWrites) throws -> LogWatch {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let queue = DispatchQueue(label: "LogWatchTests")
    let watch = LogWatch(store: directory.appending(path: "a.sqlite"), ownWrites: ownWrites, queue: queue) { [calls] in
      calls.add()
    }
    return try #require(watch)
  }

  private func append() throws {
    let handle = try FileHandle(forWritingTo: log)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("page".utf8))
    try handle.close()
  }

  @Test func alsoWhenTheLogIsMadeLater() throws {
    let watch = try makeWatch(OwnWrites())
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data().write(to: log)
    #expect(calls.wait())
    try append()
    #expect(calls.wait())
    withExtendedLifetime(watch) {}
  }

  /// Another process may write while a transaction of ours waits for its turn.
  @Test func alsoDuringATransactionOfThisProcess() throws {
    let ownWrites = OwnWrites()
    let watch = try makeWatch(ownWrites)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data().write(to: log)
    #expect(calls.wait())
    try ownWrites.run {
      #expect(ownWrites.isWriting)
      try append()
      #expect(calls.wait())
    }
    #expect(!ownWrites.isWriting)
    withExtendedLifetime(watch) {}
  }
}
