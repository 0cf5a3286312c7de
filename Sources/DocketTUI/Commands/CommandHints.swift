import DocketConfiguration
import TerminalUI

/// What footer, help and palette say about the commands; all of it comes from the one table.
struct CommandHints {
  let keys: CommandKeys
  /// Why a command can't be given now, or nil.
  let whyDisabled: (Command) -> String?

  /// The hints that fit, most important first; the help is always amongst them.
  func footer(width: Int, where isShown: (Command) -> Bool = { _ in true }) -> [KeyHint] {
    let all = CommandEntry.all.filter { isShown($0.command) }
    let ranked = all.filter { $0.footerRank != nil && !keys.keys(of: $0.command).isEmpty }
      .sorted { ($0.footerRank ?? 0) < ($1.footerRank ?? 0) }
    var room = width - 1 - (ranked.first { $0.command == .help }.map { Self.width(shortHint($0)) } ?? 0)
    var hints: [KeyHint] = []
    var isFull = false
    for entry in ranked {
      let hint = shortHint(entry)
      if entry.command == .help {
        hints.append(hint)
      } else if !isFull, Self.width(hint) <= room {
        hints.append(hint)
        room -= Self.width(hint)
      } else {
        isFull = true
      }
    }
    return hints
  }

  /// The lines of the help, under the names of their groups.
  func help() -> [KeyHint] {
    let groups = CommandGroup.allCases.map { group in (group, CommandEntry.all.filter { $0.group == group }) }
    let sections = groups.filter { !$0.1.isEmpty }.map { [KeyHint($0.rawValue, "")] + $1.map(hint) }
    return Array(sections.joined(separator: [KeyHint("", "")]))
  }

  /// The commands to be found by their names.
  func choices() -> [Choice<Overlay.Answer>] {
    CommandEntry.all.filter { $0.command != .palette }.map { entry in
      Choice(
        entry.title, value: .command(entry.command), detail: keys.keys(of: entry.command).joined(separator: " "),
        whyDisabled: whyDisabled(entry.command))
    }
  }

  private func hint(_ entry: CommandEntry) -> KeyHint {
    KeyHint(
      keys.keys(of: entry.command).joined(separator: " "), entry.title, help: entry.help,
      whyDisabled: whyDisabled(entry.command))
  }

  private func shortHint(_ entry: CommandEntry) -> KeyHint {
    KeyHint(
      keys.keys(of: entry.command).first ?? "", entry.title, help: entry.help, whyDisabled: whyDisabled(entry.command))
  }

  /// The columns of a hint with the gap after it.
  static func width(_ hint: KeyHint) -> Int {
    TerminalText.width(of: hint.keys) + 1 + TerminalText.width(of: hint.title) + 2
  }
}
