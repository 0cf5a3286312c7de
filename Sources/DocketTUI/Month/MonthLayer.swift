import DocketData
import TerminalUI

/// A month: its days in weeks, each with the number of open items that are due on it.
struct MonthLayer: Layer {
  /// "24 999+", and less where there is less room.
  private static let maxCellWidth = 7
  private enum Step {
    case days(Int), months(Int), today
  }

  /// Its keys, for the keyboard and for the help.
  private static let table: [(keys: String, help: String, step: Step)] = [
    ("h Left", "a day back", .days(-1)), ("l Right", "a day on", .days(1)), ("k Up", "a week back", .days(-7)),
    ("j Down", "a week on", .days(7)), ("H PgUp", "a month back", .months(-1)), ("L PgDn", "a month on", .months(1)),
    ("K", "a year back", .months(-12)), ("J", "a year on", .months(12)), ("t", "today", .today),
  ]
  private static let steps = Dictionary(
    uniqueKeysWithValues: table.flatMap { row in
      row.keys.split(separator: " ").compactMap { Key(String($0)) }.map { ($0, row.step) }
    })

  /// What the help says of its keys.
  static let help =
    table.map { KeyHint($0.keys, "", help: $0.help) } + [
      KeyHint("Enter", "", help: "show what is due on the day"), KeyHint("Esc c", "", help: "close the month"),
    ]

  private(set) var grid: MonthGrid
  private let today: CalendarDay
  private let roles: Roles
  private var counts: [CalendarDay: Int] = [:]
  /// Counts as long as the month is shown; nil if nothing can be counted.
  private(set) var source: MonthCounts?
  /// The keys, while they are shown above it.
  private var shownHelp: HelpScreen?
  /// Where the weeks were drawn last, and the first of them that had room.
  private var weeksArea = Rect.zero
  private var firstWeek = 0
  private var cellWidth = Self.maxCellWidth

  init(_ grid: MonthGrid, today: CalendarDay, roles: Roles) {
    (self.grid, self.today, self.roles) = (grid, today, roles)
  }

  var hints: [KeyHint] {
    if shownHelp != nil { return [KeyHint("Esc", "back to the month")] }
    return [
      KeyHint("Enter", "show the day"), KeyHint("Esc", "close"), KeyHint("?", "help"), KeyHint("h", "day"),
      KeyHint("j", "week"), KeyHint("L", "month"), KeyHint("t", "today"),
    ]
  }

  /// Takes the counts of another month.
  mutating func follow(_ source: MonthCounts?) { self.source = source }

  mutating func show(_ counts: [CalendarDay: Int]) { self.counts = counts }

  // MARK: - Events

  mutating func handle(_ key: Key, at _: Duration) -> LayerOutcome {
    if shownHelp != nil {
      if shownHelp?.handle(key) == false { shownHelp = nil }
      return .stays
    }
    let before = grid.cursor
    switch Self.steps[key] {
    case .days(let days): grid.move(days: days)
    case .months(let months): grid.move(months: months)
    case .today: grid.go(to: today)
    case nil: return handleOther(key)
    }
    return outcome(from: before)
  }

  private mutating func handleOther(_ key: Key) -> LayerOutcome {
    switch key {
    case Key(.enter): return .closesFor(.filter(.due(on: grid.cursor)))
    case Key(.escape), "q", "c": return .closes
    case "?":
      shownHelp = HelpScreen(title: "Month", hints: Self.help)
      shownHelp?.style = roles.overlay
    default: break
    }
    return .stays
  }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome {
    if shownHelp != nil {
      _ = shownHelp?.handle(mouse)
      return .stays
    }
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
    // Where there is little room, some weeks give way: those that are left have the cursor's among them.
    let (head, body) = inside.split(top: inside.height > 2 ? 1 : 0)
    let (rest, below) = body.split(top: min(weeks.count, max(1, body.height - 1)))
    let foot = below.split(top: below.height > 1 ? 1 : 0).rest
    if !head.isEmpty { canvas.draw(header(style), in: head.row(0)) }
    firstWeek = max(0, min(weekOfCursor(weeks) - rest.height / 2, weeks.count - rest.height))
    weeksArea = rest
    for (row, week) in weeks.dropFirst(firstWeek).prefix(rest.height).enumerated() {
      canvas.draw(line(week), in: rest.row(row))
    }
    if !foot.isEmpty { canvas.draw(summary(style, width: foot.width), in: foot.row(0)) }
    shownHelp?.render(into: &canvas, in: area)
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
      // Narrow cells need the gap to the next day, and the narrowest one for a mark.
      let gap = (4..<Self.maxCellWidth).contains(cellWidth) ? 1 : 0
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

  /// The day under the cursor, and how many items are due on it: in fewer words where there is less room.
  private func summary(_ style: OverlayStyle, width: Int) -> CellLine {
    let count = counts[grid.cursor] ?? 0
    let what = count == 0 ? "nothing is due" : "\(count.grouped) due"
    let isToday = grid.cursor == today ? " (today)" : ""
    let short = count == 0 ? "nothing due" : what
    let texts = [
      "\(grid.cursor.text)\(isToday): \(what)", "\(grid.cursor.text): \(what)", "\(grid.cursor.text): \(short)",
      "\(grid.cursor.day): \(short)",
    ]
    return CellLine(texts.first { $0.count <= width } ?? short, style: style.text)
  }
}

extension String {
  /// The text with blanks behind it.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text with blanks before it.
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
