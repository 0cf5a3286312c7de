import Dispatch
import DocketLocking
import Foundation
import SwiftData

/// Work in one transaction that ^C cancels, so that nothing of it is stored.
///
/// Nothing is stored before the end of the work, so until then ^C ends the process at once, even if the work waits for
/// input. From then on ^C cancels the work, which may be too late. Another ^C ends the process without a word.
final class InterruptibleWork: Sendable {
  private struct State {
    /// Nil if ^C is not watched.
    var source: (any DispatchSourceSignal)?
    var isEnding = false
    var isCancelled = false
  }

  private let state = Lock(State())
  private let progress = WorkProgress()
  private let announce: @Sendable () -> Void

  /// - Parameter announce: says that the work was cancelled, before the process ends.
  init(announce: @escaping @Sendable () -> Void) { self.announce = announce }

  /// Does the work; ends the process if it was cancelled.
  func run<Result>(_ work: () async throws -> Result) async throws -> Result {
    watch()
    defer { stopWatching() }
    do {
      return try await WorkProgress.$current.withValue(progress, operation: work)
    } catch is CancellationError where state.withLock(\.isCancelled) {
      announce()
      InterruptWatch.endProcess()
    }
  }

  /// Tells that all was read, and that the transaction is about to end.
  func willEnd() { state.withLock { $0.isEnding = true } }

  private func watch() {
    guard !InterruptWatch.isIgnored else { return }
    // The source gets the signal; without this it would end the process as well.
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [self] in interrupt() }
    source.resume()
    state.withLock { $0.source = source }
  }

  private func interrupt() {
    state.withLock { state in
      if state.isCancelled { InterruptWatch.endProcess() }
      state.isCancelled = true
      if !state.isEnding {
        // The lock is held until the process has ended, so the work can't begin to end meanwhile.
        announce()
        InterruptWatch.endProcess()
      }
    }
    progress.cancel()
  }

  private func stopWatching() {
    state.withLock { state in
      guard let source = state.source else { return }
      source.cancel()
      state.source = nil
      signal(SIGINT, SIG_DFL)
    }
  }
}
