import Glibc

/// Runs the program that has the terminal, one at a time, and ends it when the application must end.
@MainActor
final class ChildRunner {
  /// How long a program may take to end after a signal that also ends us.
  private static let timeout = Duration.milliseconds(500)

  private let launcher: any ChildLauncher
  private let clock: any EventClock
  private var child: (any RunningChild)?
  /// Why the application must end as soon as the program has ended.
  private var reasonToLeave: ExitReason?

  init(launcher: any ChildLauncher, clock: any EventClock) {
    self.launcher = launcher
    self.clock = clock
  }

  /// Whether a program has the terminal.
  var isRunning: Bool { child != nil }

  /// Starts a program and waits for its end.
  func run(_ program: ChildProgram) async throws(ChildError) -> ChildEnding {
    let running = try launcher.start(program)
    child = running
    defer { child = nil }
    return await running.ending()
  }

  /// Ends the program, by force after a timeout; ``takeReasonToLeave()`` returns the reason then.
  func end(because reason: ExitReason) {
    guard let child, reasonToLeave == nil else { return }
    reasonToLeave = reason
    if case .signal(let number) = reason { child.send(number) } else { child.send(SIGHUP) }
    _ = clock.schedule(after: Self.timeout) { child.send(SIGKILL) }
  }

  /// Returns, once, why the application must end now that the program has ended; nil if it goes on.
  func takeReasonToLeave() -> ExitReason? {
    defer { reasonToLeave = nil }
    return reasonToLeave
  }
}
