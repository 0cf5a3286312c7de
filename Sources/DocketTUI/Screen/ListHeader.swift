import DocketConfiguration
import DocketData
import TerminalUI

/// The header: the name of the list, its counts and its order; the order gives way first.
struct ListHeader: Hashable {
  let listing: Listing
  let count: String
  let order: ItemOrder
  let width: Int

  func line(_ roles: Roles) -> CellLine {
    var leading = CellLine(" docket", style: roles.header)
    leading.append(" · \(listing.name)", style: roles.headerDetail, limit: width)
    if let context = listing.context { leading.append(" in \(context.name)", style: roles.prompt, limit: width) }
    let trailing = CellLine(fittingDetail(in: width - leading.width - 2) + " ", style: roles.headerDetail)
    return .justified(leading, trailing, to: width)
  }

  private func fittingDetail(in width: Int) -> String {
    let whole = [count, order.words].filter { !$0.isEmpty }.joined(separator: " · ")
    return TerminalText.width(of: whole) <= width ? whole : count
  }
}

/// The lines around the list as they were drawn last: most keys change none of them.
@MainActor
struct DrawnLines {
  struct Footer: Hashable {
    let footer: TerminalUI.Footer
    let width: Int
  }

  let header = KeptLine<ListHeader>()
  let footer = KeptLine<Footer>()
  let headings = KeptLine<ColumnHeadings>()

  func forget() {
    header.forget()
    footer.forget()
    headings.forget()
  }
}
