import DocketConfiguration
import TerminalUI

/// The table of commands as hints: for footer, help and palette.
@MainActor
struct CommandHints {
  private let keys: CommandKeys
  private let disabledReason: @MainActor (Command) -> String?
  /// Why no command of the person's own can be run; nil if they can.
  private let ownDisabledReason: String?

  init(keys: CommandKeys, ownDisabledReason: String? = nil, disabledReason: @MainActor @escaping (Command) -> String?) {
    (self.keys, self.ownDisabledReason, self.disabledReason) = (keys, ownDisabledReason, disabledReason)
  }

  init(_ screen: ListScreen) {
    self.init(keys: screen.keys, ownDisabledReason: OwnCommands(screen).disabledReason) {
      $0.row.disabledReason(screen)
    }
  }

  /// The hints that fit, in the order of the table; help, add, done and search have priority.
  ///
  /// Where these four have no room, the last of them are keys without titles.
  func footer(width: Int, where isShown: @MainActor (Command) -> Bool = { _ in true }) -> [KeyHint] {
    var (room, last) = (width - 1, Int.min)
    for entry in keys.footer where isShown(entry.entry.command) {
      // The last needs no gap.
      guard entry.width - Self.gap <= room else {
        guard entry.isAlwaysShown else { break }
        return narrowFooter(width: width, where: isShown)
      }
      (room, last) = (room - entry.width, entry.urgency)
    }
    var hints: [KeyHint] = []
    for entry in keys.footerByRank where entry.urgency <= last && isShown(entry.entry.command) {
      hints.append(hint(entry.entry, entry.key))
    }
    return hints
  }

  private func narrowFooter(width: Int, where isShown: @MainActor (Command) -> Bool) -> [KeyHint] {
    let always = always(isShown)
    let titledCount = (0...always.count).last { Self.width(always, titled: $0) <= width - 1 } ?? 0
    var (room, kept) = (width - 1, [(entry: FooterEntry, isTitled: Bool)]())
    for (place, entry) in always.enumerated() {
      let width = place < titledCount ? entry.width : entry.bareWidth
      guard width - Self.gap <= room else { break }
      kept.append((entry, place < titledCount))
      room -= width
    }
    kept.sort { $0.entry.rank < $1.entry.rank }
    return kept.map { hint($0.entry.entry, $0.entry.key, title: $0.isTitled ? nil : "") }
  }

  /// Those that are there whatever the width.
  private func always(_ isShown: @MainActor (Command) -> Bool) -> [FooterEntry] {
    keys.footer.filter { $0.isAlwaysShown && isShown($0.entry.command) }
  }

  /// The columns of hints of which only the first have titles.
  private static func width(_ entries: [FooterEntry], titled count: Int) -> Int {
    entries.enumerated().reduce(-gap) { $0 + ($1.offset < count ? $1.element.width : $1.element.bareWidth) }
  }

  /// The hints that fit to the left of help, add, done and search: first their titles give way, then the last of them.
  func beside(_ hints: [KeyHint], width: Int, where isShown: @MainActor (Command) -> Bool) -> [KeyHint] {
    guard !hints.isEmpty else { return [] }
    var room = width - 1 + Self.gap
    for entry in keys.footer where entry.isAlwaysShown && isShown(entry.entry.command) { room -= entry.bareWidth }
    if Self.width(hints) <= room { return hints }
    for count in (0...hints.count).reversed() {
      for titledCount in (0...count).reversed() {
        let some = hints.prefix(count).enumerated().map { $0 < titledCount ? $1 : KeyHint($1.keys, "", help: $1.help) }
        if Self.width(some) <= room { return some }
      }
    }
    return []
  }

  private func hint(_ entry: CommandEntry, _ keys: String, title: String? = nil, help: String? = nil) -> KeyHint {
    let reason = disabledReason(entry.command)
    // In an empty list it is the reason of most commands, and says nothing.
    return KeyHint(
      keys, title ?? entry.title, help: help ?? entry.help, isEnabled: reason == nil,
      whyDisabled: reason == CommandRow.noItem ? nil : reason)
  }

  private nonisolated static let gap = 2

  /// The columns of hints with the gaps behind them.
  nonisolated static func width(_ hints: [KeyHint]) -> Int { hints.reduce(0) { $0 + width($1) } }

  nonisolated static func width(_ hint: KeyHint) -> Int {
    TerminalText.width(of: hint.keys) + (hint.title.isEmpty ? 0 : 1 + TerminalText.width(of: hint.title)) + gap
  }

  /// All commands by groups, and below them what can be typed.
  func help() -> [KeyHint] {
    let groups = CommandGroup.allCases.map { group in (group, CommandEntry.all.filter { $0.group == group }) }
    let sections = groups.filter { !$0.1.isEmpty }.map { [KeyHint($0.rawValue, "")] + $1.map(fullHint) }
    return Array((sections + own + HelpTopics.all).joined(separator: [KeyHint("", "")]))
  }

  /// The commands of the person's own; no section if there are none.
  private var own: [[KeyHint]] {
    guard !keys.ownCommands.isEmpty else { return [] }
    let hints = keys.ownCommands.map {
      KeyHint($0.keys.joined(separator: " "), $0.title, help: $0.help.isEmpty ? $0.title : $0.help)
    }
    return [[KeyHint("Your own", "")] + hints]
  }

  /// A command without a key is found in the palette by its name.
  private func fullHint(_ entry: CommandEntry) -> KeyHint {
    let keys = keys.keys(of: entry.command)
    guard keys.isEmpty, let palette = self.keys.first(of: .palette) else {
      return hint(entry, keys.joined(separator: " "))
    }
    return hint(entry, palette, help: "\(entry.title): \(entry.help)")
  }

  func choices() -> PaletteLayer.Choices {
    let ours: PaletteLayer.Choices = CommandEntry.all.filter { $0.command != .palette }.map { entry in
      Choice(
        entry.title, value: .command(entry.command), otherNames: entry.otherNames,
        detail: keys.keys(of: entry.command).joined(separator: " "),
        whyDisabled: disabledReason(entry.command))
    }
    // With names of their own, so that one with the title of another command is not taken for it.
    let own: PaletteLayer.Choices = keys.ownCommands.map {
      Choice(
        $0.title, value: .own($0), detail: $0.keys.joined(separator: " "),
        whyDisabled: ownDisabledReason, id: "commands.\($0.name)")
    }
    return ours + own
  }
}
