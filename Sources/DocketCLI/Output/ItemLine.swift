import DocketData
import DocketOutput

/// A line for a person about one item: its number, its title, and its values, in the order in which the list says them
/// while one types.
struct ItemLine {
  private let item: ItemValues
  private let remarks: [String]

  /// - Parameter before: the item as it was before a command changed it; nil if that does not matter.
  init(_ item: ItemValues, before: ItemValues? = nil) {
    self.item = item
    let due = OutputStyle.terminal.due(item)
    let dueBefore = before.map { OutputStyle.terminal.due($0) } ?? due
    remarks = dueBefore.isEmpty || dueBefore == due ? [] : ["was due \(dueBefore)"]
  }

  /// The line, in which a long title is shortened rather than what was understood.
  ///
  /// - Parameter width: the columns that there are; nil for any.
  func text(width: Int?) -> String {
    let number = "\(item.number)  "
    let details = (values + remarks).map { " · " + VisibleText.marked($0) }
    let used = TerminalColumns.width(of: number + details.joined())
    let room = width.map { max(Self.minTitleWidth, $0 - used) } ?? .max
    var row = TerminalRow()
    row.append(number + TerminalColumns.cut(VisibleText.marked(item.title), to: room))
    for part in details { row.append(part, .detail) }
    return row.line(TerminalColors(), width: width)
  }

  /// The columns of a title that are enough to know it by.
  private static let minTitleWidth = 20

  private var values: [String] {
    let (due, start) = (OutputStyle.terminal.due(item), OutputStyle.terminal.start(item))
    let blockers = item.blockerIDs.compactMap(\.primaryKey).map(String.init).joined(separator: ", ")
    let values: [String?] =
      [item.priority == .none ? nil : "\(item.priority.name) priority"] + item.tags.map { "#\($0)" } + [
        due.isEmpty ? nil : "due \(due)", start.isEmpty ? nil : "starts \(start)",
        blockers.isEmpty ? nil : "after \(blockers)", item.rule?.words, item.list.map { "in list \($0)" },
      ]
    return values.compactMap(\.self)
  }
}
