/// A value as it stands in a text, and where.
struct DocumentEntry: Hashable, Sendable {
  /// What is behind the colon, without white space at its ends.
  let value: String
  /// The line, counted from 1.
  let line: Int
  /// The character of the line at which the value begins, counted from 1.
  let column: Int

  /// What is wrong with the value, or with what begins some characters further on.
  func error(_ message: String, at offset: Int = 0) -> DocumentError {
    DocumentError(line: line, column: column + offset, message: message)
  }
}
