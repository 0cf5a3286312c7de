/// An answer to the question of a ``Dialog``.
public struct DialogButton<Answer: Sendable>: Sendable {
  /// What stands on it.
  public let title: String
  /// The key that gives the answer at once.
  public let key: Key
  /// The answer.
  public let answer: Answer

  /// Creates a button.
  public init(_ title: String, key: Key, answer: Answer) {
    self.title = title
    self.key = key
    self.answer = answer
  }
}
