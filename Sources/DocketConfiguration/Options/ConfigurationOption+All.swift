extension ConfigurationOption {
  /// Every option, in the order in which they are printed.
  public static let all: [ConfigurationOption] = [
    choice(
      "theme", \.theme,
      "The colours: those of the terminal, which suit any background, or a theme for a dark or a light one. NO_COLOR wins."
    ),
    choices(
      "columns", \.columns,
      "The columns of the list from the left. When the screen is narrow, the less important ones give way."),
    query("filter", \.filter, "What the list shows when it opens; empty for everything."),
    choice("dates", \.dates, "How times are shown: as people say them, or as 2026-12-24 17:00."),
    choice("cursor", \.cursor, "Where the cursor goes when its item moves: with the item, or it keeps its place."),
    flag(
      "mouse", \.mouse,
      "Whether clicks and the wheel are the program's. The terminal's own selection needs Shift then."),
    flag("clipboard", \.clipboard, "Whether y may copy with the terminal's clipboard sequence (OSC 52)."),
    flag("window-title", \.windowTitle, "Whether the window is called docket while the list is open."),
    choice(
      "ambiguous-width", \.ambiguousWidth,
      "How the terminal draws characters that are wide in some fonts and narrow in others."),
    choice("confirm.delete", \.confirmDelete, "When deleting asks first. It can be undone either way."),
    keys,
    filters,
  ]

  /// The options that have a name of their own, by it.
  static let named = Dictionary(
    uniqueKeysWithValues: all.filter { !$0.isSection }.map { ($0.name, $0) })

  /// The options whose names below the section's are a person's own, by the section.
  static let sections = Dictionary(uniqueKeysWithValues: all.filter(\.isSection).map { ($0.name, $0) })

  /// Whether it is a section with names of its own.
  public var isSection: Bool { name == Self.keys.name || name == Self.filters.name }
}
