import Foundation
import Synchronization

/// Notes ^C for some time, instead of ending the program; the second one ends it all the same.
///
/// Source: https://man7.org/linux/man-pages/man2/sigaction.2.html
struct InterruptWatch {
  /// What the handler of the signal may touch.
  private static let isPressed = Atomic(false)

  private let before: sigaction

  /// Begins to watch; one watch at a time.
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

  /// Sound: both are pointers to functions, of which only the addresses are compared; Swift has no other way to.
  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether there was a ^C since it began.
  var isInterrupted: Bool { Self.isPressed.load(ordering: .relaxed) }

  /// From now on ^C does what it did before.
  func end() {
    var before = before
    sigaction(SIGINT, &before, nil)
  }

  /// Ends the process as ^C does, so that a shell sees why and ends what it runs.
  static func endProcess() -> Never {
    signal(SIGINT, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    // The threads of Dispatch begin with it blocked.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGINT)
    exit(128 + SIGINT)
  }
}
