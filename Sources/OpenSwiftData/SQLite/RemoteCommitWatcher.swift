import CSQLite
import Dispatch
import Foundation

/// Notices commits of other processes without polling, and announces what they changed.
///
/// The kernel says when the write-ahead log is written (https://man7.org/linux/man-pages/man7/inotify.7.html), `PRAGMA
/// data_version` whether another connection committed (https://www.sqlite.org/pragma.html#pragma_data_version), and the
/// history what. Everything happens on one serial queue; while nobody writes, nothing runs.
// Sound as `@unchecked Sendable`: the mutable state is only touched on `queue`.
final class RemoteCommitWatcher: @unchecked Sendable {
  private let queue = DispatchQueue(label: "OpenSwiftData.RemoteCommitWatcher", qos: .userInitiated)
  private let directory: String
  private let fileName: String
  private let connection: Connection
  private let history: HistoryLog
  private let announce: @Sendable (HistoryLog.Reading) -> Void
  private var source: (any DispatchSourceRead)?
  private var token: Int64
  private var dataVersion: Int64 = 0
  private var lastWrite = 0

  /// When to look again after a write, in milliseconds after the look before; every further write begins anew.
  ///
  /// A writer appends to the log, which wakes us, then syncs, and only then makes the commit visible, which does not. A
  /// slow disk may need seconds for the sync.
  private static let furtherLooks = [20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120]

  /// - Parameters:
  ///   - connection: kept, and used on the watcher's queue only.
  ///   - token: up to where the history is known already.
  ///   - announce: called with what others committed, on the watcher's queue.
  init(
    file: URL, connection: Connection, history: HistoryLog, token: Int64,
    announce: @escaping @Sendable (HistoryLog.Reading) -> Void
  ) {
    directory = file.deletingLastPathComponent().path
    fileName = file.lastPathComponent
    self.connection = connection
    self.history = history
    self.announce = announce
    self.token = token
  }

  deinit { source?.cancel() }

  /// Begins to watch, in the background: adding a watch can take the kernel some milliseconds.
  func start() {
    queue.async { [weak self] in
      self?.watchDirectory()
      // What was committed before the watch was in place, or is being committed.
      self?.lookRepeatedly()
    }
  }

  /// Watches the directory rather than the log, which comes and goes.
  private func watchDirectory() {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    let events = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
    guard inotify_add_watch(descriptor, directory, events) >= 0 else {
      close(descriptor)
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.wakeUp(descriptor) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  private func wakeUp(_ descriptor: Int32) {
    if drainEvents(descriptor) { lookRepeatedly() }
  }

  private func lookRepeatedly() {
    lastWrite += 1
    look()
    lookAgain(after: Self.furtherLooks[...], write: lastWrite)
  }

  private func lookAgain(after delays: ArraySlice<Int>, write: Int) {
    guard let delay = delays.first else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      guard let self, lastWrite == write else { return }
      look()
      lookAgain(after: delays.dropFirst(), write: write)
    }
  }

  /// Reads the waiting events.
  ///
  /// - Returns: whether one of them is about the store.
  private func drainEvents(_ descriptor: Int32) -> Bool {
    var isOurs = false
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        // An event without a name says that events were lost.
        isOurs = names(in: buffer[..<count]).contains { $0.isEmpty || $0.hasPrefix(fileName) } || isOurs
      }
    }
    return isOurs
  }

  /// The file names of the events: each is a header of 16 bytes, whose last four say how long the name after it is.
  private func names(in bytes: Slice<UnsafeMutableRawBufferPointer>) -> [String] {
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

  /// Announces what others committed since the last look; a store that can't be read now is looked at again, with the
  /// further looks after a write and with the next commit.
  private func look() {
    guard let version = try? connection.integer("PRAGMA data_version"), version != dataVersion else { return }
    guard let reading = try? history.changes(after: token, skippingOwn: true, on: connection) else { return }
    (token, dataVersion) = (reading.token, version)
    if !reading.changes.isEmpty { announce(reading) }
  }
}
