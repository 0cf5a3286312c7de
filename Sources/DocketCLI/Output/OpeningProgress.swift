import Dispatch
import Foundation
import Locking
import SwiftData

/// The line on standard error while a store is opened that has to be brought up to date first; only on a terminal.
///
/// Until something is done ^C ends the program as ever. From then on it ends the work, and then the program, so that
/// nothing of the work is left.
final class OpeningProgress: Sendable {
  private struct Part {
    let part: WorkProgress.Part
    var done = 0
    let begin = ContinuousClock.now
  }

  /// What takes no longer needs no words.
  private static let patience = Duration.milliseconds(400)

  private let line: ProgressLine
  private let part = Lock<Part?>(nil)
  private let interrupts = Lock<InterruptWatch?>(nil)

  private init?() {
    guard let line = ProgressLine(patience: Self.patience) else { return nil }
    self.line = line
  }

  /// Opens something, and says how far it is if it takes long; ends the process if the person wants that.
  ///
  /// - Throws: what the body throws; the line is gone then too.
  static func show<Opened>(while open: () throws -> Opened) throws -> Opened {
    guard let shown = OpeningProgress() else { return try open() }
    shown.sayIfItWaits()
    do {
      defer { shown.end() }
      return try WorkProgress.$current.withValue(WorkProgress { shown.show($0) }, operation: open)
    } catch is CancellationError {
      StandardStreams.report("docket: the store was left as it was; it is updated when it is opened again\n")
      InterruptWatch.endProcess()
    }
  }

  /// Another process may hold the lock, so that nothing is done yet.
  private func sayIfItWaits() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(400)) { [line] in
      if !line.isShown { line.show { "docket: waiting to update the store (^C cancels)" } }
    }
  }

  private func show(_ progress: WorkProgress) {
    guard let part = progress.part else { return }
    let begin = begin(of: part, progress)
    line.show { "docket: updating the store: \(Self.text(part, progress, since: begin)) (^C cancels)" }
  }

  private func begin(of part: WorkProgress.Part, _ progress: WorkProgress) -> ContinuousClock.Instant {
    let done = progress.done
    return self.part.withLock { current in
      if current == nil { interrupts.withLock { $0 = InterruptWatch { progress.cancel() } } }
      // Several parts of one kind may follow each other.
      var now = current.flatMap { $0.part == part && $0.done <= done ? $0 : nil } ?? Part(part: part)
      now.done = done
      current = now
      return now.begin
    }
  }

  private static func text(
    _ part: WorkProgress.Part, _ progress: WorkProgress, since begin: ContinuousClock.Instant
  ) -> String {
    let (done, total) = (progress.done, progress.total ?? 0)
    let share = "\(total > 0 ? done * 100 / total : 100) %"
    let shareAndRate = "\(share), \(Rate(done, since: begin))"
    switch part {
    case .copying: return "keeping a copy, \(share)"
    case .converting: return "rows, \(shareAndRate)"
    case .filling: return "new values, \(shareAndRate)"
    case .indexing: return "indexes, \(done) of \(total)"
    case .indexingTexts: return "texts, \(shareAndRate)"
    }
  }

  private func end() {
    line.clear()
    interrupts.withLock { watch in
      watch?.end()
      watch = nil
    }
  }
}
