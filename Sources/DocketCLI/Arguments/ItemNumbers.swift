import ArgumentParser
import DocketData
import Foundation
import SwiftData

/// The items that a command changes: by their numbers, or by a query.
struct ItemNumbers: ParsableArguments, Sendable {
  /// The most items that a query may find without a question.
  private static let maxUnasked = 20

  @Argument(
    help: ArgumentHelp("The items' numbers, separated by spaces or commas.", valueName: "id"),
    completion: ItemCompletion.numbers,
    transform: NumberList.value)
  var lists: [NumberList] = []

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("All items that match, instead of numbers; see 'docket help list'.", valueName: "query"),
    completion: ItemCompletion.wholeQuery)
  var query: String?

  @Flag(help: "Change more than \(Self.maxUnasked) items without a question.")
  var yes = false

  func validate() throws {
    if lists.isEmpty, query == nil { throw ValidationError("Missing expected argument '<id> ...'") }
    if !lists.isEmpty, query != nil { throw ValidationError("Give numbers or '--where', not both") }
    if yes, query == nil { throw ValidationError("'--yes' needs '--where'") }
  }

  /// The items, each once; those of a query in its order.
  ///
  /// - Throws: `NothingMatched` if a query finds none, `Failure` if it finds many and nobody says yes.
  func identifiers<Command: NumbersCommand>(
    _ handler: DataHandler, of _: Command.Type
  ) async throws -> [PersistentIdentifier] {
    if let query {
      let place = "docket \(Command.commandName) --where"
      let typed = try Self.query(query, place: place)
      let found = try await handler.itemIdentifiers(
        matching: try Command.state.map { try typed.and("is:\($0.rawValue)") } ?? typed)
      if found.isEmpty {
        await EmptyResult.explain(typed, in: Command.state, handler, place: place)
        throw NothingMatched()
      }
      if found.count > Self.maxUnasked, !yes { try Question(Command.self, count: found.count).ask() }
      return found
    }
    var known: Set<Int64> = []
    return try lists.flatMap(\.values).filter { known.insert($0).inserted }.map { try handler.identifier(number: $0) }
  }

  private static func query(_ text: String, place: String) throws -> ItemQuery {
    let query = try QueryWords.query(text, place: place)
    guard !query.isEmpty else {
      throw Failure(
        .usage, "the query is empty", place: place, remedy: "give a term; is:open or is:done finds all in a state")
    }
    return query
  }
}

/// Asks a person whether many items are meant.
private struct Question {
  private let verb: String
  private let count: Quantity
  private let place: String

  init<Command: NumbersCommand>(_: Command.Type, count: Int) {
    verb = Command.verb
    place = "docket \(Command.commandName)"
    self.count = Quantity(count, "item")
  }

  /// - Throws: `Failure` unless the answer is yes, and where there is nobody to ask.
  func ask() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw Failure(.usage, "the query finds \(count)", place: place, remedy: "give --yes to \(verb) them all")
    }
    StandardStreams.report("\(verb.prefix(1).uppercased() + verb.dropFirst()) \(count)? [y/N] ")
    guard let answer = readLine(), ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased())
    else { throw Failure(.noMatch, "nothing is changed", place: place, remedy: "answer y, or give --yes") }
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
