import Foundation

/// Single values of the environment; the whole of it is never copied.
enum EnvironmentValue {
  /// - Throws: `Failure` if the value is not UTF-8, rather than to use something else than what was meant.
  static func read(_ name: String) throws -> String? {
    guard let bytes = getenv(name) else { return nil }
    guard let value = String(validatingCString: bytes) else {
      throw Failure(.badData, "the value is not valid UTF-8", place: name, remedy: "set it to a valid text")
    }
    return value
  }

  /// Those of some names that are set.
  static func read(_ names: [String]) throws -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = try read(name) }
    return values
  }
}
