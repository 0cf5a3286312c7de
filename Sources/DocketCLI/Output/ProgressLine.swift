import DataProvider
import Foundation
import Locking

/// One line on standard error that says how far an import or export is; only on a terminal.
final class ProgressLine: Sendable {
  private struct State {
    var shown = ContinuousClock.now
    var width = 0
  }

  private static let pause = Duration.milliseconds(100)

  private let verb: String
  private let size: Int?
  private let begin = ContinuousClock.now
  private let state = Lock(State())

  /// - Parameters:
  ///   - verb: what is done: "importing".
  ///   - size: how many bytes there are, if that is known.
  /// - Returns: nil if standard error is no terminal.
  init?(_ verb: String, size: Int?) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    self.verb = verb
    self.size = size
  }

  /// Shows how far it is, a few times a second.
  func show(_ progress: InterchangeProgress) {
    state.withLock { state in
      let now = ContinuousClock.now
      guard state.shown.duration(to: now) >= Self.pause else { return }
      state.shown = now
      Self.replace(&state, with: text(progress, after: begin.duration(to: now) / .seconds(1)))
    }
  }

  /// Takes the line away.
  func clear() { state.withLock { Self.replace(&$0, with: "") } }

  private func text(_ progress: InterchangeProgress, after seconds: Double) -> String {
    let rate = Int(Double(progress.items) / max(seconds, 0.001))
    let share = size.map { " (\($0 == 0 ? 100 : progress.bytes * 100 / $0) %)" } ?? ""
    return "\(verb): \(Quantity(progress.items, "item"))\(share), \(rate) a second"
  }

  private static func replace(_ state: inout State, with text: String) {
    let padding = String(repeating: " ", count: max(0, state.width - text.count))
    StandardStreams.report("\r\(text)\(padding)" + (text.isEmpty ? "\r" : ""))
    state.width = text.count
  }
}
