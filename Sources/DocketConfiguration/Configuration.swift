/// What a person has set up: the values of the configuration file, or the defaults.
public struct Configuration: Equatable, Sendable {
  /// The colours.
  public var theme = Theme.terminal

  /// Which columns rows have, the most important ones even on narrow screens, in their order from the left.
  public var columns: [Column] = [.state, .priority, .title, .tags, .list, .due]

  /// The query that the list opens with.
  public var filter = ""

  /// How times are shown.
  public var dates = DateStyle.relative

  /// When deleting asks first.
  public var confirmDelete = Confirmation.several

  /// Where the cursor goes when its item moves.
  public var cursor = CursorRule.item

  /// Whether the mouse is the program's.
  public var mouse = false

  /// Whether copying may use the terminal's clipboard sequence.
  public var clipboard = true

  /// Whether the window has a title of the program's while it runs.
  public var windowTitle = true

  /// The columns of characters that some terminals draw wide and others narrow.
  public var ambiguousWidth = Width.narrow

  /// The keys of commands whose keys are not the usual ones; no keys take a command off the keyboard.
  public var keys: [Command: [String]] = [:]

  /// Saved filters besides those that are always there: their names and queries, sorted by name.
  public var filters: [SavedFilter] = []

  /// Creates the defaults.
  public init() {}

  /// The keys of a command: those that were set up, or else the usual ones that no other command was given.
  public func keys(of command: Command) -> [String] {
    if let own = keys[command] { return own }
    let given = Set(keys.values.joined())
    return command.entry.keys.filter { !given.contains($0) }
  }
}
