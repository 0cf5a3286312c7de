/// The indentation of a row below another one, with a mark that shows or hides the rows below it.
public struct RowIndent: Hashable, Sendable {
  /// Whether there are rows below a row.
  public enum Children: Hashable, Sendable {
    /// There are none.
    case none
    /// They are shown.
    case shown
    /// They are hidden.
    case hidden
  }

  /// The blanks for each level.
  private static let step = 2

  /// The depth of the row; 0 for one that is below no other.
  public let level: Int
  /// Whether there are rows below this one.
  public let children: Children

  /// Creates an indent.
  public init(level: Int, children: Children = .none) {
    self.level = max(0, level)
    self.children = children
  }

  /// The columns that it takes in a row; two thirds are left for the text of deep rows.
  public func width(in rowWidth: Int) -> Int { blanks(in: rowWidth) + Self.step }

  /// The blanks and the mark: `-` if the rows below are shown, `+` if they are hidden.
  public func line(in rowWidth: Int, style: Style = .plain) -> CellLine {
    var line = CellLine()
    line.pad(to: blanks(in: rowWidth), style: style)
    line.append(mark + " ", style: style)
    return line
  }

  /// Whether the mark is in a column of the row, so that a press there shows or hides rows.
  public func hasMark(at column: Int, in rowWidth: Int) -> Bool {
    children != .none && column == blanks(in: rowWidth)
  }

  private func blanks(in rowWidth: Int) -> Int { min(level * Self.step, max(0, rowWidth / 3 - Self.step)) }

  private var mark: String {
    switch children {
    case .none: " "
    case .shown: "-"
    case .hidden: "+"
    }
  }
}
