import DataProvider
import TerminalUI

/// One line of the list: a mark, the title, and when the item was last current; the date gives way on narrow screens.
struct ItemRow {
  let roles: Roles
  let clock: DayClock

  /// The width below which the title has the line for itself.
  private static let narrow = 30

  /// Reads the item's properties, so whoever draws it learns when they change.
  func line(for item: Item, context: RowContext) -> CellLine {
    // A long title is measured only as far as it can be seen.
    var leading = CellLine(context.isSelected ? " ▌" : "  ", style: roles.marker)
    leading.append(item.title, style: roles.title, limit: context.width + 1)
    guard context.width >= Self.narrow else { return leading.truncated(to: context.width) }
    let trailing = CellLine(clock.text(item.timestamp) + " ", style: roles.detail)
    return .justified(leading, trailing, to: context.width)
  }
}
