import DocketData

/// The column of due dates on a terminal, with a mark before those of items that repeat.
///
/// There is none if no item has a due date, and no room for marks if none repeats.
struct DueColumn {
  private static let mark = "↻ "
  /// What separates dates from titles.
  private static let gap = 2

  private static let heading = "DUE"

  /// The columns of the longest date; 0 without any.
  private let width: Int
  private let hasMarks: Bool

  init(_ items: [ItemValues]) {
    hasMarks = items.contains(where: Self.repeats)
    let longest = items.lazy.map { OutputStyle.terminal.due($0).count }.max() ?? 0
    width = hasMarks || longest > 0 ? max(longest, Self.heading.count) : 0
  }

  /// When an item is due, in the width of the column.
  func text(of item: ItemValues) -> String {
    text(OutputStyle.terminal.due(item), mark: Self.repeats(item) ? Self.mark : "  ")
  }

  /// The heading, in the width of the column.
  var heading: String { text(Self.heading, mark: "  ") }

  private func text(_ text: String, mark: String) -> String {
    guard width > 0 else { return "" }
    return (hasMarks ? mark : "") + text + String(repeating: " ", count: max(0, width + Self.gap - text.count))
  }

  private static func repeats(_ item: ItemValues) -> Bool { !item.isDone && item.rule != nil }
}
