import Foundation

/// What is left of a program that had the terminal, in a process that goes on.
struct ProcessReport {
  private static let signals: [(String, Int32)] = [
    ("INT", SIGINT), ("QUIT", SIGQUIT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("TSTP", SIGTSTP), ("CONT", SIGCONT),
    ("WINCH", SIGWINCH), ("USR1", SIGUSR1), ("PIPE", SIGPIPE),
  ]

  /// What signals did when this was made.
  private let actions = signals.map { Self.action(of: $0.1) }

  /// Prints the signals that do something else now, and the descriptors of terminals and of memory.
  func print() {
    // What was cancelled is let go in a later turn.
    for _ in 0..<10 { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    let changed = zip(Self.signals, actions).filter { Self.action(of: $0.1) != $1 }.map(\.0.0)
    Swift.print("changed:", changed.isEmpty ? "none" : changed.joined(separator: " "))
    Swift.print("descriptors:", Self.descriptors().count)
    fflush(nil)
  }

  /// The handler as a number, to be compared only.
  private static func action(of number: Int32) -> Int {
    var found = sigaction()
    sigaction(number, nil, &found)
    return unsafeBitCast(found.__sigaction_handler.sa_handler, to: Int.self)
  }

  private static func descriptors() -> [String] {
    (3..<256).compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
      .filter { $0.hasPrefix("/dev/pts") || $0.hasPrefix("/memfd:") }
  }
}
