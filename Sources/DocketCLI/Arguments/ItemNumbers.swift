import ArgumentParser
import DocketData
import SwiftData

/// The items that a command changes, all of them or none.
struct ItemNumbers: ParsableArguments, Sendable {
  @Argument(
    help: ArgumentHelp("The items' numbers, with blanks or commas between them.", valueName: "id"),
    transform: NumberList.value)
  var lists: [NumberList]

  /// The identifiers of the items, each once, in the order given.
  func identifiers(_ handler: DataHandler) throws -> [PersistentIdentifier] {
    var known: Set<Int64> = []
    return try lists.flatMap(\.values).filter { known.insert($0).inserted }.map { try handler.identifier(number: $0) }
  }
}

/// Numbers of items with commas between them.
struct NumberList: TypedValue {
  let values: [Int64]

  /// Nil if one of them is no number of an item.
  init?(typed text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { ItemNumber(typed: String($0)) }
    values = numbers.compactMap { $0?.value }
    if values.count < numbers.count { return nil }
  }

  static let allowed = "numbers that 'docket list' shows, such as 3 or 3,5,8"
}
