import DocketData
import TerminalUI

/// The title of an item, and below it what is known of it: labels in one column, values in another.
struct DetailHead {
  /// From this width on there are two labels and values in a line.
  private static let minWidthForPairs = 44
  private static let gap = 2

  let roles: Roles
  let moments: Moments
  let urgency: Urgency
  let width: Int

  private struct Fact {
    let label: String
    let value: CellLine
  }

  /// Read inside an observed region, so that changes are noticed.
  func lines(_ item: Item, _ relatives: DetailRelatives) -> [CellLine] {
    titleLines(item) + factLines(facts(item, relatives)) + factLines(extraFacts(item))
  }

  private func titleLines(_ item: Item) -> [CellLine] {
    let style = roles.title.overlaid(with: .bold)
    // Printable ASCII has no newline, and bytes are tested faster than characters.
    let isOneLine = item.title.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    let lines =
      isOneLine ? [item.title[...]] : item.title.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let title = lines.flatMap { CellLine(linking: $0, style: style).wrapped(to: width) }
    let number = CellLine(item.persistentModelID.primaryKey.map { "item \($0)" } ?? "", style: roles.detail)
    guard title.count == 1, title[0].width + Self.gap + number.width <= width else { return title }
    return [.justified(title[0], number, to: width)]
  }

  // MARK: - Columns

  /// The facts in lines: two beside each other where they have room, and those that need a whole line below them.
  private func factLines(_ facts: [Fact]) -> [CellLine] {
    let labelWidth = (facts.map { TerminalText.width(of: $0.label) }.max() ?? 0) + Self.gap
    let half = (width - Self.gap) / 2
    let isShort = { (fact: Fact) in width >= Self.minWidthForPairs && labelWidth + fact.value.width <= half }
    let short = facts.filter(isShort)
    let pairs = stride(from: 0, to: short.count, by: 2).map { index in
      var line = line(short[index], labelWidth)
      if index + 1 < short.count {
        line.pad(to: half + Self.gap)
        line.append(self.line(short[index + 1], labelWidth))
      }
      return line
    }
    return pairs + facts.filter { !isShort($0) }.flatMap { wrapped($0, labelWidth) }
  }

  private func line(_ fact: Fact, _ labelWidth: Int) -> CellLine {
    var line = CellLine(fact.label, style: roles.detail)
    line.pad(to: labelWidth)
    line.append(fact.value)
    return line
  }

  private func wrapped(_ fact: Fact, _ labelWidth: Int) -> [CellLine] {
    fact.value.wrapped(to: max(2, width - labelWidth)).enumerated().map { row, value in
      line(Fact(label: row == 0 ? fact.label : "", value: value), labelWidth)
    }
  }

  // MARK: - Facts

  private func facts(_ item: Item, _ relatives: DetailRelatives) -> [Fact] {
    let values: [(String, CellLine)] = [
      (item.isDone ? "done" : "", CellLine(item.completedAt.map(moments.ago) ?? "")), ("due", due(item)),
      ("priority", priority(item.priority)), ("repeats", CellLine(item.rule?.words ?? "")),
      ("starts", CellLine(start(item))), ("tags", tags(relatives.tags)), ("list", CellLine(relatives.list?.name ?? "")),
      ("created", quiet(moments.ago(item.createTimestamp))), ("updated", quiet(moments.ago(item.timestamp))),
      ("part of", CellLine(relatives.parent?.title ?? "")), ("waits for", CellLine(open(item, relatives.blockers))),
      ("blocks", CellLine(open(item, relatives.blocked))),
      ("urgency", quiet(urgency.words(of: item))),
    ]
    return values.filter { $1.width > 0 }.map { Fact(label: $0, value: $1) }
  }

  private static let maxExtraFields = 8
  /// A file may have a value, and a name, of any length.
  private static let maxExtraValue = 400

  /// The fields of other formats, each under the name by which a query finds it.
  private func extraFacts(_ item: Item) -> [Fact] {
    let fields = item.extra?.shown ?? []
    let facts = fields.prefix(Self.maxExtraFields).map { field in
      Fact(
        label: String(field.label.prefix(max(8, width / 3))),
        value: CellLine(String(field.value.prefix(Self.maxExtraValue))))
    }
    let rest = fields.count - facts.count
    return rest == 0 ? facts : facts + [Fact(label: "", value: quiet("and \(rest.grouped) more fields"))]
  }

  private func quiet(_ text: String) -> CellLine { CellLine(text, style: roles.detail) }

  private func tags(_ tags: [ItemTag]) -> CellLine {
    var line = CellLine()
    for tag in tags { line.append((line.width == 0 ? "#" : " #") + tag.name, style: roles.tag) }
    return line
  }

  private func due(_ item: Item) -> CellLine {
    guard let due = item.due else { return CellLine() }
    if item.isDone { return quiet(moments.wasDue(due)) }
    return CellLine(moments.due(due), style: roles.style(of: moments.section(of: due)) ?? roles.due)
  }

  private func priority(_ priority: Priority) -> CellLine {
    switch priority {
    case .none: CellLine()
    case .low, .medium: CellLine(priority.name, style: roles.priority)
    case .high: CellLine(priority.name, style: roles.highPriority)
    }
  }

  /// From when on something can be done about it; empty once it can.
  private func start(_ item: Item) -> String {
    guard !item.isDone, let start = item.start, item.startMoment > urgency.reference.now else { return "" }
    return moments.toCome(start)
  }

  /// Open items that it waits for, or that wait for it: "12 Buy paint, 15 Call Ben, and 2 more"; empty if there are none.
  private func open(_ item: Item, _ others: ArraySlice<Item>) -> String {
    let open = item.isDone ? [] : others.filter { !$0.isDone }
    let names = open.map { ($0.persistentModelID.primaryKey ?? 0, $0.title) }.sorted { $0.0 < $1.0 }
    let more = names.count - Self.maxNamed
    return names.prefix(Self.maxNamed).map { "\($0) \($1)" }.joined(separator: ", ")
      + (more > 0 ? ", and \(more.grouped) more" : "")
  }

  private static let maxNamed = 3
}

/// The models that the details of an item show besides it, each relationship read once.
///
/// They are retained as long as they are shown, because a released model follows no changes.
struct DetailRelatives {
  let tags: [ItemTag]
  let list: DocketData.ItemList?
  let parent: Item?
  /// What it waits for; of many the first ones.
  let blockers: ArraySlice<Item>
  /// What waits for it; of many the first ones.
  let blocked: ArraySlice<Item>

  init(of item: Item) {
    (tags, list, parent) = (item.tags, item.list, item.parent)
    blockers = item.blockers.prefix(Urgency.maxFollowed)
    blocked = item.blocked.prefix(Urgency.maxFollowed)
  }
}
