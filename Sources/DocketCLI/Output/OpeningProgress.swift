import Dispatch
import DocketLocking
import Foundation
import SwiftData

/// What a person sees while a store is opened that has to be brought up to date first, and what ^C does then.
///
/// Until something is done ^C ends the program as ever. From then on it ends the work, and then the program, so that
/// nothing of the work is left.
final class OpeningProgress: Sendable {
  private struct State {
    var part: WorkProgress.Part?
    var done = 0
    var begin = ContinuousClock.now
    var watch: InterruptWatch?
  }

  /// What takes no longer needs no words, in seconds.
  private static let patience = 0.4

  /// Nil if there is no terminal to show it on.
  private let line = ProgressLine(patience: .seconds(patience))
  private let state = Lock(State())

  /// Opens something, and says how far it is if it takes long; ends the process if the person wants that.
  ///
  /// - Throws: what the body throws; the line is gone then too.
  static func show<Opened>(while open: () throws -> Opened) throws -> Opened {
    let shown = OpeningProgress()
    shown.sayIfItWaits()
    do {
      let opened = try WorkProgress.$current.withValue(WorkProgress { shown.show($0) }, operation: open)
      // It may have been too late for ending the work, but not for ending the program.
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

  /// Another process may hold the lock, so that nothing is done yet.
  private func sayIfItWaits() {
    guard let line else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) {
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

  /// - Returns: whether the person wants the program to end.
  private func end() -> Bool {
    line?.clear()
    return state.withLock { state in
      state.watch?.end()
      return state.watch?.isInterrupted == true
    }
  }
}
