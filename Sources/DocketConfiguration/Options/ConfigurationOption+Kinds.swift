import TOMLKit

extension ConfigurationOption {
  /// One of some named values.
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

  /// Some of the named values, each once.
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

  /// True or false.
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

  /// A query in the language of the search line.
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
  /// The names with "or" between them.
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
