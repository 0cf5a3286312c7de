import DocketConfiguration
import TerminalUI

/// The keys of commands: the defaults and those of the configuration.
struct CommandKeys: Sendable {
  let bindings: KeyBindings<Command>

  /// What the footer can show, the most urgent first: help, add, done, search, undo and quit, then by rank.
  let footer: [FooterEntry]

  /// The same in the order in which they stand there.
  let footerByRank: [FooterEntry]

  /// The commands of the person's own by their keys.
  let own: [String: OwnCommand]

  /// The same commands in the order of the palette.
  let ownCommands: [OwnCommand]

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
    ownCommands = configuration.commands
    // The configuration has refused keys that are another command's.
    own = Dictionary(configuration.commands.flatMap { command in command.keys.map { ($0, command) } }) { $1 }
    let texts = Dictionary(
      uniqueKeysWithValues: commands.map { command in
        (command, configuration.keys(of: command).filter { owners[$0] == command })
      })
    self.texts = texts
    let entries = CommandEntry.all.compactMap { entry in
      texts[entry.command]?.first.flatMap { FooterEntry(entry, key: $0) }
    }
    footer = entries.sorted { $0.urgency < $1.urgency }
    footerByRank = entries.sorted { $0.rank < $1.rank }
  }

  /// None if the command is not on the keyboard.
  func keys(of command: Command) -> [String] { texts[command] ?? [] }

  func first(of command: Command) -> String? { texts[command]?.first }

  /// Nil if the command is not on the keyboard.
  func hint(_ command: Command, _ title: String? = nil, help: String? = nil) -> KeyHint? {
    first(of: command).map { KeyHint($0, title ?? command.entry.title, help: help) }
  }
}

/// A command with its place in the footer; a class, as each frame walks all of them, and a structure would be copied for each.
final class FooterEntry: Sendable {
  let entry: CommandEntry
  /// Its first key.
  let key: String
  /// Where its hint stands, ascending.
  let rank: Int
  /// Which hints are left out last, ascending.
  let urgency: Int
  /// Whether it is there whatever the width.
  let isAlwaysShown: Bool
  /// The columns of its hint, with the gap behind it.
  let width: Int
  /// The same of its key alone.
  let bareWidth: Int

  private static let alwaysShown: [Command] = [.help, .add, .done, .search]

  /// Nil for a command that only the help shows.
  init?(_ entry: CommandEntry, key: String) {
    guard let rank = entry.footerRank else { return nil }
    self.entry = entry
    self.key = key
    self.rank = rank
    let first = Self.alwaysShown + [.undo, .quit]
    isAlwaysShown = Self.alwaysShown.contains(entry.command)
    urgency = first.firstIndex(of: entry.command) ?? first.count + rank
    width = CommandHints.width(KeyHint(key, entry.title))
    bareWidth = CommandHints.width(KeyHint(key, ""))
  }
}
