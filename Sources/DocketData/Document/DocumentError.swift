/// What is wrong with the text of an item, and where.
public struct DocumentError: Error, Hashable, Sendable {
  /// The line, counted from 1.
  public let line: Int
  /// The character of the line, counted from 1.
  public let column: Int
  /// What is wrong and what to do, as a sentence for a person.
  public let message: String

  /// The same some lines further down.
  func moved(down lines: Int) -> DocumentError {
    DocumentError(line: line + lines, column: column, message: message)
  }
}

extension DocumentError: CustomStringConvertible {
  /// The place and the message.
  public var description: String { "line \(line), column \(column): \(message)" }
}
