extension CellLine {
  /// Where the text of a field stands when the field is wider.
  public enum Alignment: Sendable {
    /// At the left.
    case leading
    /// At the right, as numbers and times do.
    case trailing
  }

  /// Exactly `width` columns: spaces added, or the end replaced by `…` at the border of a cluster.
  ///
  /// - Parameters:
  ///   - width: The columns wanted.
  ///   - alignment: Where spaces are not added.
  ///   - style: The style of added spaces.
  public func fitted(to width: Int, alignment: Alignment = .leading, style: Style = .plain) -> CellLine {
    guard self.width <= width else { return truncated(to: width) }
    let padding = [Cell](repeating: .blank(style), count: width - self.width)
    return CellLine(cells: alignment == .leading ? cells + padding : padding + cells)
  }

  /// At most `width` columns, the end replaced by `…` if something is missing.
  public func truncated(to width: Int) -> CellLine {
    guard self.width > width else { return self }
    guard width > 0 else { return CellLine() }
    var kept = Array(cells.prefix(width - 1))
    var ellipsis = Cell(glyph: .ellipsis, width: 1, style: cells[width - 1].style)
    ellipsis.isOfRightToLeftText = cells[width - 1].isOfRightToLeftText
    // A wide glyph does not stay half: its place is left blank.
    if cells[width - 1].isContinuation, let left = kept.popLast() { kept.append(.blank(left.style)) }
    kept.append(ellipsis)
    return CellLine(cells: kept)
  }

  /// The line with another style laid over that of each cell.
  public func overlaid(with style: Style) -> CellLine {
    CellLine(
      cells: cells.map { cell in
        var cell = cell
        cell.style = cell.style.overlaid(with: style)
        return cell
      })
  }

  /// The line in one style, but for what is bold or underlined in it.
  ///
  /// A row that stands out as a whole is easier to read, and shorter to send, without the colours of its parts.
  public func unified(in style: Style) -> CellLine {
    CellLine(
      cells: cells.map { cell in
        var cell = cell
        cell.style = Style(attributes: cell.style.attributes.intersection([.bold, .underline])).overlaid(with: style)
        return cell
      })
  }

  /// Two lines in one of a given width: `leading` at the left, `trailing` at the right, `leading` giving way.
  public static func justified(
    _ leading: CellLine, _ trailing: CellLine, to width: Int, style: Style = .plain
  )
    -> CellLine
  {
    let right = trailing.truncated(to: width)
    let gap = right.width == 0 || right.width == width ? 0 : 1
    var line = leading.fitted(to: max(0, width - right.width - gap), style: style)
    if gap == 1 { line.append(" ", style: style) }
    line.append(right)
    return line
  }
}
