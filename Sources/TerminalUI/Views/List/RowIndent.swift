/// The beginning of a row that belongs to another one: blanks by its depth, and whether it hides rows below it.
public struct RowIndent: Hashable, Sendable {
  /// Whether rows belong to this one.
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

  /// How many rows stand above it, each belonging to the next.
  public let level: Int
  /// Whether rows belong to this one.
  public let children: Children

  /// Creates an indent.
  public init(level: Int, children: Children = .none) {
    self.level = max(0, level)
    self.children = children
  }

  /// The columns it takes in a row; deep rows keep two thirds for what they say.
  public func width(in rowWidth: Int) -> Int { blanks(in: rowWidth) + Self.step }

  /// The blanks and the mark: `-` for rows that are shown, `+` for rows that are hidden.
  public func line(in rowWidth: Int, style: Style = .plain) -> CellLine {
    var line = CellLine()
    line.pad(to: blanks(in: rowWidth), style: style)
    line.append(mark + " ", style: style)
    return line
  }

  /// Whether the mark stands at a column of the row, so that a press there shows or hides rows.
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
