import DocketData

/// Items as lines of text.
enum ItemTable {
  /// An item as a line of a pipe.
  static func line(_ item: ItemValues) -> String {
    let style = OutputStyle.pipe
    let fields = [
      "\(item.number)", style.moment(item.timestamp), style.moment(item.createTimestamp), FieldText.escaped(item.title),
      item.isDone ? "done" : "open", item.priority.name, style.due(item),
      FieldText.escaped(item.tags.joined(separator: ",")), FieldText.escaped(item.list ?? ""),
    ]
    return fields.joined(separator: "\t") + "\n"
  }

  /// Items in columns, for a terminal.
  ///
  /// - Parameter isWhole: whether all items were asked for.
  static func columns(_ items: [ItemValues], isWhole: Bool) -> String {
    if items.isEmpty { return isWhole ? "There are no items. Add one with: docket add TITLE\n" : "Nothing matches.\n" }
    let width = max(2, String(items.map(\.number).max() ?? 0).count)
    let hasDates = items.contains { $0.dueAt != nil }
    let header = padded("ID", width) + (hasDates ? " S P DUE               TITLE\n" : " S P TITLE\n")
    return header + items.map { row($0, width, hasDates) }.joined()
  }

  private static func row(_ item: ItemValues, _ width: Int, _ hasDates: Bool) -> String {
    let state = item.isDone ? "x" : " "
    let mark = item.priority == .none ? " " : "\(item.priority.rawValue)"
    let due = OutputStyle.terminal.due(item)
    let date = hasDates ? due + String(repeating: " ", count: max(0, 18 - due.count)) : ""
    let labels = item.tags.map { " #\($0)" }.joined() + (item.list.map { " >\($0)" } ?? "")
    return "\(padded(String(item.number), width)) \(state) \(mark) \(date)\(VisibleText.marked(item.title + labels))\n"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
