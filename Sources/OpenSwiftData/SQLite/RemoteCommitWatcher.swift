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
  private let source: any DispatchSourceRead
  private let descriptor: Int32
  private let fileName: String
  private let connection: Connection
  private let history: HistoryLog
  private let hub: ChangeHub
  private var token: Int64
  private var dataVersion: Int64 = 0
  private var lastWrite = 0

  /// When to look again after a write, in milliseconds after the look before; every further write begins anew.
  ///
  /// A writer appends to the log, which wakes us, then syncs, and only then makes the commit visible, which does not. A
  /// slow disk may need seconds for the sync.
  private static let furtherLooks = [20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120]

  /// Starts watching; nil for stores in memory, which no other process can reach.
  static func start(
    location: StoreLocation, pool: ConnectionPool, history: HistoryLog, hub: ChangeHub
  ) throws -> RemoteCommitWatcher? {
    guard case .file(let url) = location else { return nil }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // The directory, because the log file comes and goes.
    let events = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
    guard inotify_add_watch(descriptor, url.deletingLastPathComponent().path, events) >= 0 else {
      close(descriptor)
      return nil
    }
    return try RemoteCommitWatcher(
      descriptor: descriptor, fileName: url.lastPathComponent, connection: pool.lease(), history: history, hub: hub)
  }

  private init(
    descriptor: Int32, fileName: String, connection: Connection, history: HistoryLog, hub: ChangeHub
  ) throws {
    self.descriptor = descriptor
    self.fileName = fileName
    self.connection = connection
    self.history = history
    self.hub = hub
    token = try history.latestToken(on: connection)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.wakeUp() }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  private func wakeUp() {
    guard drainEvents() else { return }
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
  private func drainEvents() -> Bool {
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

  /// Announces what others committed since the last look; a store that can't be read now is looked at with the next
  /// commit.
  private func look() {
    guard let version = try? connection.integer("PRAGMA data_version"), version != dataVersion else { return }
    guard let reading = try? history.changes(after: token, skippingOwn: true, on: connection) else { return }
    (token, dataVersion) = (reading.token, version)
    hub.publish(reading.changes)
  }
}
