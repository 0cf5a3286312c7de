/// Why a configuration file can't be used.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file, as it was found.
  public let path: String

  /// Where in the file it is, counted from 1; nil if the file as a whole is meant.
  public let position: Position?

  /// What is wrong, without a full stop.
  public let problem: String

  /// What else is wrong with the file, further down.
  public let others: [ConfigurationError]

  /// Creates an error.
  public init(path: String, position: Position?, problem: String, others: [ConfigurationError] = []) {
    self.path = path
    self.position = position
    self.problem = problem
    self.others = others
  }

  /// All that is wrong, in the order of the file; never empty.
  public var all: [ConfigurationError] { [self] + others }

  /// A place in a text.
  public struct Position: Equatable, Comparable, Sendable {
    /// The line, the first being 1.
    public let line: Int

    /// The character in the line, the first being 1.
    public let column: Int

    /// Whether it comes earlier in the text.
    public static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// The path with the line and the column, as compilers write it.
  public var place: String { position.map { "\(path):\($0.line):\($0.column)" } ?? path }

  /// What is wrong first, and where.
  public var description: String { "\(problem): \(place)" }
}
