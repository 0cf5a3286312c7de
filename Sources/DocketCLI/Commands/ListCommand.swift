import ArgumentParser
import DocketData
import DocketOutput
import Foundation
import SwiftData

/// `docket list`: lists items, their numbers, or how many there are.
struct ListCommand: ItemCommand {
  /// What is printed instead of columns or fields.
  enum Format: String, EnumerableFlag {
    case json, ids, count

    static func help(for format: Format) -> ArgumentHelp? {
      switch format {
      case .json: "Print a JSON array, open items with their urgency."
      case .ids: "Print the numbers only, one per line."
      case .count: "Print the number of items."
      }
    }
  }

  static let commandName = "list"
  static let configuration = help(
    "List what can be done now, or the items that match.",
    """
    The query: words and "phrases" in title or notes, all of which must match; -word excludes; #tag, list:NAME with the \
    lists below it, list:=NAME, is:open, is:done, is:overdue, is:today, is:ready, is:waiting, is:blocked, is:recurring, \
    prio:high, prio:>=medium, due:today, due:<+7d, due:next week, due:none, start:, created:>-2w, updated:, done:, after:ID, extra.NAME:, \
    extra.NAME:word, extra.NAME:none, sort:due. \
    Between terms an "or" finds what matches either side; (parentheses) group, and "not" or - before one excludes.

    With --filter, the filter with that name is listed: a standard one such as overdue, one of the configuration, or one \
    that was saved in the list, and of it what matches the query. What is no name is a query itself.

    Without a query a terminal shows the agenda: what is open and ready, in the sections Overdue, Today, Tomorrow, This \
    week, Later and No date, the most urgent first, with sub-items below their items; --all shows all items. In a pipe, \
    and for a program, all items are listed.

    On a terminal the items that match are shown in columns: ID; S, the state, x for done and ◌ for what can't be begun yet; P, the \
    priority, !! for high, ! for medium, · for low; DUE, after ↻ if it repeats; TITLE with the #tags and the >list. If the order is that of the agenda, \
    they are in its sections, with done items below Done. Control characters are shown as marks, and … \
    stands where a row is cut at the width of the terminal.

    In a pipe each item is one line of fields separated by tabs: id, updated, created, title, state, priority, due, tags \
    separated by commas, list. The times are UTC. In texts a tab is written \\t, a line feed \\n, a carriage return \\r, a \
    backslash \\\\, and any other control character \\uXXXX. JSON has every text exactly as it is.

    Words after -- belong to the query, even if they look like options. If no item matches the query, the exit status is 1.
    """)

  private static let orderHelp = """
    The order: updated, created, title, due, done, priority, manual, urgency or agenda; -KEY reverses it; \
    \(ItemOrder.standard.typed) by default.
    """

  @OptionGroup var store: StoreOptions
  @OptionGroup var filter: FilterOption
  @OptionGroup var words: QueryWords

  @Flag(exclusivity: .exclusive)
  var format: Format?

  @Flag(help: "List all items, done ones too, the last updated first.")
  var all = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(Self.orderHelp, valueName: "key"),
    completion: .list(ItemOrder.Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }), transform: ItemOrder.value)
  var sort: ItemOrder?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of items.", valueName: "n"),
    transform: WholeNumber.value)
  var limit: WholeNumber?

  private func options(_ query: ItemQuery, tellsUrgency: Bool = false) throws -> ExportOptions {
    ExportOptions(
      query: query, order: sort ?? .standard, limit: limit?.value,
      weights: tellsUrgency && !ordersByUrgency(query) ? .configuredOrUsual : try weights(query),
      tellsUrgency: tellsUrgency)
  }

  /// What the parts of urgency count; the configuration is read only where they matter.
  private func weights(_ query: ItemQuery) throws -> Urgency.Weights {
    ordersByUrgency(query) ? try .configured() : Urgency.Weights()
  }

  private func ordersByUrgency(_ query: ItemQuery) -> Bool {
    let orders = query.orders.isEmpty ? [sort ?? .standard] : query.orders
    return orders.contains { $0.key == .urgency || $0.key == .agenda }
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let words = try words.query(of: Self.commandName)
    let handler = try await items.handler()
    let saved = items.previewItems == nil ? items.provider.storeURL : nil
    let query = try filter.query(savedIn: saved, of: "docket \(Self.commandName)")?.and(words.text) ?? words
    var count = try await write(handler, query, output)
    // With a limit of 0 the exit status still tells whether there are any.
    if limit?.value == 0 { count = try await handler.itemCount(matching: query) }
    guard count == 0, !query.isEmpty else { return EmptyResult.report(words.doubtsOfDates, about: words) }
    await explain(words, handler, filtersIn: saved)
    throw NothingMatched()
  }

  /// Tells why nothing may have been found.
  ///
  /// - Parameters:
  ///   - typed: the part of the query that was typed.
  ///   - store: where filters are saved; nil for a preview.
  private func explain(_ typed: ItemQuery, _ handler: DataHandler, filtersIn store: URL?) async {
    // A script is told too: its filter may be gone.
    if let unknown = try? filter.unknown(savedIn: store) {
      let notice = Notice(
        what: unknown.words, place: "docket \(Self.commandName)",
        remedy: (unknown.nearest.map { "try the filter “\($0)”, or " } ?? "") + "see the filters with f in 'docket'")
      StandardStreams.report(notice.line)
    }
    await EmptyResult.explain(typed, handler)
  }

  /// Writes the items, and returns their number.
  private func write(_ handler: DataHandler, _ query: ItemQuery, _ output: CommandOutput) async throws -> Int {
    switch (format, output.style) {
    case (.count, _):
      let count = min(try await handler.itemCount(matching: query), limit?.value ?? .max)
      try output.write("\(count)\n")
      return count
    case (.ids, _):
      let identifiers = try await handler.itemIdentifiers(
        matching: query, order: sort ?? .standard, limit: limit?.value, weights: try weights(query))
      try output.write(identifiers.lines)
      return identifiers.count
    case (.json, _):
      let options = try options(query, tellsUrgency: true)
      return try await handler.exportItems(format: .json, options: options) { try output.write($0) }.items
    case (nil, .pipe):
      return try await handler.enumerateItems(try options(query)) { try output.write(ItemTable.line($0)) }
    case (nil, .terminal): return try await writeForPerson(handler, query, output)
    }
  }
}

// MARK: - On a terminal

extension ListCommand {
  /// Whether nothing says which items are wanted, so that a person gets the agenda.
  private func isUnspecified(_ query: ItemQuery) -> Bool {
    query.isEmpty && query.orders.isEmpty && sort == nil && !all && filter.filter == nil
  }

  /// Writes the items as a person reads them, and returns their number.
  private func writeForPerson(_ handler: DataHandler, _ query: ItemQuery, _ output: CommandOutput) async throws -> Int {
    let isAgenda = isUnspecified(query)
    let shown = isAgenda ? try QueryWords.query("is:ready sort:agenda", place: "docket \(Self.commandName)") : query
    let items = try await handler.items(
      matching: shown, order: sort ?? .standard, limit: limit?.value, weights: try weights(shown))
    guard limit?.value != 0 else { return 0 }
    if !items.isEmpty {
      // All of the agenda is ready.
      let notReady = isAgenda ? [] : try await notReady(among: items, handler)
      // Only sections have numbers, which a limit makes too small.
      let isPart = hasSections(shown) && items.count == limit?.value
      let total = isPart ? try await handler.itemCount(matching: shown) : items.count
      try output.write(table(items, of: total, shown, notReady: notReady))
    } else if isAgenda ? try await handler.itemCount() == 0 : query.isEmpty {
      try output.write("There are no items. Add one with: docket add TITLE\n")
    } else {
      try output.write(isAgenda ? "There is nothing to do now. docket list --all shows everything.\n" : "No matches.\n")
    }
    return items.count
  }

  /// Those that can't be begun yet.
  private func notReady(
    among items: [ItemValues], _ handler: DataHandler
  ) async throws -> Set<PersistentIdentifier> {
    let isNotReady = try QueryWords.query("(is:waiting or is:blocked) -is:ready", place: "docket \(Self.commandName)")
    return Set(try await handler.itemIdentifiers(among: items.map(\.id), matching: isNotReady))
  }

  /// Whether the order is that of the agenda, which has sections.
  private func hasSections(_ query: ItemQuery) -> Bool {
    (query.orders.first ?? sort ?? .standard) == ItemOrder(.agenda, isAscending: true)
  }

  /// In sections if the order is that of the agenda, else in columns.
  ///
  /// - Parameter total: how many items match, of which these are the first.
  private func table(
    _ items: [ItemValues], of total: Int, _ query: ItemQuery, notReady: Set<PersistentIdentifier>
  ) -> String {
    let (colors, width) = (TerminalColors(), TerminalColumns.current)
    guard hasSections(query) else {
      return ItemTable.columns(items, notReady: notReady, at: query.reference, colors: colors, width: width)
    }
    return AgendaTable(items, of: total, notReady: notReady, at: query.reference, colors: colors, width: width).text
  }
}

extension Urgency.Weights {
  /// Those of the configuration file; a mistake in it costs no more than its weights.
  static var configuredOrUsual: Self { (try? .configured()) ?? Self() }

  /// Those of the configuration file.
  static func configured() throws -> Self {
    let urgency = try UserConfiguration.read(.of(keys: { $0 })).urgency
    return Self(
      priority: urgency.priority, due: urgency.due, age: urgency.age, blocking: urgency.blocking,
      blocked: urgency.blocked)
  }
}
