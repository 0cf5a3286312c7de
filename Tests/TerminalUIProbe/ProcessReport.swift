import Foundation

/// Reports what a program that had the terminal left behind in its process.
struct ProcessReport {
  private static let signals: [(String, Int32)] = [
    ("INT", SIGINT), ("QUIT", SIGQUIT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("TSTP", SIGTSTP), ("CONT", SIGCONT),
    ("WINCH", SIGWINCH), ("USR1", SIGUSR1), ("PIPE", SIGPIPE),
  ]

  /// The actions of signals at the start.
  private let actions = signals.map { Self.action(of: $0.1) }

  /// Prints the signals whose actions changed, and the number of descriptors of terminals and memory files.
  func print() {
    // Cancelled sources are released in a later turn.
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
