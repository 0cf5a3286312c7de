/// What a terminal shows at one moment.
struct TerminalScreen: Hashable, Sendable, CustomStringConvertible {
  /// The rows from the top, without the blanks at their ends.
  let lines: [String]
  /// The cursor's column, from 0.
  let cursorColumn: Int
  /// The cursor's row, from 0.
  let cursorRow: Int
  /// Whether the cursor is seen.
  let isCursorVisible: Bool
  /// Whether it is the alternate screen, which full-screen programs use.
  let isAlternate: Bool

  /// The rows with line ends between them.
  var text: String { lines.joined(separator: "\n") }

  var description: String { text }

  /// - Parameters:
  ///   - text: the answer of `capture-pane`.
  ///   - state: the cursor's column and row, and whether the alternate screen and the cursor are on, with blanks between them.
  init(text: String, state: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.lines = lines.last?.isEmpty == true ? lines.dropLast() : lines
    let numbers = state.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 } + [0, 0, 0, 0]
    (cursorColumn, cursorRow) = (numbers[0], numbers[1])
    (isAlternate, isCursorVisible) = (numbers[2] == 1, numbers[3] == 1)
  }

  /// Whether a text stands in one of the rows.
  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}
