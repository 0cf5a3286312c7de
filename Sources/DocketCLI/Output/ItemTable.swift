import DataProvider

/// Items as lines of text.
struct ItemTable {
  let style: OutputStyle

  func text(_ items: [ItemValues]) -> String {
    switch style {
    case .pipe: items.map(line).joined()
    case .terminal where items.isEmpty: "There are no items yet. Add one with: docket add TITLE\n"
    case .terminal: columns(items)
    }
  }

  private func line(_ item: ItemValues) -> String {
    """
    \(item.number)\t\(Timestamp(item.timestamp).universal)\t\(Timestamp(item.createTimestamp).universal)\t\
    \(FieldText.escaped(item.title))

    """
  }

  private func columns(_ items: [ItemValues]) -> String {
    let width = max(2, String(items.map(\.number).max() ?? 0).count)
    let rows = items.map { item in
      "\(padded(String(item.number), width))  \(Timestamp(item.timestamp).local)  \(VisibleText.marked(item.title))\n"
    }
    return "\(padded("ID", width))  UPDATED           TITLE\n" + rows.joined()
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
