import ArgumentParser
import DocketData
import Foundation
import SwiftData

/// The items that a command changes: by their numbers, or by a query.
struct ItemNumbers: ParsableArguments, Sendable {
  /// The most items that a query may find without a question.
  private static let maxUnasked = 20

  @Argument(
    help: ArgumentHelp(
      "The items' numbers, separated by spaces or commas; 3-8 are those from 3 to 8 that there are, of up to 10 000 numbers.",
      valueName: "id"),
    completion: ItemCompletion.numbers,
    transform: NumberRanges.value)
  var lists: [NumberRanges] = []

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
    if yes, query == nil, lists.allSatisfy({ $0.ranges.allSatisfy { $0.count == 1 } }) {
      throw ValidationError("'--yes' needs '--where', or a range of numbers")
    }
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
      if found.count > Self.maxUnasked, !yes {
        try ManyItemsQuestion(Command.self, "the query finds", found.count).ask()
      }
      return found
    }
    return try await identifiersOfNumbers(handler, of: Command.self)
  }

  /// - Throws: `Failure` if there is none in a range, and if there are many in ranges and nobody says yes.
  private func identifiersOfNumbers<Command: NumbersCommand>(
    _ handler: DataHandler, of _: Command.Type
  ) async throws -> [PersistentIdentifier] {
    var (found, known): ([PersistentIdentifier], Set<PersistentIdentifier>) = ([], [])
    var isRange = false
    for range in lists.flatMap(\.ranges) {
      var ids = try range.map { try handler.identifier(number: $0) }
      // One number is that of an item, or the command fails.
      if range.count > 1 {
        isRange = true
        ids = try await Self.items(in: range, among: ids, handler, of: Command.self)
      }
      found += ids.filter { known.insert($0).inserted }
    }
    if isRange, found.count > Self.maxUnasked, !yes {
      try ManyItemsQuestion(Command.self, "the numbers are those of", found.count).ask()
    }
    return found
  }

  /// The items of a range in their order: those in the state that the command looks for.
  private static func items<Command: NumbersCommand>(
    in range: ClosedRange<Int64>, among ids: [PersistentIdentifier], _ handler: DataHandler, of _: Command.Type
  ) async throws -> [PersistentIdentifier] {
    let state = try ItemQuery(Command.state.map { "is:\($0.rawValue)" } ?? "")
    let there = try await handler.itemIdentifiers(among: ids, matching: state)
    guard !there.isEmpty else {
      let kind = Command.state.map { "\($0.rawValue) item" } ?? "item"
      throw Failure(
        .noMatch, "there is no \(kind) from \(range.lowerBound) to \(range.upperBound)",
        place: "docket \(Command.commandName)", remedy: "see the numbers with 'docket list'")
    }
    return there.sorted { ($0.primaryKey ?? 0) < ($1.primaryKey ?? 0) }
  }

  private static func query(_ text: String, place: String) throws -> ItemQuery {
    let query = try QueryWords.query(text, place: place)
    if let doubt = query.doubtsOfDates.first {
      // A list shows what was found; a change would be made to other items than were meant.
      throw Failure(.usage, doubt, place: place, remedy: "or put the word between quotation marks")
    }
    guard !query.isEmpty else {
      throw Failure(
        .usage, "the query is empty", place: place, remedy: "give a term; is:open or is:done finds all in a state")
    }
    return query
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

/// Numbers of items with commas between them, none of which is left out: `3,5,8`.
struct NumberList: TypedValue {
  let values: [Int64]

  /// Nil if one of them is not the number of an item.
  init?(typed text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { ItemNumber(typed: String($0)) }
    values = numbers.compactMap { $0?.value }
    if values.count < numbers.count { return nil }
  }

  static let allowed = "numbers that 'docket list' shows, such as 3 or 3,5,8"
}

/// Numbers of items, and ranges of them, with commas between them: `3,5,8-12`.
struct NumberRanges: TypedValue {
  /// A longer range is a mistake.
  private static let maxCount = 10_000

  let ranges: [ClosedRange<Int64>]

  /// Nil if one of them is neither a number nor a range of numbers.
  init?(typed text: String) { try? self.init(text) }

  /// - Throws: `NotAllowed`.
  static func value(_ text: String) throws -> NumberRanges { try NumberRanges(text) }

  /// - Throws: `NotAllowed`.
  private init(_ text: String) throws {
    ranges = try text.split(separator: ",", omittingEmptySubsequences: false).map(Self.range)
  }

  private static func range(_ text: Substring) throws -> ClosedRange<Int64> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { ItemNumber(typed: String($0))?.value }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
      throw NotAllowed(allowed: allowed)
    }
    guard first <= last else { throw NotAllowed(allowed: "the smaller number first, \(last)-\(first)") }
    guard last - first < maxCount else {
      throw NotAllowed(allowed: "ranges of at most \(maxCount.grouped) numbers, or '--where' and a query")
    }
    return first...last
  }

  static let allowed = "numbers that 'docket list' shows, such as 3 or 3,5,8-12"

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
