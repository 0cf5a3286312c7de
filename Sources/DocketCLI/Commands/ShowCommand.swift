import ArgumentParser
import DocketData

/// `docket show`: shows everything about one item.
struct ShowCommand: TextCommand {
  static let commandName = "show"
  static let configuration = help(
    "Show all values of one item.",
    """
    Each line is a name and a value; in a pipe they are separated by a tab, and the times are UTC. Fields of other formats \
    without a place here are shown as a query asks for them: extra.NAME. A terminal also shows the sub-items, with an x \
    before those that are done, the open items that wait for it, and what the urgency is made of.
    """)

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The item's number.", valueName: "id"), completion: ItemCompletion.numbers,
    transform: ItemNumber.value)
  var number: ItemNumber

  @Flag(help: "Print a JSON object, with the urgency of an open item.")
  var json = false

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let id = try handler.identifier(number: number.value)
    let item = try await handler.item(id: id)
    if json { return ItemJSON.object(item, urgency: try await handler.urgency(of: id, .configuredOrUsual)) + "\n" }
    guard style == .terminal else { return ItemDetails(style: style).text(item) }
    let urgency = try await handler.urgencyWords(of: id, .configuredOrUsual)
    return ItemDetails(style: style).text(
      item, urgency: urgency, subitems: try await handler.subitems(of: id),
      blocked: item.isDone ? [] : try await handler.openItems(waitingFor: id))
  }
}

/// One item as lines of a name and a value.
private struct ItemDetails {
  let style: OutputStyle

  /// All values; on a terminal without empty ones.
  ///
  /// - Parameters:
  ///   - urgency: in words; on a terminal only, as the sub-items, and the items that wait for it.
  func text(
    _ item: ItemValues, urgency: String = "", subitems: [ItemValues] = [], blocked: [ItemValues] = []
  ) -> String {
    let more = [("urgency", urgency)].filter { !$1.isEmpty } + extra(item)
    let fields = (fields(item).filter { style == .pipe || !$1.isEmpty } + more).map { style.named($0, $1) }.joined()
    let parts = named("blocks", blocked) { "\($0.number) \(style.line($0.title))" } + named("sub-items", subitems, line)
    return style == .terminal && item.notes.isEmpty
      ? fields + parts : fields + parts + style.named("notes", lines: item.notes)
  }

  private func named(_ name: String, _ items: [ItemValues], _ line: (ItemValues) -> String) -> String {
    items.isEmpty ? "" : style.named(name, lines: items.map(line).joined(separator: "\n"))
  }

  private func line(_ item: ItemValues) -> String {
    "\(item.number) \(item.isDone ? "x" : " ") \(style.line(item.title))"
  }

  /// As it is typed for a person, as files have it for a program.
  private func every(_ rule: RecurrenceRule?) -> String {
    guard let rule else { return "" }
    return style == .terminal ? rule.typed : rule.text
  }

  /// The fields of other formats, each as a query asks for it.
  private func extra(_ item: ItemValues) -> [(String, String)] {
    item.extra?.shown.map { (style.line($0.label), $0.value) } ?? []
  }

  private func fields(_ item: ItemValues) -> [(String, String)] {
    [
      ("id", "\(item.number)"), ("title", item.title), ("updated", style.moment(item.timestamp)),
      ("created", style.moment(item.createTimestamp)), ("state", item.state.rawValue),
      ("completed", style.moment(item.completedAt)), ("priority", item.priority == .none ? "" : item.priority.name),
      ("due", style.due(item)), ("start", style.start(item)), ("every", every(item.rule)),
      ("tags", item.tags.joined(separator: ",")), ("list", item.list ?? ""),
      ("parent", item.parentNumber.map { "\($0)" } ?? ""),
      ("after", item.blockerIDs.compactMap(\.primaryKey).map(String.init).joined(separator: ",")),
      ("uid", item.uid.uuidString),
    ]
  }
}
