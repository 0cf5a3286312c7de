import Foundation
import Synchronization

/// Catches one ^C instead of ending the program; a second one ends it.
///
/// Source: https://man7.org/linux/man-pages/man2/sigaction.2.html
struct InterruptWatch {
  /// Set by the signal handler.
  private static let isPressed = Atomic(false)

  private let before: sigaction

  /// Starts to watch; only one watch at a time.
  ///
  /// - Returns: nil if the program was started so that ^C does nothing.
  init?() {
    Self.isPressed.store(false, ordering: .relaxed)
    var (action, before) = (sigaction(), sigaction())
    sigaction(SIGINT, nil, &before)
    guard !Self.isIgnored(before) else { return nil }
    action.__sigaction_handler.sa_handler = { _ in InterruptWatch.isPressed.store(true, ordering: .relaxed) }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
    sigaction(SIGINT, &action, nil)
    self.before = before
  }

  /// Whether the program was started so that ^C does nothing.
  static var isIgnored: Bool {
    var now = sigaction()
    sigaction(SIGINT, nil, &now)
    return isIgnored(now)
  }

  /// Sound: both are pointers to functions, and only their addresses are compared; Swift has no other way.
  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  var isInterrupted: Bool { Self.isPressed.load(ordering: .relaxed) }

  /// Restores what ^C did before.
  func end() {
    var before = before
    sigaction(SIGINT, &before, nil)
  }

  /// Ends the process as ^C does, so that a shell that runs it stops too.
  static func endProcess() -> Never {
    signal(SIGINT, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    // Dispatch blocks the signal in its threads.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGINT)
    exit(128 + SIGINT)
  }
}
