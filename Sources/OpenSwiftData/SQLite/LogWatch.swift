import COpenSwiftDataSQLite
import Dispatch
import Foundation

/// Calls back when any process writes the write-ahead log of a store.
///
/// The log itself is watched for writes, and its directory for the creation of the log, which is deleted and created
/// again over time. Changes of other files in the directory are ignored.
///
/// Source: https://man7.org/linux/man-pages/man7/inotify.7.html
final class LogWatch {
  private let descriptor: Int32
  private let directory: String
  private let logName: String
  private let source: any DispatchSourceRead
  private let queue: DispatchQueue
  private var pause = shortestPause
  private var latestEvent = DispatchTime.now()

  /// How long no event is looked at after one, in milliseconds.
  ///
  /// A large transaction writes the log thousands of times, and waking up for each would slow the writer down. While
  /// events keep coming the pauses get longer.
  private static let shortestPause = 1
  private static let longestPause = 8

  /// Starts to watch the log of a store's file; nil if the kernel has no watches left.
  ///
  /// - Parameters:
  ///   - queue: the serial queue on which this is created and `wakeUp` is called.
  ///   - wakeUp: called once for all writes since the last call.
  init?(store: URL, queue: DispatchQueue, wakeUp: @escaping () -> Void) {
    // SQLite keeps the log beside the file itself, not beside a link to it.
    let store = store.resolvingSymlinksInPath()
    directory = store.deletingLastPathComponent().path
    logName = store.lastPathComponent + "-wal"
    self.queue = queue
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let descriptor = descriptor
    guard inotify_add_watch(descriptor, directory, UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [weak self] in
      guard let self else { return }
      if drainEvents() { wakeUp() }
      rest()
    }
    watchLog()
    source.activate()
  }

  deinit { source.cancel() }

  /// Looks at no event for a while; those of that time are one then.
  private func rest() {
    let now = DispatchTime.now()
    let isStream = now < latestEvent + .milliseconds(2 * pause)
    pause = isStream ? min(2 * pause, Self.longestPause) : Self.shortestPause
    latestEvent = now
    source.suspend()
    // Retained until it is resumed: a suspended source must not be released.
    let end = DispatchWorkItem { [source] in source.resume() }
    queue.asyncAfter(deadline: now + .milliseconds(pause), execute: end)
  }

  /// Fails silently while there is no log; it is watched as soon as it is created.
  private func watchLog() { inotify_add_watch(descriptor, "\(directory)/\(logName)", UInt32(IN_MODIFY)) }

  /// Reads the pending events, and returns whether one of them is about the log.
  private func drainEvents() -> Bool {
    var names: Set<String> = []
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        names.formUnion(Self.names(in: buffer[..<count]))
      }
    }
    // An event without a name is about the log, or reports that events were lost.
    let isCreated = names.contains(logName)
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
