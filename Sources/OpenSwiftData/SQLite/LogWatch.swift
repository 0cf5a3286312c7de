import COpenSwiftDataSQLite
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Calls back when any process writes the write-ahead log of a store.
///
/// The log itself is watched for writes, and its directory for the creation of the log, which is deleted and created
/// again over time. Changes of other files in the directory are ignored.
///
/// Source: https://man7.org/linux/man-pages/man7/inotify.7.html
final class LogWatch {
  /// The write end of a pipe: the thread ends when it is closed.
  private let writeEnd: Int32

  /// Starts to watch the log of a store's file; nil if the process or the kernel has no descriptors or watches left.
  ///
  /// - Parameters:
  ///   - ownWrites: the transactions of this process, of which is told with a delay.
  ///   - queue: the queue on which `wakeUp` is called.
  ///   - wakeUp: called once for all writes since the last call.
  init?(store: URL, ownWrites: OwnWrites, queue: DispatchQueue, wakeUp: @escaping @Sendable () -> Void) {
    // SQLite keeps the log beside the file itself, not beside a link to it.
    let store = store.resolvingSymlinksInPath()
    let watch = WatchedLog(directory: store.deletingLastPathComponent().path, name: store.lastPathComponent + "-wal")
    guard let watch else { return nil }
    var pipe: [Int32] = [-1, -1]
    guard pipe2(&pipe, O_CLOEXEC) == 0 else {
      watch.close()
      return nil
    }
    writeEnd = pipe[1]
    let loop = LogWatchLoop(log: watch, end: pipe[0], ownWrites: ownWrites) { queue.async(execute: wakeUp) }
    let thread = Thread { loop.run() }
    thread.name = "OpenSwiftData.LogWatch"
    thread.stackSize = 256 * 1_024
    thread.start()
  }

  deinit { close(writeEnd) }
}

/// The transactions that this process is writing to a store.
final class OwnWrites: Sendable {
  private let count = Atomic(0)

  var isWriting: Bool { count.load(ordering: .relaxed) > 0 }

  /// Runs a transaction.
  func run<Result>(_ transaction: () throws -> Result) rethrows -> Result {
    count.wrappingAdd(1, ordering: .relaxed)
    defer { count.wrappingSubtract(1, ordering: .relaxed) }
    return try transaction()
  }
}

/// Waits for writes on a thread of its own.
///
/// A dispatch source would wake two threads for each write, of ours too, which run on the processor of the writer if there
/// is no other.
private struct LogWatchLoop: Sendable {
  let log: WatchedLog
  /// Readable once nobody wants to know of writes any more.
  let end: Int32
  let ownWrites: OwnWrites
  let wakeUp: @Sendable () -> Void

  /// How long no event is looked at after one, in milliseconds.
  ///
  /// A large transaction writes the log thousands of times, and waking up for each would slow the writer down. While
  /// events keep coming the pauses get longer. After the first event of our own transaction the pause is the longest one:
  /// to look for others' commits at its end would take the processor from what shows it.
  private static let shortestPause: Int32 = 1
  private static let longestPause: Int32 = 8

  func run() {
    yieldToOthers()
    var pause = Self.shortestPause
    var latestEvent = DispatchTime.now()
    while wait(for: log.descriptor, atMost: -1) {
      let isOurs = ownWrites.isWriting
      let isWritten = log.drainEvents()
      if isWritten, !isOurs { wakeUp() }
      let now = DispatchTime.now()
      let isStream = now < latestEvent + .milliseconds(2 * Int(pause))
      pause = isOurs ? Self.longestPause : isStream ? min(2 * pause, Self.longestPause) : Self.shortestPause
      latestEvent = now
      guard wait(for: -1, atMost: pause) else { break }
      // Others may have written as well.
      if isWritten, isOurs { wakeUp() }
    }
    log.close()
    close(end)
  }

  /// Has the kernel let a running thread go on when this one wakes up (https://man7.org/linux/man-pages/man7/sched.7.html).
  private func yieldToOthers() {
    var parameters = sched_param()
    sched_setscheduler(0, SCHED_BATCH, &parameters)
  }

  /// Waits until a descriptor is readable, or for a time in milliseconds.
  ///
  /// - Returns: false at the end.
  private func wait(for descriptor: Int32, atMost time: Int32) -> Bool {
    // A negative descriptor is left out.
    var wanted = [
      pollfd(fd: end, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&wanted, nfds_t(wanted.count), time) < 0 {
      guard errno == EINTR else { return false }
    }
    return wanted[0].revents == 0
  }
}

/// The log of a store, as inotify watches it.
private struct WatchedLog: Sendable {
  let descriptor: Int32
  private let directory: String
  private let name: String

  /// Nil if the kernel has no watches left.
  init?(directory: String, name: String) {
    self.directory = directory
    self.name = name
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, directory, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0 else {
      close()
      return nil
    }
    watchLog()
  }

  func close() { Glibc.close(descriptor) }

  /// Fails silently while there is no log; it is watched as soon as it is created.
  private func watchLog() { inotify_add_watch(descriptor, "\(directory)/\(name)", UInt32(IN_MODIFY)) }

  /// Reads the pending events, and returns whether one of them is about the log.
  func drainEvents() -> Bool {
    var names: Set<String> = []
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        names.formUnion(Self.names(in: buffer[..<count]))
      }
    }
    // An event without a name is about the log, or reports that events were lost.
    let isCreated = names.contains(name)
    if isCreated { watchLog() }
    return isCreated || names.contains("")
  }

  /// The file names of the events: each event is a header of 16 bytes, whose last four are the length of the name.
  private static func names(in bytes: Slice<UnsafeMutableRawBufferPointer>) -> [String] {
    var names: [String] = []
    var offset = bytes.startIndex
    while offset + 16 <= bytes.endIndex {
      let length = Int(bytes.base.load(fromByteOffset: offset + 12, as: UInt32.self))
      let name = bytes[(offset + 16)..<min(offset + 16 + length, bytes.endIndex)].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      offset += 16 + length
    }
    return names
  }
}
