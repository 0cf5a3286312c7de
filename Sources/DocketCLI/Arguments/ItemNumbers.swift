import ArgumentParser
import DocketData
import SwiftData

struct ItemNumbers: ParsableArguments, Sendable {
  @Argument(
    help: ArgumentHelp("The items' numbers, separated by spaces or commas.", valueName: "id"),
    transform: NumberList.value)
  var lists: [NumberList]

  func identifiers(_ handler: DataHandler) throws -> [PersistentIdentifier] {
    var known: Set<Int64> = []
    return try lists.flatMap(\.values).filter { known.insert($0).inserted }.map { try handler.identifier(number: $0) }
  }
}

struct ItemNumber: TypedValue, Hashable {
  let value: Int64

  /// Nil if it is not a whole number above zero.
  init?(typed text: String) {
    guard let value = Int64(text), value > 0 else { return nil }
    self.value = value
  }

  static let allowed = "the number that 'docket list' shows"
}

struct NumberList: TypedValue {
  let values: [Int64]

  /// Nil if one of them is not the number of an item.
  init?(typed text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { ItemNumber(typed: String($0)) }
    values = numbers.compactMap { $0?.value }
    if values.count < numbers.count { return nil }
  }

  static let allowed = "numbers that 'docket list' shows, such as 3 or 3,5,8"

  /// The arguments of a command line with runs of numbers joined by commas; the first of a run may be an option's value.
  ///
  /// The parser's time grows with the square of the number of arguments: for ten thousand of them, as from `xargs`, it
  /// takes seconds.
  static func joined(_ arguments: [String]) -> [String] {
    guard let name = CommandNames.command(in: arguments), NumbersCommands.names.contains(name) else { return arguments }
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
