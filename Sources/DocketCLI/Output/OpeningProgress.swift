import Dispatch
import DocketLocking
import Foundation
import SwiftData

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
