import DocketConfiguration
import DocketData
import Foundation
import TerminalUI

/// What stands in the columns of a row.
struct ItemCells {
  let roles: Roles
  var dates: DateWords
  /// What a search looks for, to be seen in the titles.
  var highlights: [String] = []

  /// Reads the item's properties, so whoever draws it learns when they change.
  func cell(_ column: Column, of item: Item, _ place: RowPlace, width: Int) -> CellLine {
    switch column {
    case .state: CellLine(item.isDone ? ItemMarks.done : ItemMarks.open, style: item.isDone ? roles.done : roles.marker)
    case .priority: priority(item)
    case .title: title(item, place, width)
    case .tags: tags(item, width)
    case .list: CellLine(item.list?.name ?? "", style: roles.detail, limit: width + 1)
    case .due: due(item, width)
    case .updated: fitting(dates.past(item.timestamp), width, roles.detail)
    case .created: fitting(dates.past(item.createTimestamp), width, roles.detail)
    case .id: CellLine(item.persistentModelID.primaryKey.map { "\($0)" } ?? "", style: roles.detail)
    }
  }

  private func priority(_ item: Item) -> CellLine {
    let priority = item.priority
    return CellLine(
      ItemMarks.mark(of: priority), style: priority == .high && !item.isDone ? roles.highPriority : roles.priority)
  }

  /// The title, with what is around it: indented below its parent, or followed by its title; how far its parts are.
  private func title(_ item: Item, _ place: RowPlace, _ width: Int) -> CellLine {
    let indent = place.level == 0 ? 0 : RowIndent(level: place.level - 1).width(in: width)
    let progress = CellLine(place.progress, style: roles.detail)
    var line = CellLine()
    line.pad(to: min(indent, max(0, width - 1)))
    line.append(titleText(item, max(1, width - line.width - progress.width)))
    line.append(progress)
    if let parent = place.parentTitle { line.append("  < \(parent)", style: roles.detail, limit: width + 1) }
    if let excerpt = excerpt(item, width - line.width) { line.append(excerpt) }
    return line
  }

  /// Where a search found something in the notes alone.
  private func excerpt(_ item: Item, _ width: Int) -> CellLine? {
    guard !highlights.isEmpty, width >= NotesExcerpt.narrowest else { return nil }
    let excerpt = NotesExcerpt(of: item.notes, title: item.title, lookingFor: highlights)
    return excerpt?.line(highlights, roles, width: width)
  }

  /// A long title is looked at only as far as it can be seen.
  private func titleText(_ item: Item, _ width: Int) -> CellLine {
    let style = item.isDone ? roles.done : roles.title
    guard !highlights.isEmpty else { return CellLine(item.title, style: style, limit: width + 1).truncated(to: width) }
    let title = String(item.title.prefix(4 * width))
    return CellLine(
      title, highlighting: title.ranges(of: highlights), with: roles.match, style: style, limit: width + 1
    ).truncated(to: width)
  }

  private func tags(_ item: Item, _ width: Int) -> CellLine {
    var line = CellLine()
    for tag in item.tags where line.width <= width {
      line.append((line.width == 0 ? "#" : " #") + tag.name, style: roles.tag, limit: width + 1)
    }
    return line
  }

  /// When it is due, or when it was done.
  private func due(_ item: Item, _ width: Int) -> CellLine {
    if let date = item.completedAt {
      return fitting(dates.past(date).map { "done \($0)" } + ["done"], width, roles.done)
    }
    guard let due = item.due else { return CellLine() }
    return fitting(dates.due(due), width, dates.isPast(due) ? roles.overdue : roles.due)
  }

  /// The longest of some texts that has room, else the last one.
  private func fitting(_ texts: [String], _ width: Int, _ style: Style) -> CellLine {
    CellLine(texts.first { TerminalText.width(of: $0) <= width } ?? texts.last ?? "", style: style)
  }
}
