import Foundation

/// What holds for the three standard descriptors of every command.
enum StandardStreams {
  /// Fills descriptors that are closed, so that no file of ours takes the number of one and is written to by a `print`.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Turns the signal of a closed pipe into an error of `write`, which ends the command quietly.
  static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line to standard error; if that fails there is nobody left to tell.
  static func report(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }
}
