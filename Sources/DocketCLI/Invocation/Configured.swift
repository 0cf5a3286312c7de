import DocketConfiguration
import DocketData
import Foundation

/// What the person has set up.
enum Configured {
  private static func file() throws -> ConfigurationFile {
    ConfigurationFile(environment: try EnvironmentValue.read(["XDG_CONFIG_HOME", "HOME"]))
  }

  /// Where the configuration file is, or would be.
  static func path() throws -> String? { try file().path }

  /// Whether there is a file at a path.
  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The configuration.
  ///
  /// - Throws: `ConfigurationError` if the file can't be understood.
  static func read(_ checks: ConfigurationChecks) throws -> Configuration { try file().read(checks) }
}

extension ConfigurationChecks {
  /// Checks of queries, with those of keys that the full-screen list knows.
  static func of(keys: @escaping @Sendable (String) -> String?) -> ConfigurationChecks {
    ConfigurationChecks(
      query: { text in
        do throws(QueryError) {
          _ = try ItemQuery(text)
          return nil
        } catch {
          return Failure.clause(error.message)
        }
      }, keys: keys, isStandardFilter: NamedQuery.isStandard)
  }
}
