import Foundation

/// The user's configuration file.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/
public struct ConfigurationFile: Sendable {
  /// The path of the file, which may be missing; nil if the environment names no home directory.
  public let path: String?

  private static let sizeLimit = 1 << 20

  /// Finds the path: `$XDG_CONFIG_HOME/docket/config.toml`, or `~/.config/docket/config.toml`.
  ///
  /// - Parameter environment: the process's environment; relative values are ignored, as the specification says.
  public init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    path = folder.map { $0 + "/docket/config.toml" }
  }

  /// The configuration in the file, or the defaults if there is no file.
  ///
  /// - Throws: `ConfigurationError` if the file can't be read or is invalid.
  public func read(_ checks: ConfigurationChecks = ConfigurationChecks()) throws(ConfigurationError) -> Configuration {
    guard let path, let data = try contents(path) else { return Configuration() }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ConfigurationError(path: path, position: nil, problem: "the file is not UTF-8")
    }
    return try Configuration(text: text, path: path, checks: checks)
  }

  /// The bytes of the file, or nil if there is no file.
  private func contents(_ path: String) throws(ConfigurationError) -> Data? {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
      guard type == .typeRegular else {
        throw ConfigurationError(path: path, position: nil, problem: "this isn't a regular file")
      }
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      let data = try handle.read(upToCount: Self.sizeLimit + 1) ?? Data()
      guard data.count <= Self.sizeLimit else {
        throw ConfigurationError(path: path, position: nil, problem: "the file is larger than a megabyte")
      }
      return data
    } catch let error as ConfigurationError {
      throw error
    } catch let error as CocoaError where error.code == .fileNoSuchFile || error.code == .fileReadNoSuchFile {
      return nil
    } catch {
      throw ConfigurationError(path: path, position: nil, problem: "the file can't be read")
    }
  }
}

/// What is wrong with a configuration file.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The position in the file; nil for the file as a whole.
  public let position: Position?
  /// What is wrong, without a full stop.
  public let problem: String
  /// What else is wrong with the file.
  public let others: [ConfigurationError]

  /// Creates an error.
  public init(path: String, position: Position?, problem: String, others: [ConfigurationError] = []) {
    self.path = path
    self.position = position
    self.problem = problem
    self.others = others
  }

  /// All errors, in the order of the file; never empty.
  public var all: [ConfigurationError] { [self] + others }

  /// A position in a text.
  public struct Position: Equatable, Comparable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The character in the line, counted from 1.
    public let column: Int

    /// Compares lines, then columns.
    public static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// The path with the line and the column, as in compilers' messages.
  public var place: String { position.map { "\(path):\($0.line):\($0.column)" } ?? path }
  /// The first error, and where it is.
  public var description: String { "\(problem): \(place)" }
}
