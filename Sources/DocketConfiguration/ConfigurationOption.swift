import TOMLKit

/// An option of the file: its name, its documentation, and how it is read and written.
///
/// Reading, `docket config --print` and the documentation use `ConfigurationOption.all`.
public struct ConfigurationOption: Sendable {
  /// The name in the file, after the name of its section and a full stop if it is in one.
  public let name: String
  /// What the option is for, in a sentence or two.
  public let summary: String
  /// The possible values, in words.
  public let values: String

  /// Reads a value into the configuration.
  ///
  /// - Throws: `OptionProblem` if the value is invalid.
  let read: @Sendable (any TOMLValueConvertible, inout Configuration, ConfigurationChecks) throws(OptionProblem) -> Void

  let text: @Sendable (Configuration) -> String

  /// All options, in the order in which they are printed.
  public static let all: [ConfigurationOption] = [
    theme,
    choices(
      "columns", \.columns,
      "The columns of the list from the left. When the screen is narrow, the less important ones are hidden."),
    query(
      "filter", \.filter, "What the list shows when it opens: the agenda of what can be done now; empty for everything."
    ),
    choice("dates", \.dates, "How the list shows times: as people say them, or as 2026-12-24 17:00."),
    choice(
      "slash-dates", \.slashDates,
      "What a typed date such as 12/24 means, in the list and in commands; off: it is none."),
    choice(
      "panes", \.panes,
      "Whether panes open by themselves: the sidebar from 110 columns on, the details from 150 columns or 36 lines on."),
    choice(
      "headings", \.headings,
      "Whether the columns of the list have headings, which sort when they are clicked; auto: from 30 lines on."),
    choice("cursor", \.cursor, "Where the cursor goes when its item moves: with the item, or it stays in its row."),
    flag(
      "mouse", \.mouse,
      "Whether the program uses the wheel and clicks on rows, fold marks, headings and keys in the footer. The terminal's own selection needs Shift then."
    ),
    flag("clipboard", \.clipboard, "Whether y may copy with the terminal's clipboard sequence (OSC 52)."),
    choice(
      "hyperlinks", \.hyperlinks,
      "Whether links in the details are hyperlinks of the terminal (OSC 8); auto: where it is known for them."),
    flag("window-title", \.windowTitle, "Whether the window is called docket while the list is open."),
    words(
      "open", \.open,
      "The program that opens links, with its arguments; the link is one more, and no shell sees it. It gets no terminal."
    ),
    choice(
      "ambiguous-width", \.ambiguousWidth,
      "How the terminal draws characters that are wide in some fonts and narrow in others."),
    number("urgency.priority", \.urgency.priority, "What a high priority counts; a medium one counts 65 % of it."),
    number("urgency.due", \.urgency.due, "What it counts to be overdue for a week; to be due later counts less."),
    number("urgency.age", \.urgency.age, "What it counts to be a year old; to be younger counts less."),
    number("urgency.blocking", \.urgency.blocking, "What it counts that others wait for the item."),
    number("urgency.blocked", \.urgency.blocked, "What it counts that the item waits for others."),
    choice("confirm.delete", \.confirmDelete, "When deleting asks for confirmation. It can be undone either way."),
    program("hooks.added", \.hooks.added, "The program that gets added items as JSON on its standard input."),
    program("hooks.changed", \.hooks.changed, "The program that gets changed items, as they are then."),
    program("hooks.done", \.hooks.done, "The program that gets completed items."),
    program("hooks.deleted", \.hooks.deleted, "The program that gets deleted items, as far as they are known."),
    number(
      "hooks.timeout", \.hooks.timeout, "After how many seconds one of these programs is ended.", in: 0.1...3_600),
    number(
      "remind.hour", \.reminders.hour,
      "The hour at which docket remind and the list say what is due on a day, without a time.", in: 0...23),
    flag("remind.notice", \.reminders.notice, "Whether the list says what becomes due."),
    flag("remind.bell", \.reminders.bell, "Whether the list rings then."),
    keys,
    filters,
    themes,
    commands,
  ]

  static let named = Dictionary(uniqueKeysWithValues: all.filter { !$0.isSection }.map { ($0.name, $0) })
  /// The options that are sections with names of the user's own, by section.
  static let sections = Dictionary(uniqueKeysWithValues: all.filter(\.isSection).map { ($0.name, $0) })

  /// Whether it is a section with names of the user's own.
  public var isSection: Bool { [Self.keys, Self.filters, Self.themes, Self.commands].contains { $0.name == name } }
}

// MARK: - Sections

extension ConfigurationOption {
  static let keys = ConfigurationOption(
    name: "keys",
    summary:
      "The keys of a command, instead of the default ones; [] for none. The keys of a sequence are separated by spaces.",
    values: "COMMAND = \"key\" or [\"key\", \"key\"]"
  ) { value, configuration, checks throws(OptionProblem) in
    guard let table = value.table else { throw OptionProblem("must be a section") }
    try OptionProblem.collect(table.keys) { name throws(OptionProblem) in
      guard let command = Command(rawValue: name) else {
        throw OptionProblem("isn't a command: the default file of docket config --print has all of them", key: name)
      }
      let keys = try checks.checkedKeys(table[name], of: name)
      try configuration.refuseTaken(keys, for: command)
      configuration.keys[command] = keys
    }
  } text: { configuration in
    Command.allCases.map { "\(TOMLText.key($0.rawValue)) = \(TOMLText.list(configuration.keys(of: $0)))" }
      .joined(separator: "\n")
  }

  static let filters = ConfigurationOption(
    name: "filters",
    summary: "Filters of your own for the menu of saved filters.",
    values: "NAME = \"a query\""
  ) { value, configuration, checks throws(OptionProblem) in
    guard let table = value.table else { throw OptionProblem("must be a section") }
    try OptionProblem.collect(table.keys.sorted()) { name throws(OptionProblem) in
      try checks.checkFilterName(name)
      let query = try checks.checkedQuery(table[name], key: name)
      configuration.filters.append(SavedFilter(name: name, query: query))
    }
  } text: { configuration in
    configuration.filters.map { "\(TOMLText.key($0.name)) = \(TOMLText.string($0.query))" }
      .joined(separator: "\n")
  }
}

extension Configuration {
  fileprivate func refuseTaken(_ keys: [String], for command: Command) throws(OptionProblem) {
    for key in keys {
      guard let other = self.keys.first(where: { $0.value.contains(key) })?.key else { continue }
      throw OptionProblem(
        "and \"keys.\(other.rawValue)\" have the same key \"\(key)\": give one of them another", key: command.rawValue)
    }
  }
}

// MARK: - Kinds

extension ConfigurationOption {
  static func choice<Choice: OptionChoice>(
    _ name: String, _ place: any WritableKeyPath<Configuration, Choice> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(name: name, summary: summary, values: Choice.names) {
      value, configuration, _ throws(OptionProblem) in
      configuration[keyPath: place] = try Choice(toml: value)
    } text: {
      TOMLText.string($0[keyPath: place].rawValue)
    }
  }

  static func choices<Choice: OptionChoice>(
    _ name: String, _ place: any WritableKeyPath<Configuration, [Choice]> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(name: name, summary: summary, values: "a list of \(Choice.names)") {
      value, configuration, _ throws(OptionProblem) in
      configuration[keyPath: place] = try Choice.list(toml: value)
    } text: {
      TOMLText.list($0[keyPath: place].map(\.rawValue))
    }
  }

  static func flag(
    _ name: String, _ place: any WritableKeyPath<Configuration, Bool> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(name: name, summary: summary, values: "true or false") {
      value, configuration, _ throws(OptionProblem) in
      guard let flag = value.bool else { throw OptionProblem("must be true or false, without quotation marks") }
      configuration[keyPath: place] = flag
    } text: {
      $0[keyPath: place] ? "true" : "false"
    }
  }

  static func number(
    _ name: String, _ place: any WritableKeyPath<Configuration, Double> & Sendable, _ summary: String,
    in range: ClosedRange<Double> = -1_000...1_000
  ) -> ConfigurationOption {
    let values = "a number from \(text(range.lowerBound)) to \(text(range.upperBound))"
    return ConfigurationOption(name: name, summary: summary, values: values) {
      value, configuration, _ throws(OptionProblem) in
      guard let number = value.double ?? value.int.map(Double.init), range.contains(number) else {
        throw OptionProblem("must be \(values), without quotation marks")
      }
      configuration[keyPath: place] = number
    } text: {
      text($0[keyPath: place])
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  static func program(
    _ name: String, _ place: any WritableKeyPath<Configuration, [String]> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      name: name, summary: summary, values: "\"program\" or [\"program\", \"argument\"]; [] for none"
    ) { value, configuration, _ throws(OptionProblem) in
      configuration[keyPath: place] = try ProgramWords.read(value)
    } text: {
      TOMLText.list($0[keyPath: place])
    }
  }

  static func words(
    _ name: String, _ place: any WritableKeyPath<Configuration, [String]> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(name: name, summary: summary, values: "a list of words") {
      value, configuration, _ throws(OptionProblem) in
      let words = value.array.map { array in (0..<array.count).compactMap { array[$0].string } } ?? []
      guard words.count == value.array?.count, words.first?.isEmpty == false,
        !words.contains(where: { $0.contains("\0") })
      else { throw OptionProblem("must be a list of words in quotation marks, such as [\"xdg-open\"]") }
      configuration[keyPath: place] = words
    } text: {
      TOMLText.list($0[keyPath: place])
    }
  }

  static func query(
    _ name: String, _ place: any WritableKeyPath<Configuration, String> & Sendable, _ summary: String
  ) -> ConfigurationOption {
    ConfigurationOption(name: name, summary: summary, values: "a query") {
      value, configuration, checks throws(OptionProblem) in
      configuration[keyPath: place] = try checks.checkedQuery(value)
    } text: {
      TOMLText.string($0[keyPath: place])
    }
  }
}

extension OptionChoice {
  /// The names, separated by "or".
  fileprivate static var names: String { TOMLText.alternatives(allCases.map(\.rawValue)) }

  fileprivate init(toml value: any TOMLValueConvertible) throws(OptionProblem) {
    guard let name = value.string, let choice = Self(rawValue: name) else {
      throw OptionProblem("must be \(Self.names)")
    }
    self = choice
  }

  fileprivate static func list(toml value: any TOMLValueConvertible) throws(OptionProblem) -> [Self] {
    guard let array = value.array else { throw OptionProblem("must be a list of \(names)") }
    var choices: [Self] = []
    guard array.count > 0 else { throw OptionProblem("must have at least one of \(names)") }
    for index in 0..<array.count {
      let name = array[index].string
      guard let choice = name.flatMap(Self.init(rawValue:)) else {
        throw OptionProblem("has \(name.map(TOMLText.string) ?? "something") that is not one of \(names)")
      }
      guard !choices.contains(choice) else { throw OptionProblem("names \"\(choice.rawValue)\" twice") }
      choices.append(choice)
    }
    return choices
  }
}
