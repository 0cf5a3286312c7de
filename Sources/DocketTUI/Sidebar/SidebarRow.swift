import DocketData
import TerminalUI

/// One line of the sidebar: a name, and how many items there are.
struct SidebarRow {
  let roles: Roles

  /// - Parameters:
  ///   - count: nil while it is not known.
  ///   - isShown: whether it is what the list shows now.
  func line(_ entry: SidebarEntry, count: Int?, isShown: Bool, context: RowContext) -> CellLine {
    guard let query = entry.query else { return heading(entry, width: context.width) }
    var name = CellLine(context.isSelected ? "▌" : " ", style: roles.marker)
    name.append(isShown ? "›" : " ", style: roles.marker)
    name.append(query.name, style: style(entry, isShown: isShown), limit: context.width + 1)
    let number = CellLine((count.map(\.grouped) ?? "") + " ", style: count == 0 ? roles.detail : roles.title)
    return .justified(name, number, to: context.width)
  }

  /// What the group is called, and what its numbers count.
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
