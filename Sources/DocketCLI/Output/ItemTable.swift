import DataProvider

/// Items as lines of text.
struct ItemTable {
  let style: OutputStyle

  func text(_ items: [ItemValues]) -> String {
    switch style {
    case .pipe: items.map(line).joined()
    case .terminal where items.isEmpty: "There are no such items. Add one with: docket add TITLE\n"
    case .terminal: columns(items)
    }
  }

  private func line(_ item: ItemValues) -> String {
    let fields = [
      "\(item.number)", style.moment(item.timestamp), style.moment(item.createTimestamp), FieldText.escaped(item.title),
      item.isDone ? "done" : "open", item.priority.name, style.moment(item.dueAt),
      FieldText.escaped(item.tags.joined(separator: ",")), FieldText.escaped(item.list ?? ""),
    ]
    return fields.joined(separator: "\t") + "\n"
  }

  private func columns(_ items: [ItemValues]) -> String {
    let width = max(2, String(items.map(\.number).max() ?? 0).count)
    let hasDates = items.contains { $0.dueAt != nil }
    let header = padded("ID", width) + (hasDates ? "     DUE               TITLE\n" : "     TITLE\n")
    return header + items.map { row($0, width, hasDates) }.joined()
  }

  private func row(_ item: ItemValues, _ width: Int, _ hasDates: Bool) -> String {
    let state = item.isDone ? "x" : " "
    let mark = item.priority == .none ? " " : "\(item.priority.rawValue)"
    let due = style.moment(item.dueAt)
    let date = hasDates ? due + String(repeating: " ", count: max(0, 18 - due.count)) : ""
    let labels = item.tags.map { " #\($0)" }.joined() + (item.list.map { " >\($0)" } ?? "")
    return "\(padded(String(item.number), width)) \(state) \(mark) \(date)\(VisibleText.marked(item.title + labels))\n"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
