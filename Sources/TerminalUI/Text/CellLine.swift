/// A line of cells: text as a terminal can show it, with styles.
public struct CellLine: Hashable, Sendable {
  /// A tab reaches to the next multiple of this many columns.
  public static let tabWidth = 4

  /// The cells; the right half of a wide glyph always follows its left half.
  public private(set) var cells: [Cell] = []

  /// Creates an empty line.
  public init() {}

  /// Creates a line from text.
  ///
  /// - Parameters:
  ///   - text: Any text; controls and invisible scalars become visible marks.
  ///   - style: The style of every cell.
  ///   - limit: Stops soon after this many columns, for texts much longer than the screen is wide.
  /// - Complexity: linear in the shorter of text and limit.
  public init(_ text: some StringProtocol, style: Style = .plain, limit: Int = .max) {
    append(text, style: style, limit: limit)
  }

  init(cells: [Cell]) { self.cells = cells }

  /// The number of columns.
  public var width: Int { cells.count }

  /// Adds text at the end; parameters as in the initializer, the limit counting for the whole line.
  public mutating func append(_ text: some StringProtocol, style: Style = .plain, limit: Int = .max) {
    // One concrete type from here on: callers in other modules can't specialize what is generic.
    append(text[...] as? Substring ?? Substring(String(text)), style, limit)
  }

  private mutating func append(_ text: Substring, _ style: Style, _ limit: Int) {
    if appendASCII(text, style, limit) { return }
    let start = cells.count
    for character in text {
      guard width <= limit, append(character, style: style) else { break }
    }
    noteDirection(from: start)
  }

  /// All of a text is marked if some of it is written from right to left.
  private mutating func noteDirection(from start: Int) {
    guard cells[start...].contains(where: { ScalarDirection.isRightToLeft($0.glyph.base) }) else { return }
    for index in start..<cells.count { cells[index].isOfRightToLeftText = true }
  }

  /// Adds another line at the end.
  public mutating func append(_ line: CellLine) { cells.append(contentsOf: line.cells) }

  /// Adds spaces up to a width.
  public mutating func pad(to width: Int, style: Style = .plain) {
    while cells.count < width { cells.append(.blank(style)) }
  }

  private mutating func append(_ character: Character, style: Style) -> Bool {
    if character == "\t" {
      pad(to: (width / Self.tabWidth + 1) * Self.tabWidth, style: style)
      return true
    }
    return GlyphScanner.scan(character) { glyph, width in
      cells.append(Cell(glyph: glyph, width: UInt8(width), style: style))
      if width == 2 { cells.append(.continuation(style)) }
      return true
    }
  }

  /// The common case, without looking for clusters; returns false, having done nothing, if it is not that case.
  private mutating func appendASCII(_ text: Substring, _ style: Style, _ limit: Int) -> Bool {
    let bytes = text.utf8.span
    // The limit may be the greatest number there is.
    let count = limit == .max ? bytes.count : (limit - width + 1).clamped(to: 0...bytes.count)
    for index in 0..<count where !(0x20..<0x7F).contains(bytes[index]) { return false }
    // A combining mark after the last byte would belong to it.
    if count < bytes.count, bytes[count] >= 0x80 { return false }
    cells.reserveCapacity(cells.count + count)
    for index in 0..<count {
      cells.append(Cell(glyph: Glyph(Unicode.Scalar(bytes[index])), width: 1, style: style))
    }
    return true
  }
}
