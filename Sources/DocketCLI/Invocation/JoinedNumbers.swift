/// Long runs of numbers as one argument.
///
/// The parser takes time that grows with the square of the number of arguments: for ten thousand, as `xargs` gives them,
/// that is seconds.
enum JoinedNumbers {
  /// The commands whose other arguments are the numbers of items.
  private static let commands: Set<String> = [
    DoneCommand.commandName, ReopenCommand.commandName, DeleteCommand.commandName, UpdateCommand.commandName,
  ]

  /// The arguments, with commas between numbers that follow each other; the first of a run may be an option's value.
  static func join(_ arguments: [String]) -> [String] {
    guard let name = CommandNames.command(in: arguments), commands.contains(name) else { return arguments }
    var (joined, run): ([String], [String]) = ([], [])
    var isAfterNumber = false
    for argument in arguments {
      let isNumber = ItemNumber(typed: argument) != nil
      if isNumber, isAfterNumber {
        run.append(argument)
      } else {
        if !run.isEmpty { joined.append(run.joined(separator: ",")) }
        run = []
        joined.append(argument)
      }
      isAfterNumber = isNumber
    }
    return run.isEmpty ? joined : joined + [run.joined(separator: ",")]
  }
}
