/// The names of the commands, and which of them somebody may have meant.
enum CommandNames {
  /// What is typed, in the order of the help.
  static let all: [String] =
    (DocketCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
    + DocketCommand.configuration.ungroupedSubcommands).map { $0._commandName } + ["help"]

  /// The options before a command that take a value.
  ///
  /// The parser knows them too, but it takes longer to describe itself than most commands take.
  private static let optionsWithValues: Set<String> = [
    "--store", "--items", "--filter", "--generate-completion-script",
  ]

  /// The options of commands that take any word for their value, so that it may look like an option.
  private static let optionsWithAnyValue: Set<String> = [
    "--title", "--notes", "--tag", "--due", "--every", "--list", "--parent", "--priority", "--sort", "--limit",
  ]

  /// Whether there is the option that only the full-screen list has; the parser takes it from any command.
  static func hasFilter(in arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let word = rest.popFirst(), word != "--" {
      if word == "--filter" || word.hasPrefix("--filter=") { return true }
      if optionsWithValues.contains(word) || optionsWithAnyValue.contains(word) { rest = rest.dropFirst() }
    }
    return false
  }

  /// The word in a command's place, whether it is one or not; nil if there is no such word.
  static func command(in arguments: [String]) -> String? { words(arguments).first }

  /// The word in a command's place that is none, also after `help`; nil if there is no such word.
  static func misnamed(in arguments: [String]) -> String? {
    let words = words(arguments)
    return words.prefix(words.first == "help" ? 2 : 1).first { !all.contains($0) }
  }

  /// What is neither an option nor the value of one that stands before a command, up to the second such word.
  private static func words(_ arguments: [String]) -> [String] {
    var (words, rest): ([String], ArraySlice<String>) = ([], arguments[...])
    while words.count < 2, let word = rest.popFirst(), word != "--" {
      if optionsWithValues.contains(word) {
        rest = rest.dropFirst()
      } else if !word.hasPrefix("-") {
        words.append(word)
      }
    }
    return words
  }

  /// The command that a word was most likely meant to be; nil if it is like none.
  static func nearest(to word: String) -> String? {
    let word = word.lowercased()
    guard !word.isEmpty else { return nil }
    if let longer = all.first(where: { $0.hasPrefix(word) }) { return longer }
    let distances = all.map { (name: $0, distance: Spelling.distance(word, $0)) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= max(1, min(word.count, nearest.name.count) / 3)
    else { return nil }
    return nearest.name
  }
}
