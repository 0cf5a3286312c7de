import DocketConfiguration
import DocketData
import TerminalUI

/// One line of the list: the cursor, and the columns that have room.
struct ItemRow {

  let columns: [Column]
  var cells: ItemCells
  private var shared: ItemColumns?

  init(columns: [Column], cells: ItemCells) {
    self.columns = columns
    self.cells = cells
  }

  /// Reads the item's properties, so whoever draws it learns when they change.
  mutating func line(for item: Item, place: RowPlace, context: RowContext) -> CellLine {
    let columns = columns(width: max(0, context.width - Self.cursorWidth - 2))
    var line = CellLine(context.isMarked ? ItemMarks.marked : " ", style: cells.roles.marker)
    if context.isSelected { line.append(ItemMarks.cursor, style: cells.roles.marker) }
    line.pad(to: 1 + Self.cursorWidth)
    line.append(columns.layout.line { cells.cell(columns.columns[$0], of: item, place, width: $1) })
    return line
  }

  /// Two where the terminal draws it wide.
  private static var cursorWidth: Int { TerminalText.width(of: ItemMarks.cursor) }

  /// Kept for all rows of a width.
  private mutating func columns(width: Int) -> ItemColumns {
    if let shared, shared.layout.width == width { return shared }
    let columns = ItemColumns(columns, width: width, dates: cells.dates.style)
    shared = columns
    return columns
  }
}
