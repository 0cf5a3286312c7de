import ArgumentParser
import DocketConfiguration
import DocketData
import DocketPrograms
import Foundation

/// `docket config`: checks or prints the configuration.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check the configuration file, or print the configuration.",
    discussion: """
      The file is $XDG_CONFIG_HOME/docket/config.toml, else ~/.config/docket/config.toml. Without --print it checks the \
      file, and warns of commands that lose a key, and of programs of hooks and own commands that can't be run here. --print \
      writes a complete file, with a comment above each option.
      """)

  @Flag(help: "Print the configuration in effect, with comments.")
  var print = false

  func output(_ checks: ConfigurationChecks) throws -> String {
    let configuration = try UserConfiguration.read(checks)
    if print { return configuration.text }
    guard let path = try UserConfiguration.path() else {
      return "there is no configuration file, and no place for one: set HOME or XDG_CONFIG_HOME to an absolute path\n"
    }
    let name = VisibleText.marked(path)
    guard UserConfiguration.exists(path) else {
      return "there is no configuration file, using defaults; it would be \(name)\n"
    }
    let warnings = Self.warnings(configuration)
    return (["\(name): configuration OK"] + warnings).joined(separator: "\n") + "\n"
  }

  /// A line for each command that loses a key, and for each program that can't be run here: a hook would fail after each
  /// commit.
  ///
  /// Neither is an error: the key may be meant to go, and the program be on another machine with the same configuration.
  private static func warnings(_ configuration: Configuration) -> [String] {
    let keys = configuration.replacedKeys.map { key, loser, owner in
      "warning: keys.\(owner.rawValue): \(key) was a key of \(loser.rawValue)"
    }
    let isCaught = [.quit, .palette].allSatisfy { configuration.keys(of: $0).isEmpty }
    let quitting = isCaught ? ["warning: keys.quit: no key ends the list, and none opens the palette"] : []
    let programs = configuration.missingPrograms.map { "warning: \($0.option): \(VisibleText.marked($0.problem))" }
    return keys + quitting + programs
  }
}

extension Configuration {
  /// The programs of hooks and own commands that can't be run here, each with the option that names it, and why.
  var missingPrograms: [(option: String, problem: String)] {
    programs.compactMap { option, words in
      guard let program = ItemProgram(words) else { return nil }
      return program.obstacle()?.failure(of: program).map { (option, $0) }
    }
  }
}

/// The user's configuration file.
enum UserConfiguration {
  private static func file() throws -> ConfigurationFile {
    ConfigurationFile(environment: try EnvironmentValue.read(["XDG_CONFIG_HOME", "HOME"]))
  }

  static func path() throws -> String? { try file().path }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether the file has a word, so that commands that don't need it need not understand all of it.
  static func mentions(_ word: String) -> Bool {
    guard let path = try? path(), let data = FileManager.default.contents(atPath: path) else { return false }
    return data.range(of: Data(word.utf8)) != nil
  }

  /// - Throws: `ConfigurationError` if the file is invalid.
  static func read(_ checks: ConfigurationChecks) throws -> Configuration { try file().read(checks) }

  /// Lets dates such as `12/24` mean what the person has set, if there may be any among the arguments or in a file.
  ///
  /// - Throws: `ConfigurationError` if the file is invalid.
  static func useSlashDates(in arguments: [String], _ checks: ConfigurationChecks) throws {
    let mayHave = arguments.contains { $0 == "import" || SlashDates.areIn($0) }
    guard mayHave, mentions("slash-dates") else { return }
    use(try read(checks).slashDates)
  }

  /// Lets dates such as `12/24` mean what the person has set.
  static func use(_ rule: SlashDateRule) { SlashDates.use(SlashDates(rawValue: rule.rawValue) ?? .off) }
}

extension ConfigurationChecks {
  /// Checks of queries and filter names, and of keys as only the full-screen list knows them.
  static func of(keys: @escaping @Sendable (String) -> String?) -> ConfigurationChecks {
    ConfigurationChecks(
      query: { text in
        do throws(QueryError) {
          _ = try ItemQuery(text)
          return nil
        } catch {
          return error.message.clause
        }
      }, keys: keys, isStandardFilter: NamedQuery.isStandard)
  }
}
