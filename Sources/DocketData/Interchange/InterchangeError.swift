/// What is wrong with a file, and where.
public struct InterchangeError: Error, Hashable, Sendable {
  /// A place in a file.
  public struct Position: Hashable, Sendable, Comparable {
    /// The line, counted from 1.
    public let line: Int
    /// The byte in the line, counted from 1.
    public let column: Int

    /// Orders by lines, then by columns.
    public static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// What is wrong, as a sentence for a person.
  public let message: String
  /// Where.
  public let position: Position
  /// Whether what comes after it can still be read.
  let isRecoverable: Bool

  init(_ message: String, at position: Position, isRecoverable: Bool = true) {
    self.message = message
    self.position = position
    self.isRecoverable = isRecoverable
  }
}

extension InterchangeError: CustomStringConvertible {
  /// The place and what is wrong there.
  public var description: String { "line \(position.line), column \(position.column): \(message)" }
}
