import TerminalUI

/// One command with its keys and its words.
struct CommandEntry: Sendable {
  let command: Command
  let keys: [Key]
  /// One word for the footer; nil for commands that only the help shows.
  let title: String?
  /// A sentence for the help.
  let help: String
  /// Whether it acts on the selected item, and makes no sense without one.
  var needsSelection = false
}

/// The commands of the list: keymap, footer and help are derived from it.
struct CommandTable: Sendable {
  let entries: [CommandEntry]

  private let commands: [Key: Command]

  init(_ entries: [CommandEntry]) {
    self.entries = entries
    let pairs = entries.flatMap { entry in entry.keys.map { ($0, entry.command) } }
    commands = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// What a key does, or nil.
  func command(for key: Key) -> Command? { commands[key] }

  /// Whether a command acts on the selected item.
  func needsSelection(_ command: Command) -> Bool {
    entries.first { $0.command == command }?.needsSelection ?? false
  }

  /// The hints of the footer, most important first.
  func footerHints(hasSelection: Bool) -> [KeyHint] {
    entries.compactMap { entry in entry.title.map { hint(entry, title: $0, hasSelection: hasSelection) } }
  }

  /// The lines of the help.
  func helpHints(hasSelection: Bool) -> [KeyHint] {
    entries.map { hint($0, title: $0.title ?? "", hasSelection: hasSelection) }
  }

  private func hint(_ entry: CommandEntry, title: String, hasSelection: Bool) -> KeyHint {
    let keys = entry.title == nil ? entry.keys.map(\.description).joined(separator: " ") : "\(entry.keys[0])"
    return KeyHint(keys, title, help: entry.help, isEnabled: hasSelection || !entry.needsSelection)
  }
}

extension CommandTable {
  /// The keys that a fresh installation has.
  static let standard = CommandTable([
    CommandEntry(command: .add, keys: ["a"], title: "add", help: "add an item"),
    CommandEntry(command: .edit, keys: ["e"], title: "edit", help: "edit the title", needsSelection: true),
    CommandEntry(
      command: .touch, keys: ["t"], title: "touch", help: "update the timestamp to now", needsSelection: true),
    CommandEntry(command: .delete, keys: ["d"], title: "delete", help: "delete the item", needsSelection: true),
    CommandEntry(command: .help, keys: ["?"], title: "help", help: "show or leave this help"),
    CommandEntry(command: .quit, keys: ["q", "^c"], title: "quit", help: "quit"),
    CommandEntry(command: .down, keys: ["j", "Down"], title: nil, help: "move down"),
    CommandEntry(command: .up, keys: ["k", "Up"], title: nil, help: "move up"),
    CommandEntry(command: .halfPageDown, keys: ["^d"], title: nil, help: "move half a page down"),
    CommandEntry(command: .halfPageUp, keys: ["^u"], title: nil, help: "move half a page up"),
    CommandEntry(command: .top, keys: ["g", "Home"], title: nil, help: "move to the first item"),
    CommandEntry(command: .bottom, keys: ["G", "End"], title: nil, help: "move to the last item"),
    CommandEntry(command: .suspend, keys: ["^z"], title: nil, help: "suspend; fg brings the list back"),
  ])
}
