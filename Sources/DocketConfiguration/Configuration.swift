/// The user's configuration: the values of the configuration file, or the defaults.
public struct Configuration: Equatable, Sendable {
  /// The colours.
  public var theme = ThemeChoice.builtIn(.terminal)
  /// The themes of the person's own, sorted by name.
  public var themes: [OwnTheme] = []
  /// The columns of rows, from the left; narrow screens show the most important ones.
  public var columns: [Column] = [.state, .priority, .title, .tags, .list, .due]
  /// The query that the list opens with.
  public var filter = "is:ready sort:agenda"
  /// What the parts of urgency count.
  public var urgency = Urgency()
  /// How times are shown.
  public var dates = DateStyle.relative
  /// What dates such as 12/24 mean.
  public var slashDates = SlashDateRule.off
  /// When deleting asks for confirmation.
  public var confirmDelete = Confirmation.several
  /// Which panes open by themselves.
  public var panes = PaneRule.auto
  /// Whether the columns of the list have headings.
  public var headings = HeadingRule.auto
  /// What the cursor does when its item moves.
  public var cursor = CursorRule.item
  /// Whether the program uses the mouse.
  public var mouse = false
  /// Whether links are hyperlinks of the terminal.
  public var hyperlinks = HyperlinkRule.auto
  /// Whether copying may use the terminal's clipboard sequence.
  public var clipboard = true
  /// Whether the program sets the title of the window.
  public var windowTitle = true
  /// The program that opens links, with its arguments, to which the link is added.
  public var open = ["xdg-open"]
  /// The width of characters that some terminals draw wide and others narrow.
  public var ambiguousWidth = Width.narrow
  /// The configured keys of commands; a command with an empty list has no key.
  public var keys: [Command: [String]] = [:]
  /// The configured filters, sorted by name.
  public var filters: [SavedFilter] = []
  /// The programs that run after a commit.
  public var hooks = Hooks()
  /// When something is said to be due.
  public var reminders = Reminders()
  /// The person's own commands, sorted by name.
  public var commands: [OwnCommand] = []

  /// Creates the default configuration.
  public init() {}

  /// The keys of a command: the configured ones, or else the default ones that no other command uses.
  public func keys(of command: Command) -> [String] {
    if let own = keys[command] { return own }
    let given = Set(keys.values.joined())
    return command.entry.keys.filter { !given.contains($0) }
  }

  /// The default keys that configured ones take away, with the commands that lose them and those that have them.
  public var replacedKeys: [(key: String, from: Command, by: Command)] {
    CommandEntry.all.filter { keys[$0.command] == nil }.flatMap { entry in
      entry.keys.compactMap { key in
        keys.first { $0.value.contains(key) }.map { (key, entry.command, $0.key) }
      }
    }
  }

  /// The programs of hooks and of the person's own commands, each with the option that names it.
  public var programs: [(option: String, words: [String])] {
    hooks.programs.filter { !$0.words.isEmpty }.map { ("hooks.\($0.event)", $0.words) }
      + commands.map { ("commands.\($0.name).run", $0.run) }
  }
}

extension Configuration {
  /// What the parts of urgency count, the number that an agenda is sorted by within its sections.
  public struct Urgency: Equatable, Sendable {
    /// For a high priority.
    public var priority = 6.0
    /// For an item that is overdue for a week.
    public var due = 12.0
    /// For an item that is a year old.
    public var age = 2.0
    /// For an item that others wait for.
    public var blocking = 8.0
    /// For an item that waits for others.
    public var blocked = -5.0
  }
}

extension Configuration {
  /// The programs that run after a commit, each with its arguments; empty for none.
  public struct Hooks: Equatable, Sendable {
    /// For items that were added.
    public var added: [String] = []
    /// For items that were changed.
    public var changed: [String] = []
    /// For items that were completed.
    public var done: [String] = []
    /// For items that were deleted.
    public var deleted: [String] = []
    /// The seconds after which a program is ended.
    public var timeout = 10.0

    /// The program for each event, by the name that the event has in the file.
    public var programs: [(event: String, words: [String])] {
      [("added", added), ("changed", changed), ("done", done), ("deleted", deleted)]
    }
  }

  /// When something is said to be due.
  public struct Reminders: Equatable, Sendable {
    /// The hour at which what is due on a day, without a time, is said to be due.
    public var hour = 9.0
    /// Whether the list says what becomes due.
    public var notice = true
    /// Whether the list rings then.
    public var bell = false
  }
}

/// A command of the person's own: a program that gets the selected items.
public struct OwnCommand: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The program and its arguments; never empty.
  public var run: [String] = []
  /// Its keys; the keys of a sequence are separated by spaces.
  public var keys: [String] = []
  /// A few words for menus and the palette; the name unless they are configured.
  public var title: String
  /// A phrase for the help.
  public var help = ""
  /// Whether it gets the terminal, as an editor does.
  public var terminal = false

  /// Creates a command without a program.
  public init(name: String) {
    self.name = name
    title = name.replacing("-", with: " ").replacing("_", with: " ")
  }
}

/// A query with a name.
public struct SavedFilter: Equatable, Sendable {
  /// The name.
  public let name: String
  /// The query, in the language of the search line.
  public let query: String

  /// Creates a filter; the query is not checked.
  public init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}

/// A set of named values for an option.
public protocol OptionChoice: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

/// The colours of the screen.
public enum Theme: String, OptionChoice {
  /// The terminal's own colours, which suit its background.
  case terminal
  case dark
  case light
  case highContrast = "high-contrast"
  case mono
}

/// A column of the list.
public enum Column: String, OptionChoice {
  case state, priority, title, tags, list, due, updated, created, id
}

/// How times are shown.
public enum DateStyle: String, OptionChoice {
  /// In words: `today 17:00`, `in 3 d`, `12 Nov`.
  case relative
  /// `2026-11-21 17:00`.
  case iso
}

/// Which number of a date such as 12/24 is the month.
public enum SlashDateRule: String, OptionChoice {
  /// Such words are no dates.
  case off
  case monthFirst = "month-first"
  case dayFirst = "day-first"
}

/// When a command asks for confirmation.
public enum Confirmation: String, OptionChoice {
  case always
  /// Only for more than one item.
  case several
  case never
}

/// Which panes open by themselves.
public enum PaneRule: String, OptionChoice {
  /// Those that the screen has room for.
  case auto
  case closed
}

/// Whether the columns of the list have headings.
public enum HeadingRule: String, OptionChoice {
  /// Where the screen has many lines.
  case auto
  case always, never
}

/// Whether links are hyperlinks of the terminal.
public enum HyperlinkRule: String, OptionChoice {
  /// Where the environment names a terminal that knows them.
  case auto
  case always, never
}

/// What the cursor does when its item moves.
public enum CursorRule: String, OptionChoice {
  /// It follows the item.
  case item
  /// It stays in its row, on another item.
  case place
}

/// The width of a character of ambiguous width.
public enum Width: String, OptionChoice {
  case narrow, wide
}
