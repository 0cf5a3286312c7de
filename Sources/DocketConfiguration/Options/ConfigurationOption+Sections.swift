import TOMLKit

extension ConfigurationOption {
  /// The keys of commands.
  static let keys = ConfigurationOption(
    name: "keys",
    summary:
      "The keys of a command, instead of the usual ones; [] for none. Keys after one another have a blank between them.",
    values: "COMMAND = \"key\" or [\"key\", \"key\"]"
  ) { value, configuration, checks throws(OptionProblem) in
    guard let table = value.table else { throw OptionProblem("must be a section") }
    try OptionProblem.collect(table.keys) { name throws(OptionProblem) in
      guard let command = Command(rawValue: name) else {
        throw OptionProblem("is no command: the default file of docket config --print has all of them", key: name)
      }
      let keys = try checks.checkedKeys(table[name], of: name)
      try configuration.refuseTaken(keys, for: command)
      configuration.keys[command] = keys
    }
  } text: { configuration in
    Command.allCases
      .map { "\(TOMLText.key($0.rawValue)) = \(TOMLText.list(configuration.keys(of: $0)))" }
      .joined(separator: "\n")
  }

  /// Saved filters.
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
    configuration.filters
      .map { "\(TOMLText.key($0.name)) = \(TOMLText.string($0.query))" }
      .joined(separator: "\n")
  }
}

extension Configuration {
  /// Two commands that were given one key: nobody could say which of them it means.
  fileprivate func refuseTaken(_ keys: [String], for command: Command) throws(OptionProblem) {
    for key in keys {
      guard let other = self.keys.first(where: { $0.value.contains(key) })?.key else { continue }
      throw OptionProblem(
        "and \"keys.\(other.rawValue)\" have the same key \"\(key)\": give one of them another", key: command.rawValue)
    }
  }
}
