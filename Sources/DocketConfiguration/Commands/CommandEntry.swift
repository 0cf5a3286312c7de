/// The keys and words of one command: keymap, footer, help, palette and documentation are made from it.
public struct CommandEntry: Sendable {
  /// What it does.
  public let command: Command

  /// The usual keys as people write them; those of a sequence have a blank between them.
  public let keys: [String]

  /// One or two words for footers, menus and the palette.
  public let title: String

  /// A phrase for the help.
  public let help: String

  /// The part of the help that it is in.
  public let group: CommandGroup

  /// How early it is in the footer, the smallest number first; nil for commands that the footer leaves to the help.
  public let footerRank: Int?

  init(
    _ command: Command, _ keys: [String], _ title: String, _ help: String, _ group: CommandGroup, footer: Int? = nil
  ) {
    self.command = command
    self.keys = keys
    self.title = title
    self.help = help
    self.group = group
    footerRank = footer
  }
}

/// A part of the help.
public enum CommandGroup: String, CaseIterable, Sendable {
  case items = "Items"
  case finding = "Finding"
  case selecting = "Selecting"
  case moving = "Moving"
  case panes = "Panes"
  case program = "Program"
}
