/// Why a configuration file can't be used.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file, as it was found.
  public let path: String

  /// Where in the file it is, counted from 1; nil if the file as a whole is meant.
  public let position: Position?

  /// What is wrong, without a full stop.
  public let problem: String

  /// A place in a text.
  public struct Position: Equatable, Sendable {
    /// The line, the first being 1.
    public let line: Int

    /// The character in the line, the first being 1.
    public let column: Int
  }

  /// The path with the line and the column, as compilers write it.
  public var place: String { position.map { "\(path):\($0.line):\($0.column)" } ?? path }

  /// What is wrong, and where.
  public var description: String { "\(problem): \(place)" }
}
