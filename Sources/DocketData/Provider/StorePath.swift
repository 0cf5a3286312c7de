import Foundation

/// The path of the store: `--store`, `DOCKET_STORE`, or that of the XDG Base Directory Specification.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/
public struct StorePath: Sendable {
  /// The store's file.
  public let url: URL

  /// Why there is no path for the store.
  public enum Failure: Error, Hashable, Sendable {
    /// Neither `XDG_DATA_HOME` nor `HOME` is an absolute path.
    case noHome
    /// The path ends with a slash, like that of a directory.
    case directory(String)
  }

  /// - Parameter environment: the process's environment; relative XDG values are ignored, as the specification says.
  /// - Throws: `Failure`; never falls back to the current directory.
  public init(explicit: String?, environment: [String: String]) throws {
    if let path = explicit ?? environment["DOCKET_STORE"], !path.isEmpty {
      guard !path.hasSuffix("/") else { throw Failure.directory(path) }
      url = URL(fileURLWithPath: path)
    } else {
      url = try Self.dataHome(environment).appendingPathComponent("docket/docket.sqlite")
    }
  }

  private static func dataHome(_ environment: [String: String]) throws -> URL {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return URL(fileURLWithPath: data) }
    guard let home = environment["HOME"], home.hasPrefix("/") else { throw Failure.noHome }
    return URL(fileURLWithPath: home).appendingPathComponent(".local/share")
  }
}
