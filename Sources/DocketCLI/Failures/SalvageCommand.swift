import DocketData
import Foundation

/// The command that salvages a damaged store, as it is typed.
enum SalvageCommand {
  private static let newFile = "salvaged.sqlite"

  /// - Parameter store: the path of the damaged store.
  static func line(for store: String) -> String {
    isUsual(store) ? "docket recover \(newFile)" : "docket --store \(quoted(store)) recover \(newFile)"
  }

  /// Whether a store is the one that is used unless another one is named.
  private static func isUsual(_ store: String) -> Bool {
    let environment = try? EnvironmentValue.read(["DOCKET_STORE", "XDG_DATA_HOME", "HOME"])
    return environment.flatMap { try? StorePath(explicit: nil, environment: $0) }?.url.path == store
  }

  /// A path as one word of a shell.
  private static func quoted(_ path: String) -> String {
    if path.wholeMatch(of: /[A-Za-z0-9_.,:@%+=\/-]+/) != nil { return path }
    return "\"" + path.replacing(/["\\$`]/) { "\\\($0.0)" } + "\""
  }
}
