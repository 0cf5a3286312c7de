import ArgumentParser
import DocketData

extension Failure {
  /// The failure for invalid arguments.
  ///
  /// - Parameter usage: the parser's message, one line or more.
  init(usage: String, arguments: [String]) {
    let usage = Self.unknownOption(usage, arguments) ?? usage
    let what = usage.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let name = CommandNames.command(in: arguments).flatMap { CommandNames.command(named: $0) == nil ? nil : $0 }
    let (problem, advice) = Self.advice(in: Self.dashed(what, name, arguments) ?? what)
    self.init(
      .usage, problem.clause, place: name.map { "docket \($0)" } ?? "docket",
      remedy: advice + (name.map { "see 'docket help \($0)'" } ?? "see 'docket help'"))
  }

  static func noCommand(_ name: String, in arguments: [String]) -> Failure {
    if let failure = numbersFirst(name, arguments) { return failure }
    let ofSync = SyncCommand.commands.contains(name) ? "sync \(name)" : nil
    let nearest =
      (ofSync ?? CommandNames.otherNames[name.lowercased()] ?? NearestName.of(name, among: CommandNames.all)).map {
        "try 'docket \($0)', or "
      } ?? ""
    return Failure(.usage, "there is no such command", place: name, remedy: nearest + "see 'docket help'")
  }

  /// Some programs put the numbers first: `1 done`.
  ///
  /// - Returns: nil if the word is no number, or what follows it is no command for items.
  private static func numbersFirst(_ numbers: String, _ arguments: [String]) -> Failure? {
    guard NumberRanges(typed: numbers) != nil, CommandNames.command(in: arguments) == numbers else { return nil }
    let isOne = ItemNumber(typed: numbers) != nil
    var verb = ShowCommand.commandName
    if let word = CommandNames.second(in: arguments) {
      let meant = CommandNames.otherNames[word.lowercased()] ?? word
      let command = meant.prefix { $0 != " " }
      guard NumbersCommands.names.contains(String(command)) || isOne && meant == verb else { return nil }
      verb = meant
    } else if !isOne {
      return nil
    }
    let line = verb.contains("ID") ? verb.replacing("ID", with: numbers, maxReplacements: 1) : "\(verb) \(numbers)"
    return Failure(
      .usage, "the command comes before the numbers", place: numbers,
      remedy: "try 'docket \(line)', or see 'docket help'")
  }

  /// The same of a command of `docket sync`.
  static func noSyncCommand(_ name: String) -> Failure {
    let nearest = NearestName.of(name, among: SyncCommand.commands)
    return Failure(
      .usage, "there is no such command", place: "sync \(name)",
      remedy: (nearest.map { "try 'docket sync \($0)', or " } ?? "") + "see 'docket help sync'")
  }

  /// Only lists have a filter; a command that ignored it would work on too many items.
  static func filterOfCommand(_ name: String) -> Failure {
    Failure(
      .usage, "--filter is for the list on the full screen, and for 'docket list'", place: "docket \(name)",
      remedy: "give the query itself, where a command takes one; see 'docket help \(name)'")
  }

  /// What is wrong, and what can be given instead.
  private static func advice(in usage: String) -> (problem: String, advice: String) {
    if let match = usage.wholeMatch(of: /(.*?'(-[^']*)'.*)\. Did you mean '(-.*)'\?/) {
      // The parser offers whatever is nearest, however far that is.
      let isNear = NearestName.of(String(match.2), among: [String(match.3)]) != nil
      return (String(match.1), isNear ? "try '\(match.3)', or " : "")
    }
    if let match = usage.wholeMatch(of: /(.*)\. Please provide one of (.*)\./) {
      return (String(match.1), NotAllowed.lead + match.2.replacing("'", with: "") + ", or ")
    }
    if let match = usage.wholeMatch(
      of: /((?:The value '.*' is invalid for|Unknown option|Missing expected argument) '[^']*'): (.*)/)
    {
      return (String(match.1), match.2 + ", or ")
    }
    // The only flags that exclude each other.
    if usage.wholeMatch(of: /Value to be set with flag '.*' had already been set with flag '.*'/) != nil {
      return ("give one of " + ListCommand.Format.allCases.map { "--" + $0.rawValue }.joined(separator: ", "), "")
    }
    return (usage, "")
  }

  /// What is wrong if the parser took a word with a leading dash for an option; nil if it did not.
  private static func dashed(_ usage: String, _ command: String?, _ arguments: [String]) -> String? {
    guard usage.prefixMatch(of: /Missing expected argument|Unknown option '-[^-]/) != nil,
      let word = arguments.first(where: { $0.prefixMatch(of: /-[^-]/) != nil })
    else { return nil }
    switch command {
    case AddCommand.commandName: return "\(usage): put -- before a title that starts with a dash"
    case UndoCommand.commandName, RedoCommand.commandName: return invalid(word, "n", PositiveNumber.allowed)
    case ShowCommand.commandName: return invalid(word, "id", ItemNumber.allowed)
    case let name? where NumbersCommands.names.contains(name): return invalid(word, "id", NumberRanges.allowed)
    default: return nil
    }
  }

  /// What is wrong if there is an unknown option of which the parser does not say enough: it took the option's value for
  /// the number of an item, found nothing to change in `update`, or took the option for a word of a query; nil if there is
  /// none.
  private static func unknownOption(_ usage: String, _ arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    let value = usage.firstMatch(of: /The value '(.*)' is invalid for '<id>'/)?.1
    let ofQuery = usage.wholeMatch(of: /Unknown option '(--[^']*)'/).map { String($0.1) }
    guard value != nil || ofQuery != nil || usage.hasPrefix(UpdateCommand.nothingToChange),
      let type = CommandNames.command(in: arguments).flatMap(CommandNames.command(named:))
    else { return nil }
    // All options are in the help, at the beginning of a line.
    let lines = /^\s+(?:-\w, )?(--[a-z][a-z-]*)/.anchorsMatchLineEndings()
    let known = DocketCommand.helpMessage(for: type).matches(of: lines).map { String($0.1) }
    let options = zip(words, words.dropFirst() + [""])
      .filter { option, next in option.hasPrefix("--") && (value.map { next == $0 && !option.contains("=") } ?? true) }
      .map { option, _ in String(option.prefix { $0 != "=" }) }
    guard let option = ofQuery ?? options.first(where: { !known.contains($0) }) else { return nil }
    let nearest = NearestName.of(option, among: known).map { ". Did you mean '\($0)'?" }
    return "Unknown option '\(option)'\(nearest ?? "")"
  }

  private static func invalid(_ word: String, _ name: String, _ allowed: String) -> String {
    "The value '\(word)' is invalid for '<\(name)>': \(NotAllowed(allowed: allowed))"
  }
}

/// The names of the commands.
enum CommandNames {
  /// All names, in the order of the help.
  static let all: [String] = commands.map { $0._commandName } + ["help"]

  private static let commands =
    DocketCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
    + DocketCommand.configuration.ungroupedSubcommands

  /// What others call a command, and what to write here.
  static let otherNames = [
    "agenda": "list", "next": "list", "ready": "list", "ls": "list", "today": "list is:today",
    "overdue": "list is:overdue",
    "mod": "update", "due": "update ID --due DATE", "snooze": "update ID --start DATE", "find": "list WORDS",
    "search": "list WORDS", "new": "add", "create": "add", "modify": "update", "edit": "update",
    "postpone": "update ID --due DATE", "defer": "update ID --start DATE", "wait": "update ID --start DATE",
    "block": "update ID --after ID", "depends": "update ID --after ID", "tag": "update ID --tag NAME",
    "complete": "done", "finish": "done", "do": "done", "rm": "delete", "remove": "delete", "restore": "recover",
  ]

  /// The command with a name.
  static func command(named name: String) -> (any ParsableCommand.Type)? { commands.first { $0._commandName == name } }

  /// The options before a command that take a value.
  ///
  /// The parser knows them too, but describing them takes longer than most commands.
  private static let optionsWithValues: Set<String> = [
    "--store", "--items", "--filter", "--generate-completion-script",
  ]

  /// The options of commands whose value may look like an option.
  private static let optionsWithAnyValue: Set<String> = [
    "--title", "--notes", "--tag", "--due", "--start", "--after", "--where", "--every", "--list", "--parent",
    "--priority", "--append-notes", "--sort", "--limit", "--exec", "--svg", "--days", "--weeks",
  ]

  /// Whether the next argument is the value of an option.
  static func takesValue(_ option: String) -> Bool {
    optionsWithValues.contains(option) || optionsWithAnyValue.contains(option)
  }

  /// A word such as `-hop`, in which the parser takes the first letters for `-h`; nil if help is asked for.
  static func wordWithHelp(in arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    guard !words.contains("-h"), !words.contains("--help") else { return nil }
    return words.first { $0.wholeMatch(of: /-[^-].*/) != nil && $0.contains("h") }
  }

  /// Whether an option stands where the value of another one is expected.
  static func hasOptionAsValue(in arguments: [String]) -> Bool {
    zip(arguments, arguments.dropFirst()).contains { option, value in
      value.hasPrefix("-") && takesValue(option)
    }
  }

  /// Whether the arguments have `--filter`, which the parser accepts for any command.
  static func hasFilter(in arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let word = rest.popFirst(), word != "--" {
      if word == "--filter" || word.hasPrefix("--filter=") { return true }
      if takesValue(word) { rest = rest.dropFirst() }
    }
    return false
  }

  /// The word in the position of a command, whether it is one or not; nil if there is none.
  static func command(in arguments: [String]) -> String? { words(arguments).first }

  /// The next word behind that, which is no option; nil if there is none.
  static func second(in arguments: [String]) -> String? { words(arguments).dropFirst().first }

  /// Where the word in the position of a command stands among the arguments.
  static func place(in arguments: [String]) -> Int? { places(arguments).first }

  /// The flags before a command.
  private static let flags: Set<String> = ["--preview", "--help", "--version", "--generate-manual"]

  /// The word in the position of a command, also after `help`, that is not one; nil if there is none.
  static func misnamed(in arguments: [String]) -> String? {
    let words = words(arguments)
    guard let word = words.prefix(words.first == "help" ? 2 : 1).first(where: { !all.contains($0) }) else { return nil }
    // Behind an unknown option it may be meant as its value: the parser tells of the option.
    return arguments.prefix { $0 != word }.contains(where: isUnknownOption) ? nil : word
  }

  private static func isUnknownOption(_ word: String) -> Bool {
    let name = String(word.prefix { $0 != "=" })
    return word.hasPrefix("--") && !flags.contains(name) && !optionsWithValues.contains(name)
  }

  /// The first two words that are neither options nor values of options before a command.
  private static func words(_ arguments: [String]) -> [String] { places(arguments).map { arguments[$0] } }

  private static func places(_ arguments: [String]) -> [Int] {
    var (places, rest): ([Int], Range<Int>) = ([], arguments.indices)
    while places.count < 2, let place = rest.popFirst(), arguments[place] != "--" {
      if optionsWithValues.contains(arguments[place]) {
        rest = rest.dropFirst()
      } else if !arguments[place].hasPrefix("-") {
        places.append(place)
      }
    }
    return places
  }
}
