import DocketData
import DocketLocking
import Foundation

/// One line on standard error that shows progress; only on a terminal.
final class ProgressLine: Sendable {
  private struct State {
    var next: ContinuousClock.Instant
    var width = 0
    var isOver = false
  }

  private static let interval = Duration.milliseconds(100)

  private let state: Lock<State>

  /// - Parameter delay: how long nothing is shown; what takes no longer needs no line.
  /// - Returns: nil if standard error is not a terminal.
  init?(delay: Duration = interval) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    state = Lock(State(next: .now + delay))
  }

  var isShown: Bool { state.withLock { $0.width > 0 } }

  /// Shows a text, at most a few times a second, cut to the width of the terminal.
  ///
  /// - Parameter isLast: whether nothing follows for long, so that this text has to be seen if any was.
  func show(isLast: Bool = false, _ text: () -> String) {
    state.withLock { state in
      let now = ContinuousClock.now
      guard !state.isOver, now >= state.next || isLast && state.width > 0 else { return }
      state.next = now + Self.interval
      Self.replace(&state, with: String(text().prefix(Self.columns - 1)))
    }
  }

  func clear() {
    state.withLock { state in
      if state.width > 0 { Self.replace(&state, with: "") }
      state.isOver = true
    }
  }

  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
  }

  private static func replace(_ state: inout State, with text: String) {
    let padding = String(repeating: " ", count: max(0, state.width - text.count))
    StandardStreams.report("\r\(text)\(padding)" + (text.isEmpty ? "\r" : ""))
    state.width = text.count
  }
}

struct Rate: CustomStringConvertible {
  private let count: Int

  init(_ count: Int, since begin: ContinuousClock.Instant) {
    let seconds = begin.duration(to: .now) / .seconds(1)
    self.count = Int(Double(count) / max(seconds, 0.001))
  }

  var description: String { "\(count.grouped) a second" }

  /// The rate with a noun, whose plural ends in s.
  func of(_ noun: String) -> String { "\(count.grouped) \(noun)s a second" }
}
