import Dispatch
import Foundation
import Locking

/// A line on standard error while a store is opened that has to be converted first; only on a terminal.
enum OpeningNotice {
  private enum State {
    case waiting
    case shown
    case over
  }

  /// What takes no longer needs no words.
  private static let patience = DispatchTimeInterval.milliseconds(400)
  private static let text = "docket: bringing the store up to date, which happens once and may take a while…"

  /// Opens something, and says that it takes long if it does.
  ///
  /// - Throws: what the body throws; the line is gone then too.
  static func show<Opened>(while open: () throws -> Opened) rethrows -> Opened {
    guard isatty(STDERR_FILENO) == 1 else { return try open() }
    let state = Lock(State.waiting)
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
      state.withLock { state in
        guard case .waiting = state else { return }
        StandardStreams.report("\r\(text)")
        state = .shown
      }
    }
    defer {
      state.withLock { state in
        if case .shown = state { StandardStreams.report("\r\(String(repeating: " ", count: text.count))\r") }
        state = .over
      }
    }
    return try open()
  }
}
