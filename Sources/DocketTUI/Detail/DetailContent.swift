import DocketData
import TerminalUI

/// The lines of an item: its head, and its notes as far as they were scrolled.
struct DetailContent {
  let width: Int
  var isStale = false

  private let head: [CellLine]
  private var notes: NotesLayout

  /// - Parameter other: content that may have wrapped the same notes.
  init(head: [CellLine], _ notes: String, width: Int, reusing other: DetailContent? = nil) {
    self.width = width
    self.head = notes.isEmpty ? head : head + [CellLine()]
    if let other = other?.notes, other.width == width, other.text == notes {
      self.notes = other
    } else {
      self.notes = NotesLayout(notes, width: width)
    }
  }

  /// Wraps the visible lines; answers the nearest place that shows as much as possible.
  mutating func lay(from place: Int, height: Int) -> Int {
    let (end, isBeyond) = place.addingReportingOverflow(height - head.count)
    notes.lay(upTo: isBeyond ? .max : end)
    return max(0, min(place, head.count + notes.lines.count - height))
  }

  /// Empty below the last one.
  func line(_ index: Int) -> CellLine {
    if index < head.count { return head[index] }
    let index = index - head.count
    return index < notes.lines.count ? notes.lines[index] : CellLine()
  }

  func scrollBar(from place: Int, height: Int) -> ScrollBar {
    ScrollBar(total: head.count + notes.estimatedCount, offset: place, visible: height)
  }
}

// MARK: - Head

/// The title and fields of an item, above its notes.
struct DetailHead {
  let roles: Roles
  let moments: Moments
  let urgency: Urgency
  let width: Int

  /// Read inside an observed region, so that changes are noticed.
  func lines(_ item: Item) -> [CellLine] { titleLines(item) + factLines(item) + extraLines(item) }

  private static let maxExtraLines = 8
  /// A file may have a value of any length.
  private static let maxExtraValue = 400

  /// The fields of other formats, each a label and a value in one line.
  private func extraLines(_ item: Item) -> [CellLine] {
    guard let fields = item.extra?.shown, !fields.isEmpty else { return [] }
    let shown = fields.prefix(Self.maxExtraLines)
    let labels = shown.map { CellLine(String($0.label.prefix(width / 2)), style: roles.detail) }
    let column = (labels.map(\.width).max() ?? 0) + 2
    var lines = zip(shown, labels).map { field, label in
      var line = label
      line.append(String(repeating: " ", count: column - label.width))
      line.append(String(field.value.prefix(Self.maxExtraValue)))
      return line.wrapped(to: width).first ?? line
    }
    if fields.count > shown.count { lines.append(fact("and \((fields.count - shown.count).grouped) more fields")) }
    return lines
  }

  /// The title, with tags and list beside or below it.
  private func titleLines(_ item: Item) -> [CellLine] {
    let title = CellLine.paragraphs(item.title, width: width, style: roles.title.overlaid(with: .bold))
    let labels = labels(item)
    if labels.width == 0 { return title }
    guard title.count == 1, title[0].width + 2 + labels.width <= width else { return title + labels.wrapped(to: width) }
    return [.justified(title[0], labels, to: width)]
  }

  private func labels(_ item: Item) -> CellLine {
    var line = CellLine()
    for tag in item.tags { line.append((line.width == 0 ? "#" : " #") + tag.name, style: roles.tag) }
    guard let list = item.list else { return line }
    if line.width > 0 { line.append("  ") }
    line.append("list ", style: roles.detail)
    line.append(list.name)
    return line
  }

  private func factLines(_ item: Item) -> [CellLine] {
    var line = CellLine()
    for fact in facts(item) where fact.width > 0 {
      if line.width > 0 { line.append(" · ", style: roles.detail) }
      line.append(fact)
    }
    return line.wrapped(to: width)
  }

  private func facts(_ item: Item) -> [CellLine] {
    [
      fact("created " + moments.ago(item.createTimestamp)), fact("updated " + moments.ago(item.timestamp)),
      item.completedAt.map { fact("done " + moments.ago($0)) } ?? CellLine(), due(item), priority(item.priority),
      fact(item.rule?.words ?? ""), fact(start(item)), fact(blockers(item)),
      fact(item.parent.map { "part of “\($0.title)”" } ?? ""),
      fact(item.persistentModelID.primaryKey.map { "item \($0)" } ?? ""), fact(urgencyWords(item)),
    ]
  }

  /// From when on something can be done about it; empty once it can.
  private func start(_ item: Item) -> String {
    guard !item.isDone, let start = item.start, item.startMoment > urgency.reference.now else { return "" }
    return moments.starts(start)
  }

  /// What it waits for: "waits for “Buy paint” and 2 more"; empty if nothing of it is open.
  private func blockers(_ item: Item) -> String {
    let open = item.isDone ? [] : item.blockers.prefix(Urgency.maxFollowed).filter { !$0.isDone }
    guard let first = open.first else { return "" }
    return "waits for “\(first.title)”" + (open.count > 1 ? " and \((open.count - 1).grouped) more" : "")
  }

  /// The urgency, and what it is made of: "urgency 15.6: due today 9.6, priority high 6".
  private func urgencyWords(_ item: Item) -> String {
    let parts = item.isDone ? [] : urgency.parts(of: item)
    guard !parts.isEmpty else { return "" }
    let sum = parts.reduce(0) { $0 + $1.value }
    return "urgency \(number(sum)): " + parts.map { "\($0.reason) \(number($0.value))" }.joined(separator: ", ")
  }

  private func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths) / 10)" : "\(tenths / 10)"
  }

  private func fact(_ text: String) -> CellLine { CellLine(text, style: roles.detail) }

  private func due(_ item: Item) -> CellLine {
    guard let due = item.due else { return CellLine() }
    if item.isDone { return fact(moments.wasDue(due)) }
    return CellLine(moments.due(due), style: moments.isPast(due) ? roles.overdue : roles.detail)
  }

  private func priority(_ priority: Priority) -> CellLine {
    switch priority {
    case .none: CellLine()
    case .low, .medium: fact("priority " + priority.name)
    case .high: CellLine("priority high", style: roles.highPriority)
    }
  }
}

// MARK: - Notes

/// Notes wrapped on demand: a long text costs no more than what was scrolled to.
struct NotesLayout {
  /// Paragraphs are cut after so many characters, so that none takes long.
  private static let longestPiece = 4_000

  let text: String
  let width: Int
  private(set) var lines: [CellLine] = []
  private var rest: Substring?

  init(_ text: String, width: Int) {
    self.text = text
    self.width = width
    rest = text.isEmpty ? nil : text[...]
  }

  var isWhole: Bool { rest == nil }

  /// The number of lines; a guess until all are wrapped.
  var estimatedCount: Int { lines.count + (rest.map { $0.utf8.count / max(1, width) + 1 } ?? 0) }

  /// Wraps up to so many lines.
  mutating func lay(upTo count: Int) {
    while lines.count < count, let piece = nextPiece() {
      lines += CellLine(piece).wrapped(to: width)
    }
  }

  private mutating func nextPiece() -> Substring? {
    guard let rest else { return nil }
    var (end, length) = (rest.startIndex, 0)
    while end < rest.endIndex, length < Self.longestPiece, !rest[end].isNewline {
      (end, length) = (rest.index(after: end), length + 1)
    }
    let isCut = end < rest.endIndex && !rest[end].isNewline
    self.rest = end == rest.endIndex ? nil : rest[(isCut ? end : rest.index(after: end))...]
    return rest[..<end]
  }
}
