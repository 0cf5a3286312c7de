import DocketData

/// A value of several words without quotation marks, as in `--due fri 9`: the words behind the first one would be taken
/// for a title, or for the numbers of other items.
struct UnquotedValue {
  /// The most words of a value that are looked at.
  private static let maxWords = 10

  /// What the values of options are that people write in several words.
  private static let kinds: [(options: Set<String>, name: String, isValue: @Sendable (String) -> Bool)] = [
    (["--due", "--start"], "date", { DatePhrase.span(of: $0, DateReference()) != nil }),
    (["--every"], "repetition", { RecurrencePhrase.rule(of: $0) != nil }),
  ]
  private static let optionsWithText: Set<String> = [
    "--title", "--notes", "--append-notes", "--list", "--tag", "--after", "--due", "--start", "--every",
  ]

  private let command: String
  private let isOfNumbers: Bool
  /// What stands behind the name of the command, up to `--`.
  private let arguments: [String]

  /// - Throws: `Failure` for a date or a repetition of several words, and for words behind a value where numbers of items
  ///   stand elsewhere: `update 4 --notes call 5`.
  static func refuse(in arguments: [String]) throws {
    guard let name = CommandNames.command(in: arguments), let place = CommandNames.place(in: arguments) else { return }
    let isOfNumbers = NumbersCommands.names.contains(name)
    guard isOfNumbers || name == AddCommand.commandName else { return }
    let rest = Array(arguments[(place + 1)...].prefix { $0 != "--" })
    try UnquotedValue(command: name, isOfNumbers: isOfNumbers, arguments: rest).refuse()
  }

  private func refuse() throws {
    for index in arguments.indices {
      guard let (option, value, end) = option(at: index), !value.contains(where: \.isWhitespace) else { continue }
      let following = arguments[end...].prefix { !$0.hasPrefix("-") }.prefix(Self.maxWords)
      guard !following.isEmpty else { continue }
      let numbersElsewhere = hasNumbers(outside: end..<end + following.count)
      try refuse(option, value, Array(following), numbersElsewhere)
      guard isOfNumbers, numbersElsewhere, Self.optionsWithText.contains(option), arguments[index] == option else {
        continue
      }
      throw Failure(
        .usage, "the value of \(option) ends with “\(value)”", place: "docket \(command)",
        remedy: "put several words between quotation marks, \(option) '\(value) \(following[end])', "
          + "or all numbers in one place")
    }
  }

  /// Refuses a date or a repetition that goes on behind the first word.
  private func refuse(_ option: String, _ value: String, _ following: [String], _ numbersElsewhere: Bool) throws {
    guard let kind = Self.kinds.first(where: { $0.options.contains(option) }),
      let count = following.indices.reversed().map({ $0 + 1 }).first(where: {
        kind.isValue(([value] + following.prefix($0)).joined(separator: " "))
      })
    else { return }
    // The only numbers are those of items.
    if isOfNumbers, !numbersElsewhere, following.allSatisfy({ NumberRanges(typed: $0) != nil }) { return }
    let whole = ([value] + following.prefix(count)).joined(separator: " ")
    throw Failure(
      .usage, "the \(kind.name) “\(whole)” has several words", place: "docket \(command)",
      remedy:
        "put it between quotation marks, \(option) '\(whole)', or the \(isOfNumbers ? "numbers" : "title") before it")
  }

  /// The option at an index, its value, and the index behind that; nil for anything else.
  private func option(at index: Int) -> (name: String, value: String, end: Int)? {
    let argument = arguments[index]
    if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
      return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]), index + 1)
    }
    guard CommandNames.takesValue(argument), index + 1 < arguments.count else { return nil }
    return (argument, arguments[index + 1], index + 2)
  }

  /// Whether numbers of items stand outside of some arguments.
  private func hasNumbers(outside range: Range<Int>) -> Bool {
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if !range.contains(index), !argument.hasPrefix("-"), NumberRanges(typed: argument) != nil { return true }
      index += CommandNames.takesValue(argument) ? 2 : 1
    }
    return false
  }
}
