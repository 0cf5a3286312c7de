import ArgumentParser
import DocketConfiguration

/// `docket config`: what is set up.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check the configuration file, or print what holds.",
    discussion: """
      The file is $XDG_CONFIG_HOME/docket/config.toml, else ~/.config/docket/config.toml. Without --print it says whether the \
      file can be understood. What --print writes is a whole file: each option below a comment that says what it is for.
      """)

  @Flag(help: "Print the configuration that holds, with comments.")
  var print = false

  /// The output.
  ///
  /// - Throws: `ConfigurationError`.
  func output(_ checks: ConfigurationChecks) throws -> String {
    let configuration = try Configured.read(checks)
    if print { return configuration.text }
    guard let path = try Configured.path() else {
      return "there is no configuration file, and no place for one: set HOME or XDG_CONFIG_HOME to an absolute path\n"
    }
    let name = VisibleText.marked(path)
    return Configured.isThere(path)
      ? "\(name): all is well\n" : "there is no configuration file, and the usual values hold; it would be \(name)\n"
  }
}
