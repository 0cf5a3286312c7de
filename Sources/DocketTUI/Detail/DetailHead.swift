import DocketData
import TerminalUI

/// What stands above the notes of an item: its title, its fields, and what it consists of.
struct DetailHead {
  let roles: Roles
  let moments: Moments
  let width: Int

  /// Reads the item's properties, so whoever draws it learns when they change.
  func lines(_ item: Item) -> [CellLine] { titleLines(item) + factLines(item) }

  /// The title with tags and list beside it, or below it if there is no room.
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

  /// When it was made, when it is due, and so on, with dots between.
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
      fact(item.recurrence?.words ?? ""), fact(item.parent.map { "part of “\($0.title)”" } ?? ""),
      fact(item.persistentModelID.primaryKey.map { "item \($0)" } ?? ""),
    ]
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
