/// A line of cells: text as a terminal can show it, with styles.
public struct CellLine: Hashable, Sendable {
  /// A tab reaches to the next multiple of this many columns.
  public static let tabWidth = 4

  /// The cells; the right half of a wide glyph always follows its left half.
  public private(set) var cells: [Cell] = []

  /// Changes when lines that are kept must be made anew, as the clusters and links of their cells may be forgotten.
  public static var generation: Int { CellNumbers.generation }

  /// Creates an empty line.
  public init() {}

  /// Creates a line from text.
  ///
  /// - Parameters:
  ///   - text: Any text; controls and invisible scalars become visible marks.
  ///   - style: The style of every cell.
  ///   - limit: Stops soon after this many columns; for texts much longer than the screen is wide.
  ///   - link: Where the text leads, on terminals that know links.
  /// - Complexity: linear in the shorter of text and limit.
  public init(_ text: some StringProtocol, style: Style = .plain, limit: Int = .max, link: LinkTarget? = nil) {
    append(text, style: style, limit: limit, link: link)
  }

  /// Creates a line from text; the same as for other texts, but faster: code of other modules may be unable to specialize these.
  public init(_ text: String, style: Style = .plain, limit: Int = .max, link: LinkTarget? = nil) {
    append(Substring(text), style, limit, link)
  }

  init(cells: [Cell]) { self.cells = cells }

  /// The number of columns.
  public var width: Int { cells.count }

  /// Appends text; the parameters are those of the initializer, and the limit is that of the whole line.
  public mutating func append(
    _ text: some StringProtocol, style: Style = .plain, limit: Int = .max, link: LinkTarget? = nil
  ) {
    // One concrete type from here on: callers in other modules may be unable to specialize generic code.
    append(text[...] as? Substring ?? Substring(String(text)), style, limit, link)
  }

  /// Appends text; the parameters are those of the initializer, and the limit is that of the whole line.
  public mutating func append(_ text: String, style: Style = .plain, limit: Int = .max, link: LinkTarget? = nil) {
    append(Substring(text), style, limit, link)
  }

  private mutating func append(_ text: Substring, _ style: Style, _ limit: Int, _ target: LinkTarget?) {
    let start = width
    append(text, style, limit)
    if let target { link(start..<width, to: target) }
  }

  private mutating func append(_ text: Substring, _ style: Style, _ limit: Int) {
    let start = cells.count
    var rest = appendASCIIPrefix(of: text, style, limit)
    // ASCII alone has no direction.
    guard !rest.isEmpty, width <= limit else { return }
    while width <= limit, let character = rest.popFirst() {
      append(character, style: style)
      rest = appendASCIIPrefix(of: rest, style, limit)
    }
    noteDirection(from: start)
  }

  /// Marks all cells of a text if one of its letters is written from right to left.
  private mutating func noteDirection(from start: Int) {
    guard cells[start...].contains(where: { ScalarDirection.isRightToLeft($0.glyph.base) }) else { return }
    for index in start..<cells.count { cells[index].isOfRightToLeftText = true }
  }

  /// Appends another line.
  public mutating func append(_ line: CellLine) { cells.append(contentsOf: line.cells) }

  /// Writes another line over this one, from a column on; what would be beyond the end is dropped.
  ///
  /// A wide glyph that would lose a half becomes blank.
  public mutating func overwrite(from column: Int, with line: CellLine) {
    let columns = (column..<column + line.width).clamped(to: 0..<width)
    guard !columns.isEmpty else { return }
    let isStartCut = cells[columns.lowerBound].isContinuation
    let isEndCut = columns.upperBound < width && cells[columns.upperBound].isContinuation
    var places = cells.mutableSpan
    for index in columns { places[index] = line.cells[index - column] }
    if isStartCut { blank(columns.lowerBound - 1) }
    if isEndCut { blank(columns.upperBound) }
    if cells[columns.lowerBound].isContinuation { blank(columns.lowerBound) }
    if cells[columns.upperBound - 1].width == 2 { blank(columns.upperBound - 1) }
  }

  private mutating func blank(_ column: Int) { cells[column] = .blank(cells[column].style) }

  /// Makes columns a link, in place of those that were there; nil ends them.
  ///
  /// A wide glyph of which only the right half is in the columns stays as it is, one of which only the left half is in
  /// them becomes a link. What is written over a link is none.
  public mutating func link(_ columns: Range<Int>, to target: LinkTarget?) {
    var columns = columns.clamped(to: 0..<width)
    if columns.upperBound < width, cells[columns.upperBound].isContinuation {
      columns = columns.lowerBound..<columns.upperBound + 1
    }
    if !columns.isEmpty, cells[columns.lowerBound].isContinuation { columns.removeFirst() }
    guard !columns.isEmpty else { return }
    let number = target?.number ?? 0
    for column in columns { cells[column].linkNumber = number }
  }

  /// Appends spaces up to a width.
  public mutating func pad(to width: Int, style: Style = .plain) {
    let count = width - cells.count
    guard count > 0 else { return }
    cells.append(addingCapacity: count) { $0.append(repeating: .blank(style), count: count) }
  }

  /// Makes room for a number of columns.
  public mutating func reserve(_ width: Int) { cells.reserveCapacity(width) }

  /// Appends another line in exactly `width` columns, as ``fitted(to:alignment:style:)`` makes it.
  mutating func append(_ line: CellLine, fittedTo width: Int, alignment: Alignment, style: Style) {
    guard line.width <= width else { return append(line.truncated(to: width)) }
    let end = self.width + width
    if alignment == .trailing { pad(to: end - line.width, style: style) }
    append(line)
    pad(to: end, style: style)
  }

  private mutating func append(_ character: Character, style: Style) {
    guard !character.isTab else { return pad(to: (width / Self.tabWidth + 1) * Self.tabWidth, style: style) }
    GlyphScanner.scan(character) { glyph, width in
      cells.append(Cell(glyph: glyph, width: UInt8(width), style: style))
      if width == 2 { cells.append(.continuation(style)) }
    }
  }

  /// Appends the printable ASCII that a text begins with, without looking for clusters, and returns the rest of it.
  private mutating func appendASCIIPrefix(of text: Substring, _ style: Style, _ limit: Int) -> Substring {
    let bytes = text.utf8.span
    // The sum would overflow with the greatest limit.
    let most = limit == .max ? bytes.count : (limit - width + 1).clamped(to: 0...bytes.count)
    var count = 0
    while count < most, (0x20..<0x7F).contains(bytes[count]) { count += 1 }
    // A combining mark after the last one would belong to it.
    if count > 0, count < bytes.count, bytes[count] >= 0x80 { count -= 1 }
    guard count > 0 else { return text }
    cells.append(addingCapacity: count) { added in
      for index in 0..<count {
        added.append(Cell(glyph: Glyph(Unicode.Scalar(bytes[index])), width: 1, style: style))
      }
    }
    return text[text.utf8.index(text.startIndex, offsetBy: count)...]
  }
}

extension CellLine: CustomStringConvertible {
  /// The text that the cells show, without styles.
  public var description: String {
    cells.lazy.filter { !$0.isContinuation }.map(\.glyph.description).joined()
  }
}

extension CellLine {
  /// Creates a line from text with highlighted ranges.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - ranges: The highlighted ranges, in order; they are extended to whole clusters.
  ///   - highlight: Laid over the style in these ranges.
  ///   - style: The style of every cell.
  ///   - limit: Stops soon after this many columns.
  /// - Complexity: linear in the shorter of text and limit, and in the number of ranges.
  public init(
    _ text: String, highlighting ranges: [Range<String.Index>], with highlight: Style, style: Style = .plain,
    limit: Int = .max
  ) {
    self.init()
    var end = text.startIndex
    for range in ranges {
      let start = max(end, text.borderOfCharacter(notAfter: range.lowerBound))
      let next = text.borderOfCharacter(notBefore: range.upperBound)
      guard start < next else { continue }
      append(text[end..<start], style: style, limit: limit)
      append(text[start..<next], style: style.overlaid(with: highlight), limit: limit)
      end = next
    }
    append(text[end...], style: style, limit: limit)
  }
}

// MARK: - Fitting

extension CellLine {
  /// Where a text stands in a wider field.
  public enum Alignment: Sendable {
    /// At the left.
    case leading
    /// At the right, for numbers and times.
    case trailing
  }

  /// The line in exactly `width` columns: padded with spaces, or truncated with `…` at the border of a cluster.
  ///
  /// - Parameters:
  ///   - width: The columns wanted.
  ///   - alignment: The side where the text stands.
  ///   - style: The style of added spaces.
  public func fitted(to width: Int, alignment: Alignment = .leading, style: Style = .plain) -> CellLine {
    guard self.width < width else { return truncated(to: width) }
    let padding = [Cell](repeating: .blank(style), count: width - self.width)
    return CellLine(cells: alignment == .leading ? cells + padding : padding + cells)
  }

  /// The line in at most `width` columns; `…` replaces what is missing.
  public func truncated(to width: Int) -> CellLine {
    guard self.width > width else { return self }
    guard width > 0 else { return CellLine() }
    var kept = Array(cells.prefix(width - 1))
    var ellipsis = Cell(glyph: .ellipsis, width: 1, style: cells[width - 1].style)
    ellipsis.isOfRightToLeftText = cells[width - 1].isOfRightToLeftText
    ellipsis.linkNumber = cells[width - 1].linkNumber
    // Half of a wide glyph becomes a blank.
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

  /// The line in one style; bold and underlined cells stay so.
  ///
  /// A row that stands out is easier to read, and shorter to send, without the colours of its parts.
  public func unified(in style: Style) -> CellLine {
    CellLine(
      cells: cells.map { cell in
        var cell = cell
        cell.style = Style(attributes: cell.style.attributes.intersection([.bold, .underline])).overlaid(with: style)
        return cell
      })
  }

  /// The line as that of the row under the cursor.
  ///
  /// A style that swaps colours takes the place of all others. A background lies behind the line's own colours, and its
  /// foreground takes the place of the terminal's own, which might not be readable there; no more would dim text be.
  public func selected(in style: Style) -> CellLine {
    if style.attributes.contains(.reverse) { return unified(in: style) }
    var line = self
    line.joinBlanks(toEnd: true)
    var places = line.cells.mutableSpan
    for index in places.indices {
      var own = places[index].style
      own.attributes.remove(.dim)
      places[index].style = style.overlaid(with: own)
    }
    return line
  }

  /// Gives blanks the style of the text before them, at the beginning that of the text behind them, where nobody sees it:
  /// each change of style takes about twenty bytes to send.
  ///
  /// - Parameter toEnd: Whether blanks at the end get it too. A terminal takes these for text then, and has them among
  ///   what is copied.
  /// - Complexity: linear in the width.
  public mutating func joinBlanks(toEnd: Bool = false) {
    guard let first = cells.firstIndex(where: { !$0.isPlainBlank }),
      let last = toEnd ? cells.indices.last : cells.lastIndex(where: { !$0.isPlainBlank })
    else { return }
    var places = cells.mutableSpan
    var before = first
    for index in 0..<last + 1 {
      let cell = places[index]
      guard cell.isSpace else {
        before = index
        continue
      }
      let style = places[before].style
      if cell.style.isUnseenOnBlanks, style.isUnseenOnBlanks, cell.style.background == style.background {
        places[index].style = style
      } else {
        before = index
      }
    }
  }

  /// One line of two: `leading` at the left, `trailing` at the right; `leading` is truncated first.
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

// MARK: - Wrapping

extension CellLine {
  /// The lines of a text in a column: split at line breaks, and wrapped where they are wider.
  ///
  /// - Parameters:
  ///   - text: Any text; an empty one is one empty line.
  ///   - width: The columns wanted, at least 2.
  ///   - style: The style of every cell.
  /// - Complexity: linear in the length of the text.
  public static func paragraphs(_ text: some StringProtocol, width: Int, style: Style = .plain) -> [CellLine] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      CellLine($0, style: style).wrapped(to: width)
    }
  }

  /// The line wrapped to at least one line of at most `width` columns.
  ///
  /// It breaks at spaces, which are dropped there, and on both sides of wide glyphs, for scripts without spaces; a word
  /// that is wider than a line breaks between any two glyphs.
  /// - Parameter width: The columns wanted, at least 2, so that each glyph fits.
  /// - Complexity: linear in the width of the line.
  public func wrapped(to width: Int) -> [CellLine] {
    let width = max(2, width)
    var lines: [CellLine] = []
    var rest = cells[...]
    while rest.count > width {
      let end = Self.lineEnd(in: rest, width: width)
      lines.append(CellLine(cells: Array(Self.withoutTrailingSpaces(rest[..<end]))))
      rest = rest[end...].drop(while: \.isSpace)
    }
    if lines.isEmpty || !rest.isEmpty { lines.append(CellLine(cells: Array(rest))) }
    return lines
  }

  /// The end of the first line: at the last break that fits, else at the width.
  private static func lineEnd(in cells: ArraySlice<Cell>, width: Int) -> Int {
    var end = cells.startIndex + width
    while end > cells.startIndex + 1 {
      if mayBreak(cells, before: end) { return end }
      end -= 1
    }
    let last = cells.startIndex + width
    return cells[last].isContinuation ? last - 1 : last
  }

  private static func mayBreak(_ cells: ArraySlice<Cell>, before index: Int) -> Bool {
    let (left, right) = (cells[index - 1], cells[index])
    if right.isContinuation { return false }
    return right.isSpace || left.isSpace || left.isContinuation || right.width == 2
  }

  private static func withoutTrailingSpaces(_ cells: ArraySlice<Cell>) -> ArraySlice<Cell> {
    let end = cells.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? cells.startIndex
    return cells[..<end]
  }
}

extension Character {
  /// Compared as a text it would take longer, for each letter.
  fileprivate var isTab: Bool { utf8.count == 1 && utf8.first == UInt8(ascii: "\t") }
}

extension Style {
  /// Whether it shows nothing but the background where nothing is written.
  fileprivate var isUnseenOnBlanks: Bool { attributes.isDisjoint(with: [.underline, .reverse, .standsOut]) }
}

extension Cell {
  /// Whether nothing but its background is seen.
  fileprivate var isPlainBlank: Bool { isSpace && style.isUnseenOnBlanks }

  fileprivate var isSpace: Bool { !isContinuation && glyph == .space }
}
