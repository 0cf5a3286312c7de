import Dispatch
import DocketLocking
import Foundation
import SwiftData
import Synchronization

/// The progress of a migration while a store is opened, which ^C cancels.
///
/// Before the migration starts, ^C ends the program as usual. From then on it cancels the migration first, so that
/// nothing of it is left.
final class OpeningProgress: Sendable {
  private struct State {
    var part: WorkProgress.Part?
    var done = 0
    var begin = ContinuousClock.now
    var watch: InterruptWatch?
  }

  /// The delay before the line is shown, in seconds.
  private static let delay = 0.4

  /// Nil if standard error is not a terminal.
  private let line = ProgressLine(delay: .seconds(delay))
  private let state = Lock(State())

  /// Opens something, with a progress line if it takes long; ends the process after ^C.
  static func show<Opened>(while open: () throws -> Opened) throws -> Opened {
    let shown = OpeningProgress()
    shown.showWaiting()
    do {
      let opened = try WorkProgress.$current.withValue(WorkProgress { shown.show($0) }, operation: open)
      // It may have been too late to cancel the migration, but the program ends.
      if shown.end() { endProcess("the store is up to date; nothing else was done") }
      return opened
    } catch {
      guard shown.end(), error is CancellationError else { throw error }
      endProcess("the store was left as it was; it is updated when it is opened again")
    }
  }

  private static func endProcess(_ words: String) -> Never {
    StandardStreams.report("docket: \(words)\n")
    InterruptWatch.endProcess()
  }

  /// Shows that the store is locked, if nothing else is shown by then.
  private func showWaiting() {
    guard let line else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.delay) {
      if !line.isShown { line.show { "docket: waiting for the store (^C cancels)" } }
    }
  }

  private func show(_ progress: WorkProgress) {
    guard let part = progress.part else { return }
    let done = progress.done
    let (begin, isInterrupted) = state.withLock { state in
      if state.part == nil { state.watch = InterruptWatch() }
      // Several parts of one kind may follow each other.
      if state.part != part || state.done > done { state.begin = .now }
      (state.part, state.done) = (part, done)
      return (state.begin, state.watch?.isInterrupted == true)
    }
    if isInterrupted { progress.cancel() }
    line?.show { "docket: updating the store: \(Self.text(part, done, of: progress.total, since: begin)) (^C cancels)" }
  }

  private static func text(
    _ part: WorkProgress.Part, _ done: Int, of total: Int?, since begin: ContinuousClock.Instant
  ) -> String {
    let share = total.map { "\($0 > 0 ? done * 100 / $0 : 100) %, " } ?? ""
    let rate = Rate(done, since: begin)
    switch part {
    case .copying: return "keeping a copy, \(share)\(rate.of("page"))"
    case .converting: return "rows, \(share)\(rate)"
    case .filling: return "new values, \(share)\(rate)"
    case .indexing: return "indexes, \(done) of \(total ?? done)"
    case .indexingTexts: return "texts, \(share)\(rate)"
    }
  }

  /// Removes the line, and returns whether ^C was pressed.
  private func end() -> Bool {
    line?.clear()
    return state.withLock { state in
      state.watch?.end()
      return state.watch?.isInterrupted == true
    }
  }
}

/// Catches one ^C instead of ending the program; a second one ends it.
///
/// Source: https://man7.org/linux/man-pages/man2/sigaction.2.html
private struct InterruptWatch {
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
