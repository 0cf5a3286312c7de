import DocketConfiguration
import TerminalUI

/// The columns of the list, and how a width is shared amongst them.
struct ItemColumns: Hashable, Sendable {
  let columns: [Column]
  let layout: TableLayout

  /// - Parameter width: the columns of cells that there are for all of them.
  init(_ columns: [Column], width: Int, dates: DateStyle) {
    self.columns = columns
    layout = TableLayout(columns.map { Self.column($0, width, dates) }, width: width)
  }

  /// The title has more than half of the row before anything else grows.
  private static func column(_ column: Column, _ width: Int, _ dates: DateStyle) -> TableColumn {
    let date = dates == .iso ? 18 : 14
    return switch column {
    case .title: TableColumn("Title", minimum: max(8, width * 11 / 20), importance: 9, stretches: true)
    case .state: TableColumn("", minimum: max(1, TerminalText.width(of: ItemMarks.open)), importance: 8)
    case .priority: TableColumn("!", minimum: 2, importance: 7)
    case .due: TableColumn("Due", minimum: 8, ideal: date, importance: 6, alignment: .trailing)
    case .tags: TableColumn("Tags", minimum: 10, ideal: max(24, width / 5), importance: 5)
    case .list: TableColumn("List", minimum: 10, ideal: 16, importance: 4)
    case .updated: TableColumn("Updated", minimum: 6, ideal: date - 4, importance: 3, alignment: .trailing)
    case .created: TableColumn("Created", minimum: 6, ideal: date - 4, importance: 2, alignment: .trailing)
    case .id: TableColumn("ID", minimum: 3, ideal: 7, importance: 1, alignment: .trailing)
    }
  }
}
