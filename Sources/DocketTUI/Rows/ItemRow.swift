import DocketConfiguration
import DocketData
import TerminalUI

/// One line of the list: the cursor, and the columns that have room.
@MainActor
struct ItemRow {
  let columns: [Column]
  var cells: ItemCells
  private var shared: ItemColumns?

  init(columns: [Column], cells: ItemCells) {
    self.columns = columns
    self.cells = cells
  }

  /// Whether every row says when its item was updated or created.
  var hasPastDates: Bool { columns.contains(.updated) || columns.contains(.created) }

  /// Reads the item's properties; inside an observed region, changes of them are noticed.
  mutating func line(for item: DrawnItem, names: RowNames, place: RowPlace, width: Int) -> CellLine {
    let columns = columns(ofRow: width)
    var line = CellLine()
    line.reserve(width)
    line.pad(to: columns.indent)
    columns.layout.appendFlowing(to: &line) { cells.cell(columns.columns[$0], of: item, names, place, width: $1) }
    line.joinBlanks()
    line.pad(to: width)
    return line
  }

  /// The headings of the columns, with the direction of the one that sorts.
  mutating func headings(_ order: ItemOrder, width: Int) -> ColumnHeadings {
    ColumnHeadings(columns: columns(ofRow: width), order: order)
  }

  /// Whether the mark that folds an item's sub-items, or their number beside it, stands in a column of its row.
  mutating func hasFoldMark(
    _ item: DrawnItem, names: RowNames, place: RowPlace, width: Int, at column: Int
  ) -> Bool {
    guard place.isUnfolded != nil else { return false }
    let columns = columns(ofRow: width)
    guard let title = columns.columns.firstIndex(of: .title), let span = columns.layout.spans[title] else {
      return false
    }
    // How much room the title has depends on the other cells.
    var (row, room) = (CellLine(), span.count)
    columns.layout.appendFlowing(to: &row) { index, width in
      if index == title { room = width }
      return cells.cell(columns.columns[index], of: item, names, place, width: width)
    }
    let mark = cells.progressColumns(of: item, place, width: room)
    return mark.contains(column - columns.indent - span.lowerBound)
  }

  /// Draws mark and cursor into the columns that are left for them.
  func marked(_ line: CellLine, as state: RowState) -> CellLine {
    var line = line
    if state.isMarked { line.overwrite(from: 0, with: CellLine(ItemMarks.marked, style: cells.roles.marker)) }
    if state.isSelected { line.overwrite(from: 1, with: Self.cursor.overlaid(with: cells.roles.marker)) }
    return line
  }

  /// Two columns where the terminal draws the cursor wide.
  private static var cursor: CellLine { CellLine(ItemMarks.cursor) }

  /// The columns, shared by all rows of a width.
  private mutating func columns(ofRow width: Int) -> ItemColumns {
    if let shared, shared.rowWidth == width { return shared }
    let columns = ItemColumns(columns, rowWidth: width, dates: cells.dates.style)
    shared = columns
    return columns
  }
}

/// The marks of a row: whatever a colour says, a mark says too.
enum ItemMarks {
  static let open = "○"
  static let done = "●"
  /// Open, and not to be begun yet.
  static let waiting = "◌"
  /// Before the due date of an item that repeats, or in its place.
  static let repeating = "↻"
  static let cursor = "▌"
  static let marked = "*"
  /// Before the number of sub-items that are shown below an item, or hidden.
  static let (unfolded, folded) = ("▾", "▸")

  /// The mark of a priority, heavier for what matters more.
  static func mark(of priority: Priority) -> String {
    switch priority {
    case .none: ""
    case .low: "·"
    case .medium: "!"
    case .high: "!!"
    }
  }
}

/// The columns of the list and their widths.
struct ItemColumns: Hashable, Sendable {
  let columns: [Column]
  let layout: TableLayout
  /// The columns of cells for the mark and the cursor, before the first column.
  let indent: Int
  /// The width of a whole row.
  let rowWidth: Int

  /// Lays the columns out between the indent and the last column of cells, which stays blank.
  init(_ columns: [Column], rowWidth: Int, dates: DateStyle) {
    self.columns = columns
    self.rowWidth = rowWidth
    indent = 1 + TerminalText.width(of: ItemMarks.cursor)
    let width = max(0, rowWidth - indent - 1)
    layout = TableLayout(columns.map { Self.column($0, width, dates) }, width: width)
  }

  /// The title has half of the row before anything else grows, and a little more of a narrow one.
  ///
  /// Where tags just have room, it leaves that to them.
  private static func titleMinimum(_ width: Int) -> Int {
    if width > 80 { return width / 2 }
    return max(8, min(width * 11 / 20, max(width / 2, width - 28)))
  }

  private static func column(_ column: Column, _ width: Int, _ dates: DateStyle) -> TableColumn {
    let isISO = dates == .iso
    return switch column {
    case .title: TableColumn("Title", minimum: titleMinimum(width), importance: 9, stretches: true)
    case .state: TableColumn("", minimum: max(1, TerminalText.width(of: ItemMarks.open)), importance: 8)
    case .priority: TableColumn("!", minimum: 2, importance: 7)
    // "overdue", "tomorrow", "Jan 2027"; "overdue 3 d"; "↻ tomorrow 17:00".
    // "2026-11-21"; "! 2026-11-21"; "↻ ! 2026-11-21 17:00".
    case .due:
      TableColumn(
        "Due", minimum: isISO ? 10 : 8, usual: isISO ? 12 : 11, ideal: isISO ? 20 : 16, importance: 6,
        alignment: .trailing)
    case .tags: TableColumn("Tags", minimum: 10, ideal: max(24, width / 5), importance: 5)
    case .list: TableColumn("List", minimum: 10, ideal: 16, importance: 4)
    case .updated: past("Updated", importance: 3, dates)
    case .created: past("Created", importance: 2, dates)
    case .id: TableColumn("ID", minimum: 3, ideal: 7, importance: 1, alignment: .trailing)
    }
  }

  /// A column of dates that have been: "Jan 2025" or better "2025-01-21"; in ISO form the day, or better the time too.
  private static func past(_ title: String, importance: Int, _ dates: DateStyle) -> TableColumn {
    let (shortest, longest) = dates == .iso ? (10, 16) : (8, 10)
    return TableColumn(title, minimum: shortest, ideal: longest, importance: importance, alignment: .trailing)
  }
}
