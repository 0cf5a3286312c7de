import DocketLocking
import Foundation

/// Ends a program that runs elsewhere.
public final class ProgramStop: Sendable {
  private let pipe = Pipe()

  /// Creates one that has not been used.
  public init() {}

  /// Ends the program, with all that it has started; at once if it has not begun.
  public func stop() { pipe?.closeWriting() }

  /// Ready once it is to end; nil if the system had no pipe.
  fileprivate var signal: Descriptor? { pipe?.reading }
}

/// What a program printed, on both of its outputs, up to a limit.
public final class ProgramOutput: Sendable {
  private static let limit = 1 << 16
  private let bytes = Lock(Data())

  /// Creates an empty one.
  public init() {}

  /// What has been printed so far.
  public var data: Data { bytes.withLock { $0 } }

  fileprivate func append(_ more: some Sequence<UInt8>) {
    bytes.withLock { $0.append(contentsOf: more.prefix(max(0, Self.limit - $0.count))) }
  }
}

/// Reads what a program prints until it ends, and ends it when it is late, or is to stop.
struct ProgramWatch {
  /// How long a program may take to end after it was asked to.
  private static let grace = Duration.seconds(1)

  /// Why it was ended; nil if it has ended by itself.
  private(set) var reason: ProgramEnding?

  private let child: pid_t
  private let output: Descriptor
  private let timeout: Duration?
  private let stop: ProgramStop?
  private var polled: [pollfd]
  private var deadline: ContinuousClock.Instant?
  /// What it is sent next, from the end.
  private var signals = [SIGKILL, SIGTERM]
  private var first: FirstLine

  /// - Parameters:
  ///   - child: the number of the program, which leads a group.
  ///   - output: what it prints.
  ///   - ending: ready once it has ended.
  ///   - all: gets all that it prints; nil to keep the first line only.
  init(
    _ child: pid_t, output: Descriptor, ending: Descriptor, _ timeout: Duration?, _ stop: ProgramStop?,
    all: ProgramOutput? = nil
  ) {
    (self.child, self.output, self.timeout, self.stop) = (child, output, timeout, stop)
    first = FirstLine(all: all)
    deadline = timeout.map { ContinuousClock.now + $0 }
    // Negative descriptors are ignored (https://man7.org/linux/man-pages/man2/poll.2.html).
    polled = [output.number, ending.number, stop?.signal?.number ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: the first line that it printed; empty without one.
  mutating func wait() -> String {
    repeat {
      let count = poll(&polled, nfds_t(polled.count), deadline.map(Self.milliseconds(until:)) ?? -1)
      if count == 0 { end(for: reason ?? timeout.map { .timedOut($0) } ?? .stopped) }
      guard count > 0 else { continue }
      if polled[0].revents != 0, !first.read(from: output) { polled[0].fd = -1 }
      if polled[2].revents != 0 {
        polled[2].fd = -1
        end(for: .stopped)
      }
    } while polled[1].revents == 0
    // Some of its group may have ignored what it was asked.
    if reason != nil { kill(-child, SIGKILL) }
    // What it has started may hold the other end open.
    output.stopBlocking()
    while polled[0].fd >= 0, first.read(from: output) {}
    return first.text
  }

  /// Asks the program to end, and ends it if it was asked already.
  private mutating func end(for reason: ProgramEnding) {
    guard let signal = signals.popLast() else { return }
    self.reason = self.reason ?? reason
    kill(-child, signal)
    deadline = signals.isEmpty ? nil : ContinuousClock.now + Self.grace
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
    return max(0, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
  }
}

/// The first line that a program prints, cut at a limit.
private struct FirstLine {
  private static let limit = 400
  private let all: ProgramOutput?
  private var bytes: [UInt8] = []

  init(all: ProgramOutput?) { self.all = all }

  /// Takes what is there.
  ///
  /// - Returns: whether there may be more.
  mutating func read(from descriptor: Descriptor) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(descriptor.number, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk.prefix(min(count, max(0, Self.limit - bytes.count)))
      all?.append(chunk.prefix(count))
    }
    return count > 0 || count < 0 && errno == EINTR
  }

  var text: String {
    let line = bytes.drop { $0 == UInt8(ascii: "\n") }.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }
}
