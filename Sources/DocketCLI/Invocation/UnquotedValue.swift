import DocketData

/// A value of several words without quotation marks, as in `--due fri 9`: the words behind the first one would be taken
/// for a title, or for the numbers of other items.
enum UnquotedValue {
  /// The most words of a value that are looked at.
  private static let maxWords = 10

  private static let options: [(name: String, kind: String, isValue: @Sendable (String) -> Bool)] = [
    ("--due", "date", { DatePhrase.span(of: $0, DateReference()) != nil }),
    ("--start", "date", { DatePhrase.span(of: $0, DateReference()) != nil }),
    ("--every", "repetition", { RecurrencePhrase.rule(of: $0) != nil }),
  ]

  /// - Throws: `Failure` for a date or a repetition of several words, and for numbers of items in two places, one of which
  ///   may be the rest of a value: `update 4 --notes call 5`.
  static func refuse(in arguments: [String]) throws {
    guard let name = CommandNames.command(in: arguments), let place = CommandNames.place(in: arguments) else { return }
    let isOfNumbers = NumbersCommands.names.contains(name)
    guard isOfNumbers || name == AddCommand.commandName else { return }
    let arguments = Array(arguments[(place + 1)...].prefix { $0 != "--" })
    try refuseValues(in: arguments, of: name)
    if isOfNumbers, hasNumbersInTwoPlaces(arguments) {
      throw Failure(
        .usage, "numbers of items stand in two places", place: "docket \(name)",
        remedy: "put them in one, and a value of several words between quotation marks")
    }
  }

  private static func refuseValues(in arguments: [String], of command: String) throws {
    for (index, argument) in arguments.enumerated() {
      for (name, kind, isValue) in options {
        var words = arguments[index...].prefix(maxWords + 1)
        if argument == name {
          words = words.dropFirst()
        } else if argument.hasPrefix(name + "=") {
          words[index] = String(argument.dropFirst(name.count + 1))
        } else {
          continue
        }
        let typed = words.prefix { !$0.hasPrefix("--") }
        guard let count = (0...typed.count).reversed().first(where: { $0 > 1 && isValue(joined(typed.prefix($0))) })
        else { continue }
        let value = joined(typed.prefix(count))
        throw Failure(
          .usage, "the \(kind) “\(value)” has several words", place: "docket \(command)",
          remedy: "put it between quotation marks: \(name) '\(value)'")
      }
    }
  }

  private static func joined(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }

  private static func hasNumbersInTwoPlaces(_ arguments: [String]) -> Bool {
    var (rest, places, isWithin) = (arguments[...], 0, false)
    while let argument = rest.popFirst() {
      let isOption = argument.hasPrefix("-")
      if isOption, CommandNames.takesValue(argument) { rest = rest.dropFirst() }
      if !isOption, !isWithin { places += 1 }
      isWithin = !isOption
    }
    return places > 1
  }
}
