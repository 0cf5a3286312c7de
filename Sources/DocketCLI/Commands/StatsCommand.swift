import ArgumentParser
import DocketData
import DocketOutput
import Foundation

/// `docket stats`: how items come and go.
struct StatsCommand: ItemCommand {
  static let commandName = "stats"
  static let configuration = help(
    "Show how many items were added and done, by day and week, how old open ones are, and what is left.",
    """
    A query, as that of 'docket list', says which items count; without one all do. Deleted items do not count.

    On a terminal there are block charts, from the first day with something to show on, as many as it has rows for; --days and --weeks show all that they ask for. In a pipe each line has fields separated by tabs: day, date, added, done, open \
    at the end of it; week, its first day, added, done, open; age, days from, days to, open items. --json prints an \
    object with the same; --svg writes a picture with the charts. On a terminal you are asked before a file that is not \
    empty is replaced.
    """)

  private static let defaultDays = 14
  private static let defaultWeeks = 12
  private static let most = 1_000

  @OptionGroup var store: StoreOptions
  @OptionGroup var words: QueryWords

  @Flag(help: "Print a JSON object.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write a picture to a file; - for standard output.", valueName: "file"),
    completion: .file())
  var svg: String?

  @Flag(help: "Replace the file of the picture without asking.")
  var yes = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many days; 14 by default.", valueName: "n"),
    transform: PositiveNumber.value)
  var days: PositiveNumber?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many weeks; 12 by default.", valueName: "n"),
    transform: PositiveNumber.value)
  var weeks: PositiveNumber?

  func validate() throws {
    if json, svg != nil { throw ValidationError("Give one of --json, --svg") }
    if yes, svg == nil { throw ValidationError("'--yes' goes with '--svg'") }
    if svg?.isEmpty == true { throw ValidationError("The value of '--svg' is empty") }
    for (name, number) in [("days", days), ("weeks", weeks)] where (number?.value ?? 1) > Self.most {
      throw ValidationError("The value of '--\(name)' is at most \(Self.most)")
    }
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let query = try words.query(of: Self.commandName)
    let handler = try await items.handler()
    let statistics = try await handler.statistics(
      matching: query, days: days?.value ?? Self.defaultDays, weeks: weeks?.value ?? Self.defaultWeeks)
    if let svg, svg == "-" || statistics.items > 0 || query.isEmpty {
      try write(StatisticsPicture(statistics).text, to: svg, items, output)
    } else if svg != nil {
      // As an export does: an older picture stays.
    } else if json {
      try output.write(StatisticsText.json(statistics))
    } else if output.style == .terminal {
      // Who asks for so many days or weeks wants to see them.
      let rows = days == nil && weeks == nil ? TerminalColumns.currentRows.map { $0 - 1 } : nil
      let chart = StatisticsChart(
        statistics, width: TerminalColumns.current ?? 80, height: rows,
        all: .init(days: days != nil, weeks: weeks != nil), colors: TerminalColors())
      try output.write(chart.text)
    } else {
      try output.write(StatisticsText.fields(statistics))
    }
    guard statistics.items == 0, !query.isEmpty else { return }
    await EmptyResult.explain(query, in: nil, handler, place: "docket \(Self.commandName)")
    throw NothingMatched()
  }

  private func write(_ picture: String, to path: String, _ items: ItemAccess, _ output: CommandOutput) throws {
    guard path != "-" else { return try output.write(picture) }
    guard !items.isStore(path) else { throw Failure.isTheStore(path) }
    if !yes { try ReplacementQuestion(path, refusal: "no picture is written", of: Self.self).ask() }
    let file = try OutputFile(path)
    try file.writeText(Data(picture.utf8))
    try file.finish()
  }
}
