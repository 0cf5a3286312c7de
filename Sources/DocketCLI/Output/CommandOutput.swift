import DocketLocking
import Foundation

/// Standard output of one command: held back while it is short, so that a failure leaves nothing half-written behind,
/// and passed on piece by piece once it is long.
final class CommandOutput: Sendable {
  /// How many bytes are held back.
  private static let mostHeld = 1 << 20

  /// For whom it is written.
  let style: OutputStyle
  private let held = Lock(Data())

  init(style: OutputStyle) {
    self.style = style
  }

  /// - Throws: `StandardOutput.Failure`.
  func write(_ text: String) throws { try write(Data(text.utf8)) }

  /// - Throws: `StandardOutput.Failure`.
  func write(_ bytes: Data) throws {
    try held.withLock { held in
      held.append(bytes)
      if held.count > Self.mostHeld { try Self.passOn(&held) }
    }
  }

  /// Writes a piece of a text file: as it is into a pipe, and so that nothing of it is obeyed on a terminal.
  ///
  /// - Throws: `StandardOutput.Failure`.
  func writeText(_ bytes: Data) throws {
    try write(style.text(bytes))
  }

  /// Writes what is held back.
  ///
  /// - Throws: `StandardOutput.Failure`.
  func finish() throws { try held.withLock { try Self.passOn(&$0) } }

  private static func passOn(_ held: inout Data) throws {
    try StandardOutput.write(held)
    held.removeAll(keepingCapacity: true)
  }
}
