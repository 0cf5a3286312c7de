import TOMLKit

extension ConfigurationOption {
  static let commands = ConfigurationOption(
    name: "commands",
    summary:
      "Commands of your own: a program that gets the selected items as JSON on its standard input. They are in the palette\n"
      + "# and in the help. With terminal = true the program gets the terminal, as an editor does.",
    values:
      "[commands.NAME] with run = [\"program\", \"argument\"], key = \"key\", title = \"words\", help = \"a phrase\", terminal = false"
  ) { value, configuration, checks throws(OptionProblem) in
    guard let table = value.table else { throw OptionProblem("must be a section") }
    try OptionProblem.collect(table.keys.sorted()) { name throws(OptionProblem) in
      try OwnCommandSection.check(name)
      guard let command = table[name]?.table else {
        throw OptionProblem("must be a section, with \"run\" at least", key: name)
      }
      configuration.commands.append(try OwnCommandSection.read(name, command, checks))
    }
  } text: { configuration in
    configuration.commands.map(OwnCommandSection.text).joined(separator: "\n\n")
  }
}

/// A section `[commands.NAME]`.
private enum OwnCommandSection {
  private static let maxName = 40
  private static let maxWords = 60

  /// Names are shown, and stand in front of full stops.
  static func check(_ name: String) throws(OptionProblem) {
    guard name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9_-]*/) != nil, name.utf8.count <= maxName else {
      throw OptionProblem("isn't a name for a command: use letters, digits, - and _, \(maxName) at most", key: name)
    }
    guard Command(rawValue: name) == nil else {
      throw OptionProblem("is the name of a command that docket has: choose another one", key: name)
    }
  }

  static func read(
    _ name: String, _ table: TOMLTable, _ checks: ConfigurationChecks
  ) throws(OptionProblem) -> OwnCommand {
    var command = OwnCommand(name: name)
    try OptionProblem.collect(table.keys.sorted()) { member throws(OptionProblem) in
      let (value, key) = (table[member], "\(name).\(member)")
      switch member {
      case "run": command.run = try ProgramWords.read(value, key: key)
      case "key": command.keys = try checks.checkedKeys(value, of: key)
      case "title": command.title = try words(value, key)
      case "help": command.help = try words(value, key)
      case "terminal":
        guard let flag = value?.bool else {
          throw OptionProblem("must be true or false, without quotation marks", key: key)
        }
        command.terminal = flag
      default: throw OptionProblem("isn't an option of a command: run, key, title, help or terminal", key: key)
      }
    }
    guard !command.run.isEmpty else {
      throw OptionProblem("has no program: add run = [\"program\", \"argument\"]", key: name)
    }
    return command
  }

  private static func words(_ value: (any TOMLValueConvertible)?, _ key: String) throws(OptionProblem) -> String {
    guard let text = value?.string, !text.isEmpty, text.count <= maxWords,
      text.unicodeScalars.allSatisfy({ ![.control, .format, .lineSeparator].contains($0.properties.generalCategory) })
    else { throw OptionProblem("must be at most \(maxWords) visible characters in quotation marks", key: key) }
    return text
  }

  static func text(_ command: OwnCommand) -> String {
    var lines = ["[commands.\(TOMLText.key(command.name))]", "run = \(TOMLText.list(command.run))"]
    lines.append("key = \(TOMLText.list(command.keys))")
    lines.append("title = \(TOMLText.string(command.title))")
    if !command.help.isEmpty { lines.append("help = \(TOMLText.string(command.help))") }
    lines.append("terminal = \(command.terminal)")
    return lines.joined(separator: "\n")
  }
}

extension Configuration {
  /// The commands of the person's own that have a key which something else has too.
  ///
  /// Checked once all sections are read: a default key can be given away.
  var takenKeys: [OptionProblem] {
    var owners: [String: String] = [:]
    for command in Command.allCases { for key in keys(of: command) { owners[key] = "\"keys.\(command.rawValue)\"" } }
    var problems: [OptionProblem] = []
    for command in commands {
      for key in command.keys {
        if let owner = owners[key] {
          problems.append(
            OptionProblem(
              "and \(owner) have the same key \"\(key)\": give one of them another", key: "\(command.name).key"))
        } else {
          owners[key] = "\"commands.\(command.name)\""
        }
      }
    }
    return problems
  }
}
