import ArgumentParser
import DocketData

/// `docket list`: the items, or their numbers, or how many there are.
struct ListCommand: ItemCommand {
  /// What is printed of the items.
  enum Format: String, EnumerableFlag {
    case json
    case ids
    case count

    static func help(for format: Format) -> ArgumentHelp? {
      switch format {
      case .json: "Print a JSON array."
      case .ids: "Print the numbers only, one in a line."
      case .count: "Print how many items there are."
      }
    }
  }

  static let commandName = "list"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "List the items, all of them or those that match.",
    discussion: """
      The query: words and "phrases" in title or notes, all of which must match; -word excludes; #tag, list:NAME, \
      is:open, is:done, is:overdue, is:today, is:recurring, prio:high, prio:>=medium, due:today, due:<+7d, due:none, \
      created:>-2w, updated:, done:, sort:due.

      On a terminal the items stand in columns below their names: ID; S, the state, x for done; P, the priority from 1 for \
      low to 3 for high; DUE; TITLE with the #tags and the >list. Characters that a terminal would obey are shown as marks.

      In a pipe each item is one line with a tab between the fields: id, updated, created, title, state, priority, due, \
      tags with commas between them, list. The times are UTC. In texts a tab is written \\t, a line end \\n, a carriage \
      return \\r, a backslash \\\\, and any other control character \\uXXXX. JSON has every text exactly as it is.

      What stands behind -- belongs to the query, even if it looks like an option. Without an item that matches the query the exit status is 1.
      """)

  private static let orderHelp = """
    The order: updated, created, title, due, done, priority or manual; -KEY reverses it; \(ItemOrder.standard.typed) \
    unless given.
    """

  @OptionGroup var store: StoreOptions

  @OptionGroup var words: QueryWords

  @Flag(exclusivity: .exclusive)
  var format: Format?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(Self.orderHelp, valueName: "key"),
    completion: .list(ItemOrder.Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }), transform: ItemOrder.value)
  var sort: ItemOrder?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The largest number of items.", valueName: "n"),
    transform: WholeNumber.value)
  var limit: WholeNumber?

  private func options(_ query: ItemQuery) -> ExportOptions {
    ExportOptions(query: query, order: sort ?? .standard, limit: limit?.value)
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let query = try words.query(of: Self.commandName)
    let handler = try await items.handler()
    var count = try await write(handler, query, output)
    // Who wants none of them still learns whether there are any.
    if limit?.value == 0 { count = try await handler.itemCount(matching: query) }
    if count == 0, !query.isEmpty { throw NothingMatched() }
  }

  /// - Returns: how many items there are.
  private func write(_ handler: DataHandler, _ query: ItemQuery, _ output: CommandOutput) async throws -> Int {
    switch (format, output.style) {
    case (.count, _):
      let count = min(try await handler.itemCount(matching: query), limit?.value ?? .max)
      try output.write("\(count)\n")
      return count
    case (.ids, _):
      let identifiers = try await handler.itemIdentifiers(
        matching: query, order: sort ?? .standard, limit: limit?.value)
      try output.write(identifiers.map { "\($0.primaryKey ?? 0)\n" }.joined())
      return identifiers.count
    case (.json, _):
      return try await handler.exportItems(format: .json, options: options(query)) { try output.write($0) }.items
    case (nil, .pipe):
      return try await handler.enumerateItems(options(query)) { try output.write(ItemTable.line($0)) }
    case (nil, .terminal):
      let items = try await handler.items(matching: query, order: sort ?? .standard, limit: limit?.value)
      if limit?.value != 0 { try output.write(ItemTable.columns(items, isWhole: query.isEmpty)) }
      return items.count
    }
  }
}
