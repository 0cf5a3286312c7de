@testable import TerminalUI

/// What a terminal would show of a program's output, and what it would have had to believe.
///
/// It understands what a full-screen program of ours may send, and nothing else: every other sequence is kept in
/// ``violations``. A value: feed it bytes in any pieces.
struct TerminalEmulator: Sendable {
  /// One column of a row.
  struct Cell: Hashable, Sendable {
    /// A cluster; empty in the second column of a wide one.
    var text = " "
    var style = ""
  }

  enum State: Sendable {
    case ground
    case escape
    case charset
    case control([UInt8])
    case command([UInt8])
  }

  private(set) var columns: Int
  private(set) var rows: Int
  var cells: [[Cell]]
  var column = 0
  var row = 0
  var wrapsNext = false
  var saved = (column: 0, row: 0)
  var scrolling: ClosedRange<Int>
  var style = ""
  /// The screen that the alternate one hides.
  var hidden: [[Cell]]?
  /// The modes that were set and not taken back, such as `?2004`.
  var modes: Set<String> = []
  /// Sequences that no program of ours may send.
  var violations: [String] = []
  /// The title of the window, and those that were put aside.
  var title = "shell"
  var titles: [String] = []
  /// What was put on the clipboard last.
  var clipboard: String?
  var state = State.ground
  /// Bytes of a scalar that is not whole yet.
  var scalarBytes: [UInt8] = []
  var lastText = " "
  /// Whether the cursor was placed since something was written.
  var hasMoved = true
  /// Whether an emoji of several scalars is one, as in newer terminals, or each of its parts is drawn.
  let joinsClusters: Bool
  /// Whether characters of ambiguous width take two columns.
  let ambiguousWidth: AmbiguousWidth

  init(columns: Int, rows: Int, joinsClusters: Bool = false, ambiguousWidth: AmbiguousWidth = .narrow) {
    (self.joinsClusters, self.ambiguousWidth) = (joinsClusters, ambiguousWidth)
    (self.columns, self.rows) = (columns, rows)
    cells = Self.blank(columns, rows)
    scrolling = 0...rows - 1
  }

  var isAlternate: Bool { hidden != nil }

  var isCursorVisible: Bool { !modes.contains("hidden cursor") }

  /// The rows without the blanks at their ends.
  var lines: [String] {
    cells.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  var text: String { lines.joined(separator: "\n") }

  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Self.resized(cells, columns, rows)
    hidden = hidden.map { Self.resized($0, columns, rows) }
    (column, row, wrapsNext) = (min(column, columns - 1), min(row, rows - 1), false)
    scrolling = 0...rows - 1
  }

  /// The places whose cells another screen has otherwise, and those cells.
  func differences(from other: TerminalEmulator) -> [String] {
    zip(cells, other.cells).enumerated().flatMap { row, pair in
      zip(pair.0, pair.1).enumerated().compactMap { column, cells in
        cells.0 == cells.1 ? nil : "\(row):\(column) \(cells.0) \(cells.1)"
      }
    }
  }

  static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  private static func resized(_ cells: [[Cell]], _ columns: Int, _ rows: Int) -> [[Cell]] {
    (0..<rows).map { row in
      (0..<columns).map { column in
        row < cells.count && column < cells[row].count ? cells[row][column] : Cell()
      }
    }
  }
}
