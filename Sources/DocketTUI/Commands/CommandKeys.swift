import DocketConfiguration
import TerminalUI

/// The keys of commands: the defaults and those of the configuration.
struct CommandKeys: Sendable {
  let bindings: KeyBindings<Command>

  private let texts: [Command: [String]]

  /// Where two commands have the same key, the configured one gets it.
  init(_ configuration: Configuration) {
    let commands = CommandEntry.all.map(\.command)
    let usual = commands.filter { configuration.keys[$0] == nil }
    let chosen = commands.filter { configuration.keys[$0] != nil }
    var owners: [String: Command] = [:]
    for command in usual + chosen { for key in configuration.keys(of: command) { owners[key] = command } }
    var bindings = KeyBindings<Command>()
    for (key, command) in owners { bindings.bind(key, to: command) }
    self.bindings = bindings
    texts = Dictionary(
      uniqueKeysWithValues: commands.map { command in
        (command, configuration.keys(of: command).filter { owners[$0] == command })
      })
  }

  /// None if the command is not on the keyboard.
  func keys(of command: Command) -> [String] { texts[command] ?? [] }

  func first(of command: Command) -> String? { texts[command]?.first }

  /// Nil if the command is not on the keyboard.
  func hint(_ command: Command, _ title: String? = nil, help: String? = nil) -> KeyHint? {
    first(of: command).map { KeyHint($0, title ?? command.entry.title, help: help) }
  }
}
