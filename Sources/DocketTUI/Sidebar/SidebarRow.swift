import TerminalUI

/// One line of the sidebar: a name, and how many items there are.
struct SidebarRow {
  let roles: Roles

  /// - Parameters:
  ///   - count: nil while it is not known.
  ///   - isShown: whether it is what the list shows now.
  ///   - isShared: whether it is a list that others have too.
  func line(_ entry: SidebarEntry, count: Int?, isShown: Bool, isShared: Bool = false, width: Int) -> CellLine {
    guard let query = entry.query else { return heading(entry, width: width) }
    var name = CellLine()
    name.pad(to: cursor.width)
    name.append(isShown ? "›" : " ", style: roles.marker)
    name.append(query.name, style: style(entry, isShown: isShown), limit: width + 1)
    var number = CellLine(isShared ? Self.sharedMark : "", style: roles.detail)
    number.append((count.map(\.grouped) ?? "") + " ", style: count == 0 ? roles.detail : roles.title)
    return .justified(name, number, to: width)
  }

  /// Draws the cursor into the columns that are left for it.
  func underCursor(_ line: CellLine) -> CellLine {
    var line = line
    line.overwrite(from: 0, with: cursor)
    return line
  }

  private static let sharedMark = "⇆ "

  private var cursor: CellLine { CellLine(ItemMarks.cursor, style: roles.marker) }

  /// The title of a section, and what its numbers count.
  private func heading(_ entry: SidebarEntry, width: Int) -> CellLine {
    guard case .heading(let title, let counted) = entry else { return CellLine() }
    let (name, what) = (CellLine(" " + title, style: roles.detail), CellLine(counted + " ", style: roles.detail))
    return name.width + 1 + what.width <= width ? .justified(name, what, to: width) : name
  }

  private func style(_ entry: SidebarEntry, isShown: Bool) -> Style {
    let style = if case .tag = entry { roles.tag } else { roles.title }
    return isShown ? style.overlaid(with: .bold) : style
  }
}
