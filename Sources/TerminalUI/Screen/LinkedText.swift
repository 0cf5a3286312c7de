/// A part of a row that is a link.
public struct LinkedText: Hashable, Sendable {
  /// The row.
  public let row: Int
  /// The columns.
  public let columns: Range<Int>
  /// The text in them.
  public let text: String
  /// Where it leads.
  public let target: LinkTarget
}

extension CellBuffer {
  /// The links, from the top and from left to right; one that is wrapped has a part in each row.
  ///
  /// - Complexity: linear in the number of cells.
  public var links: [LinkedText] {
    (0..<size.height).flatMap { y in row(y).links(in: y) { _ in true } }.compactMap { link in
      let cells = link.columns.map { self[$0, link.row] }
      let text = CellLine(cells: cells).description
      return link.target.map { LinkedText(row: link.row, columns: link.columns, text: text, target: $0) }
    }
  }
}

/// Adjacent cells of a row that have the same link.
struct LinkStretch: Hashable, Sendable {
  let row: Int
  /// The columns; neither end cuts a wide glyph.
  let columns: Range<Int>
  /// The number of the target.
  let number: UInt32

  /// Where it leads; nil if that was forgotten meanwhile.
  var target: LinkTarget? { CellNumbers.links.value(number) }
}

extension ArraySlice<Cell> {
  /// The links of a row, without the glyphs that are left out; a glyph is told by its first column.
  func links(in y: Int, where isIncluded: (Int) -> Bool) -> [LinkStretch] {
    var links: [LinkStretch] = []
    let cells = span
    var x = 0
    while x < cells.count {
      let end = cells[x].width == 2 && x + 1 < cells.count ? x + 2 : x + 1
      let number = cells[x].linkNumber
      if number != 0, isIncluded(x) {
        if let last = links.last, last.number == number, last.columns.upperBound == x {
          links[links.count - 1] = LinkStretch(row: y, columns: last.columns.lowerBound..<end, number: number)
        } else {
          links.append(LinkStretch(row: y, columns: x..<end, number: number))
        }
      }
      x = end
    }
    return links
  }
}
