import DocketLocking
import Foundation

/// One line on standard error that says how far something is; only on a terminal.
final class ProgressLine: Sendable {
  private struct State {
    var next: ContinuousClock.Instant
    var width = 0
    var isOver = false
  }

  private static let pause = Duration.milliseconds(100)

  private let state: Lock<State>

  /// - Parameter patience: what takes no longer needs no words.
  /// - Returns: nil if standard error is no terminal.
  init?(patience: Duration = pause) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    state = Lock(State(next: .now + patience))
  }

  /// Whether it has something to say.
  var isShown: Bool { state.withLock { $0.width > 0 } }

  /// Shows a text, a few times a second; what is no longer than the terminal is wide stays in one line.
  func show(_ text: () -> String) {
    state.withLock { state in
      let now = ContinuousClock.now
      guard !state.isOver, now >= state.next else { return }
      state.next = now + Self.pause
      Self.replace(&state, with: String(text().prefix(Self.columns - 1)))
    }
  }

  /// Takes the line away; nothing is shown any more.
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
