import DocketConfiguration
import DocketData
import TerminalUI

/// The headings of the columns above the list; a press on one sorts by it.
struct ColumnHeadings: Hashable {
  private let columns: ItemColumns
  private let order: ItemOrder

  init(columns: ItemColumns, order: ItemOrder) { (self.columns, self.order) = (columns, order) }

  func line(_ style: Style) -> CellLine {
    var line = CellLine()
    line.pad(to: columns.indent)
    line.append(
      columns.layout.header(style: style) { columns.columns[$0].orderKey == order.key ? " \(order.mark)" : "" })
    return line
  }

  /// The column whose heading stands at a distance from the left edge.
  func column(at x: Int) -> Column? { columns.layout.column(at: x - columns.indent).map { columns.columns[$0] } }
}

extension Column {
  /// The order that its heading stands for; nil if none does.
  var orderKey: ItemOrder.Key? {
    switch self {
    case .priority: .priority
    case .title: .title
    case .due: .due
    case .updated: .updated
    case .created: .created
    case .state, .tags, .list, .id: nil
    }
  }
}

extension HeadingRule {
  /// Smaller screens keep the line for an item.
  private static let minHeight = 30

  /// Whether there are headings on a screen of a height.
  func shows(height: Int) -> Bool {
    switch self {
    case .auto: height >= Self.minHeight
    case .always: true
    case .never: false
    }
  }
}
