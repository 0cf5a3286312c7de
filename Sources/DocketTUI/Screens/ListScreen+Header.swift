import TerminalUI

extension ListScreen {
  /// What is shown, how much of it, and in which order; the order gives way first.
  func drawHeader(into canvas: inout Canvas, in area: Rect) {
    let roles = environment.roles
    let name = listing.name ?? environment.title
    var leading = CellLine(" docket", style: roles.header)
    leading.append(" · \(name)", style: roles.headerDetail, limit: area.width)
    let trailing = fittingDetail(in: area.width - leading.width - 2)
    StatusLine(leading, trailing: CellLine(trailing + " ", style: roles.headerDetail)).render(into: &canvas, in: area)
  }

  private func fittingDetail(in width: Int) -> String {
    let order = listing.orders(query)[0].words
    let whole = [countText, order].filter { !$0.isEmpty }.joined(separator: " · ")
    return TerminalText.width(of: whole) <= width ? whole : countText
  }

  private var countText: String {
    let marked = list.markedCount
    if marked > 0 { return "\(marked.grouped) selected" }
    let count = rows.count.grouped + (rows.isComplete ? "" : "+")
    if draft?.isSearch == true { return "\(count) found" }
    return counts.text.isEmpty ? count : counts.text
  }
}
