import Dispatch
import Foundation

/// Tells of ^C for some time, instead of ending the program.
// Sound as `@unchecked Sendable`: the source is constant, and Dispatch lets any thread use it.
final class InterruptWatch: @unchecked Sendable {
  private let source: any DispatchSourceSignal

  /// - Parameter body: is called in the background.
  /// - Returns: nil if the program was started so that ^C does nothing.
  init?(_ body: @escaping @Sendable () -> Void) {
    let before = signal(SIGINT, SIG_IGN)
    guard unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { return nil }
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler(handler: body)
    source.resume()
  }

  /// From now on ^C ends the program again.
  func end() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }

  /// Ends the process as ^C does, so that a shell sees why.
  static func endProcess() -> Never {
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
    // It is blocked; the usual status for it.
    exit(128 + SIGINT)
  }
}
