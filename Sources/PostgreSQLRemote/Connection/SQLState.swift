/// The five characters that PostgreSQL gives each error.
///
/// Source: https://www.postgresql.org/docs/15/errcodes-appendix.html
public struct SQLState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The five characters.
  public let rawValue: String

  /// The state with its five characters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The state with its five characters.
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }

  /// A password is needed and none was given (`28P01`).
  public static let passwordMissing = SQLState("28P01")
  static let undefinedSchema = SQLState("3F000")
  static let undefinedTable = SQLState("42P01")
  static let undefinedFunction = SQLState("42883")
  static let insufficientPrivilege = SQLState("42501")

  /// The five characters.
  public var description: String { rawValue }

  /// Whether the same statement may succeed a little later, with nothing done by anybody.
  ///
  /// Serialization failures and deadlocks; connection exceptions; a server that shuts down, starts, ends idle sessions, or is full.
  public var isTransient: Bool {
    rawValue.hasPrefix("08") || ["40001", "40P01", "57P01", "57P02", "57P03", "57P05", "53300"].contains(rawValue)
  }
}
