import DocketData
import TerminalUI

/// A month: its days in weeks, each with the number of open items that are due on it.
struct MonthLayer: Layer {
  /// "24 999+", and less where there is less room.
  private static let maxCellWidth = 7
  private static let moves: [Key: Int] = [
    "h": -1, Key(.left): -1, "l": 1, Key(.right): 1, "k": -7, Key(.up): -7, "j": 7, Key(.down): 7,
  ]
  private static let monthMoves: [Key: Int] = [
    "H": -1, Key(.pageUp): -1, "K": -12, "L": 1, Key(.pageDown): 1, "J": 12,
  ]

  private(set) var grid: MonthGrid
  private let today: CalendarDay
  private let roles: Roles
  private var counts: [CalendarDay: Int] = [:]
  /// Counts as long as the month is shown; nil if nothing can be counted.
  private(set) var source: MonthCounts?
  /// Where the weeks were drawn last, and the first of them that had room.
  private var weeksArea = Rect.zero
  private var firstWeek = 0
  private var cellWidth = Self.maxCellWidth

  init(_ grid: MonthGrid, today: CalendarDay, roles: Roles) {
    (self.grid, self.today, self.roles) = (grid, today, roles)
  }

  var hints: [KeyHint] {
    [
      KeyHint("Enter", "show the day"), KeyHint("Esc", "close"), KeyHint("h", "day"), KeyHint("j", "week"),
      KeyHint("L", "month"), KeyHint("t", "today"),
    ]
  }

  /// Takes the counts of another month.
  mutating func follow(_ source: MonthCounts?) { self.source = source }

  mutating func show(_ counts: [CalendarDay: Int]) { self.counts = counts }

  // MARK: - Events

  mutating func handle(_ key: Key, at _: Duration) -> LayerOutcome {
    let before = grid.cursor
    if let days = Self.moves[key] {
      grid.move(days: days)
    } else if let months = Self.monthMoves[key] {
      grid.move(months: months)
    } else if key == "t" {
      grid.go(to: today)
    } else if key == Key(.enter) {
      return .closesFor(.filter(.due(on: grid.cursor)))
    } else {
      return key == Key(.escape) || key == "q" || key == "c" ? .closes : .stays
    }
    return outcome(from: before)
  }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome {
    guard case .press(0) = mouse.action, weeksArea.contains(mouse.position) else { return .stays }
    let row = firstWeek + mouse.position.y - weeksArea.y
    let column = (mouse.position.x - weeksArea.x) / cellWidth
    guard grid.weeks.indices.contains(row), column < MonthGrid.daysInWeek else { return .stays }
    let (before, day) = (grid.cursor, grid.weeks[row][column])
    if mouse.clickCount == 2 { return .closesFor(.filter(.due(on: day))) }
    grid.go(to: day)
    return outcome(from: before)
  }

  private func outcome(from before: CalendarDay) -> LayerOutcome {
    grid.isInMonth(before) ? .stays : .turnsPage
  }

  // MARK: - Drawing

  mutating func render(into canvas: inout Canvas, in area: Rect) {
    let weeks = grid.weeks
    let width = Self.maxCellWidth * MonthGrid.daysInWeek
    let size = Size(width: width + 4, height: weeks.count + 6)
    let style = roles.overlay
    var inside = Box(title: grid.title, style: style.frame).render(into: &canvas, in: area.centered(size))
    if inside.width > width { inside = inside.inset(columns: 1, rows: 0) }
    cellWidth = min(Self.maxCellWidth, max(3, inside.width / MonthGrid.daysInWeek))
    // Where there is little room, the weeks come first.
    let isLow = inside.height < weeks.count + 3
    let (head, rest) = inside.split(top: isLow ? 0 : 1)
    if !isLow { canvas.draw(header(style), in: head.row(0)) }
    firstWeek = isLow ? max(0, min(weekOfCursor(weeks), weeks.count - rest.height)) : 0
    weeksArea = rest
    for (row, week) in weeks.dropFirst(firstWeek).prefix(rest.height).enumerated() {
      canvas.draw(line(week), in: rest.row(row))
    }
    if !isLow, rest.height >= weeks.count + 2 { canvas.draw(summary(style), in: rest.row(weeks.count + 1)) }
  }

  private func weekOfCursor(_ weeks: [[CalendarDay]]) -> Int { weeks.firstIndex { $0.contains(grid.cursor) } ?? 0 }

  private func header(_ style: OverlayStyle) -> CellLine {
    var line = CellLine()
    for name in grid.weekdays {
      line.append(String(name.prefix(cellWidth - 1)).padded(to: cellWidth), style: style.detail)
    }
    return line
  }

  private func line(_ week: [CalendarDay]) -> CellLine {
    var line = CellLine()
    for day in week { line.append(cell(day)) }
    return line
  }

  /// The number of the day, and how many items are due on it: "24 3".
  private func cell(_ day: CalendarDay) -> CellLine {
    let count = counts[day] ?? 0
    var line = CellLine("\(day.day)".leftPadded(to: 2), style: dayStyle(day))
    if count > 0 {
      let style = day < today ? roles.overdue : roles.overlay.key
      // Narrow cells need the gap to the next day.
      let gap = cellWidth < Self.maxCellWidth ? 1 : 0
      line.append(Self.words(for: count, width: cellWidth - gap - line.width), style: style)
    }
    line.pad(to: cellWidth - 1)
    if day == grid.cursor { line = line.selected(in: roles.overlay.selection) }
    line.pad(to: cellWidth)
    return line
  }

  /// How many are due, behind a blank; without the number where that has no room.
  private static func words(for count: Int, width: Int) -> String {
    let texts = [count > 999 ? " 999+" : " \(count)", " +", "+"]
    return texts.first { $0.count <= width } ?? ""
  }

  private func dayStyle(_ day: CalendarDay) -> Style {
    if day == today { return roles.header.overlaid(with: .underline) }
    return grid.isInMonth(day) ? roles.overlay.text : roles.overlay.detail
  }

  private func summary(_ style: OverlayStyle) -> CellLine {
    let count = counts[grid.cursor] ?? 0
    let what = count == 0 ? "nothing is due" : "\(count.grouped) due"
    let isToday = grid.cursor == today ? " (today)" : ""
    return CellLine("\(grid.cursor.text)\(isToday): \(what)", style: style.text)
  }
}

extension String {
  /// The text with blanks behind it.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text with blanks before it.
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
