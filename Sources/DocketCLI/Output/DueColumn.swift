import DocketData

/// The column of due dates on a terminal, with a mark before those of items that repeat.
///
/// There is none if no item has a due date, and no room for marks if none repeats.
struct DueColumn {
  private static let mark = "↻ "
  /// The date and the time, and what separates them from the title.
  private static let width = 18

  private let hasDates: Bool
  private let hasMarks: Bool

  init(_ items: [ItemValues]) {
    hasMarks = items.contains(where: Self.repeats)
    hasDates = hasMarks || items.contains { $0.dueAt != nil }
  }

  /// When an item is due, in the width of the column.
  func text(of item: ItemValues) -> String {
    text(OutputStyle.terminal.due(item), mark: Self.repeats(item) ? Self.mark : "  ")
  }

  /// The heading, in the width of the column.
  func text(_ heading: String) -> String { text(heading, mark: "  ") }

  private func text(_ text: String, mark: String) -> String {
    guard hasDates else { return "" }
    return (hasMarks ? mark : "") + text + String(repeating: " ", count: max(0, Self.width - text.count))
  }

  private static func repeats(_ item: ItemValues) -> Bool { !item.isDone && item.rule != nil }
}
