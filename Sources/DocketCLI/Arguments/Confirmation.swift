import DocketOutput
import Foundation
import Glibc

/// A question to a person at a terminal, answered by y or anything else.
enum Confirmation {
  /// Whether there is somebody to ask.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks, and waits for a line.
  ///
  /// - Returns: whether the answer is yes; false where there is nobody to ask.
  static func isGiven(_ question: String) -> Bool {
    guard canBeAsked else { return false }
    StandardStreams.report("\(question) [y/N] ")
    return readLine().map { ["y", "yes"].contains($0.trimmingCharacters(in: .whitespaces).lowercased()) } ?? false
  }
}
