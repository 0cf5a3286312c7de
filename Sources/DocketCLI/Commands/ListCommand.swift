import ArgumentParser
import DataProvider

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
    abstract: "List the items.",
    discussion: """
      On a terminal the items stand in columns, and characters that a terminal would obey are shown as marks.

      In a pipe each item is one line of four fields with a tab between them: id, timestamp, created, title. The times are UTC. \
      In the title a tab is written \\t, a line end \\n, a carriage return \\r, a backslash \\\\, and any other control character \
      \\uXXXX. JSON has every title exactly as it is.
      """)

  @OptionGroup var store: StoreOptions

  @Flag(exclusivity: .exclusive)
  var format: Format?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order: timestamp, created or title; -KEY reverses it.", valueName: "key"),
    completion: .list(ItemOrder.Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }))
  var sort: ItemOrder = .standard

  @Option(help: ArgumentHelp("The largest number of items.", valueName: "n"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("The value of '--limit' must be 0 or more") }
  }

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    switch format {
    case .count: return "\(min(try await handler.itemCount(), limit ?? .max))\n"
    case .ids: return lines(try await handler.itemIdentifiers(order: sort, limit: limit).map { $0.primaryKey ?? 0 })
    case .json: return ItemJSON.array(try await handler.items(order: sort, limit: limit))
    case nil: return ItemTable(style: style).text(try await handler.items(order: sort, limit: limit))
    }
  }

  private func lines(_ numbers: [Int64]) -> String { numbers.map { "\($0)\n" }.joined() }
}
