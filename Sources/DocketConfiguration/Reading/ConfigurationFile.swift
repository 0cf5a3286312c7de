import Foundation

/// The configuration file of a person.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/
public struct ConfigurationFile: Sendable {
  /// Where it is, or would be; nil if the environment names no home.
  public let path: String?

  private static let sizeLimit = 1 << 20

  /// Finds the place: `$XDG_CONFIG_HOME/docket/config.toml`, or `~/.config/docket/config.toml`.
  ///
  /// - Parameter environment: the process's; relative values are ignored, as the specification says.
  public init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    path = folder.map { $0 + "/docket/config.toml" }
  }

  /// The configuration: what the file says, or the defaults if there is none.
  ///
  /// - Throws: `ConfigurationError` if there is one that can't be read or understood.
  public func read(_ checks: ConfigurationChecks = ConfigurationChecks()) throws(ConfigurationError) -> Configuration {
    guard let path, let data = try contents(path) else { return Configuration() }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ConfigurationError(path: path, position: nil, problem: "the file is not UTF-8")
    }
    return try Configuration(text: text, path: path, checks: checks)
  }

  /// The bytes of the file, or nil if there is none.
  private func contents(_ path: String) throws(ConfigurationError) -> Data? {
    do {
      let type = try FileManager.default.attributesOfItem(atPath: resolved(path))[.type] as? FileAttributeType
      guard type == .typeRegular else {
        throw ConfigurationError(path: path, position: nil, problem: "this is no regular file")
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

  private func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
}
