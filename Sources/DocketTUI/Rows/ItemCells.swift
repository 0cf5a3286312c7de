import DocketConfiguration
import DocketData
import Foundation
import TerminalUI

/// The texts in the columns of a row.
@MainActor
struct ItemCells {
  var roles: Roles
  var dates: DateWords
  /// The texts of the search, to be highlighted in titles.
  var highlights: [String] = []

  /// Reads the item's properties; inside an observed region, changes of them are noticed.
  func cell(_ column: Column, of drawn: DrawnItem, _ names: RowNames, _ place: RowPlace, width: Int) -> CellLine {
    let item = drawn.item
    let detail = drawn.isDone ? roles.done : roles.detail
    return switch column {
    case .state: state(drawn, place)
    case .priority: priority(drawn)
    case .title: title(drawn, place, width)
    case .tags: tags(drawn, names, width)
    case .list: CellLine(item.list.map(names.name(of:)) ?? "", style: detail, limit: width + 1)
    case .due: due(drawn, width)
    case .updated: fitting(dates.past(item.timestamp), width, detail)
    case .created: fitting(dates.past(item.createTimestamp), width, detail)
    case .id: CellLine(item.persistentModelID.primaryKey.map { "\($0)" } ?? "", style: detail)
    }
  }

  private func state(_ drawn: DrawnItem, _ place: RowPlace) -> CellLine {
    if drawn.isDone { return CellLine(ItemMarks.done, style: roles.done) }
    if isWaiting(drawn, place) { return CellLine(ItemMarks.waiting, style: roles.detail) }
    return CellLine(ItemMarks.open, style: roles.marker)
  }

  /// Whether it can't be begun yet.
  private func isWaiting(_ drawn: DrawnItem, _ place: RowPlace) -> Bool {
    place.isBlocked || drawn.start.map { dates.isToCome($0) } == true
  }

  private func priority(_ drawn: DrawnItem) -> CellLine {
    let priority = drawn.item.priority
    let style = priority == .high ? roles.highPriority : roles.priority
    return CellLine(ItemMarks.mark(of: priority), style: drawn.isDone ? roles.done : style)
  }

  /// The title, indented below its parent or followed by the parent's title, with the progress of its sub-items.
  private func title(_ item: DrawnItem, _ place: RowPlace, _ width: Int) -> CellLine {
    let excerpt = excerpt(item, width)
    // Why a row was found is worth as much as the end of its title.
    let room = width - (excerpt.map { min($0.width, width / 2) } ?? 0)
    let detail = item.isDone ? roles.done : roles.detail
    var line = titleAlone(item, place, room)
    line.append(place.progress, style: detail)
    if let parent = place.parentTitle {
      line.append("  < \(parent)", style: detail, limit: excerpt == nil ? width + 1 : max(line.width, room))
    }
    if let excerpt { line.append(excerpt.line(highlights, roles, width: max(0, width - line.width))) }
    return line
  }

  /// Where the progress of its sub-items stands in the title's column, without the blanks before it.
  func progressColumns(of item: DrawnItem, _ place: RowPlace, width: Int) -> Range<Int> {
    let start = titleAlone(item, place, width).width
    let end = start + TerminalText.width(of: place.progress)
    return min(start + 2, end)..<end
  }

  private func titleAlone(_ item: DrawnItem, _ place: RowPlace, _ width: Int) -> CellLine {
    let indent = place.level == 0 ? 0 : RowIndent(level: place.level - 1).width(in: width)
    var line = CellLine()
    line.pad(to: min(indent, max(0, width - 1)))
    let style = item.isDone ? roles.done : isWaiting(item, place) ? roles.detail : roles.title
    let room = width - line.width - TerminalText.width(of: place.progress)
    line.append(titleText(item, max(1, room), style))
    return line
  }

  /// An excerpt of the notes, where a search found something in them alone.
  private func excerpt(_ item: DrawnItem, _ width: Int) -> NotesExcerpt? {
    guard !highlights.isEmpty, width >= NotesExcerpt.minWidth else { return nil }
    return NotesExcerpt(of: item.item.notes, title: item.title, lookingFor: highlights)
  }

  /// The title, of which no more is looked at than can be seen.
  private func titleText(_ item: DrawnItem, _ width: Int, _ style: Style) -> CellLine {
    guard !highlights.isEmpty else { return CellLine(item.title, style: style, limit: width + 1).truncated(to: width) }
    let title = String(item.title.prefix(4 * width))
    return CellLine(
      title, highlighting: title.ranges(of: highlights), with: roles.match, style: style, limit: width + 1
    ).truncated(to: width)
  }

  private func tags(_ drawn: DrawnItem, _ names: RowNames, _ width: Int) -> CellLine {
    var line = CellLine()
    let style = drawn.isDone ? roles.done : roles.tag
    for tag in drawn.item.tags where line.width <= width {
      line.append((line.width == 0 ? "#" : " #") + names.name(of: tag), style: style, limit: width + 1)
    }
    return line
  }

  /// When it is due or can be begun, or when it was done.
  private func due(_ item: DrawnItem, _ width: Int) -> CellLine {
    if let date = item.completedAt {
      return fitting(dates.past(date).map { "done \($0)" } + ["done"], width, roles.done)
    }
    guard let due = item.due else {
      guard let start = item.start, dates.isToCome(start) else {
        return CellLine(item.repeats ? ItemMarks.repeating : "", style: roles.due)
      }
      return fitting(dates.due(start).map { "from \($0)" } + dates.due(start), width, roles.detail)
    }
    let words = dates.due(due)
    // The mark is worth more than the time: nothing else in the row says that it repeats.
    let mark = ItemMarks.repeating
    let marked = item.repeats ? words.map { "\(mark) \($0)" } + words.map { mark + $0 } : []
    return fitting(marked + words, width, roles.style(of: dates.section(of: due)) ?? roles.due)
  }

  /// The first text that fits, else the last one.
  private func fitting(_ texts: [String], _ width: Int, _ style: Style) -> CellLine {
    CellLine(texts.first { TerminalText.width(of: $0) <= width } ?? texts.last ?? "", style: style)
  }
}

/// An item while its row is drawn: what several columns show is read once.
struct DrawnItem {
  let item: Item
  let title: String
  let completedAt: Date?
  let due: Due?
  /// Nil for a done item.
  let start: Due?
  /// Whether another one comes after it.
  let repeats: Bool

  var isDone: Bool { completedAt != nil }

  /// Reads the item's properties; inside an observed region, changes of them are noticed.
  init(_ item: Item) {
    (self.item, title, completedAt, due) = (item, item.title, item.completedAt, item.due)
    start = completedAt == nil ? item.start : nil
    repeats = completedAt == nil && item.rule != nil
  }
}

/// Where an item stands among others: its level, its parent, its sub-items.
struct RowPlace: Hashable, Sendable {
  /// How many items stand above it, each belonging to the next.
  var level = 0
  /// The title of its parent, where that does not stand above it.
  var parentTitle: String?
  /// Whether its sub-items are shown; nil if they are neither shown nor hidden.
  var isUnfolded: Bool?
  var subitems = 0
  var openSubitems = 0
  /// Whether it waits for an open item.
  var isBlocked = false

  /// How many of its sub-items are done, with a mark that says whether they are shown; empty without any.
  var progress: String {
    guard subitems > 0 else { return "" }
    let mark = isUnfolded.map { $0 ? ItemMarks.unfolded + " " : ItemMarks.folded + " " } ?? ""
    return "  \(mark)\((subitems - openSubitems).grouped)/\(subitems.grouped)"
  }
}
