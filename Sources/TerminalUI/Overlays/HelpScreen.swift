/// A box with all commands, from the same table as the footer; it scrolls, and can be searched.
public struct HelpScreen: Sendable {
  /// The title, in the frame.
  public let title: String
  /// The commands.
  public let hints: [KeyHint]
  /// The first visible line; drawing limits it to the lines there are.
  public var offset = 0
  /// The field with the search text; nil if nothing is searched.
  public private(set) var search: TextField?
  /// The styles.
  public var style = OverlayStyle()

  /// The number of lines that had room in the last frame.
  private var height = 10

  /// Creates a help screen.
  public init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
  }

  /// Scrolls by arrows, `j`, `k`, `^d`, `^u`, PgUp, PgDn, Home and End; `/` searches, and Escape ends the search.
  ///
  /// - Returns: Whether the key was one of these; while searching, every key is.
  public mutating func handle(_ key: Key) -> Bool {
    if let motion = motion(for: key) {
      scroll(motion)
      return true
    }
    if search == nil {
      if key == "/" { search = TextField(placeholder: "search", limit: 256) }
      return search != nil
    }
    switch search?.handle(key) {
    case .cancelled: search = nil
    case .edited: offset = 0
    default: break
    }
    return true
  }

  /// Inserts pasted text into the search, if there is one.
  public mutating func insert(_ text: String) {
    guard search != nil else { return }
    search?.insert(text)
    offset = 0
  }

  /// Scrolls with the wheel.
  ///
  /// - Returns: Whether it was the wheel.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelUp: scroll(.rows(-3))
    case .wheelDown: scroll(.rows(3))
    default: return false
    }
    return true
  }

  /// While searching, letters, Home and End belong to the text.
  private func motion(for key: Key) -> Motion? {
    guard search == nil else { return Motion(key).flatMap { $0 == .top || $0 == .bottom ? nil : $0 } }
    return switch key {
    case "k": .rows(-1)
    case "j": .rows(1)
    case "^d": .halfPages(1)
    case "^u": .halfPages(-1)
    case " ": .pages(1)
    case "g": .top
    case "G": .bottom
    default: Motion(key)
    }
  }

  private mutating func scroll(_ motion: Motion) { offset = max(0, offset.adding(motion.rowsDown(height: height))) }
}

extension HelpScreen {
  /// The commands whose keys or sentence contain the search text; all if nothing is searched.
  public var found: [KeyHint] {
    guard let text = search?.text, !text.isEmpty else { return hints }
    return hints.filter { hint in
      [hint.keys, hint.help].contains { !$0.rangesIgnoringCase(of: text).isEmpty }
    }
  }

  /// Draws the box centred in an area; it keeps its size while searching.
  ///
  /// Sentences are wrapped.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let keyWidth = min((hints.map { TerminalText.width(of: $0.keys) }.max() ?? 0) + 2, max(4, area.width / 3))
    let widest = hints.map { keyWidth + TerminalText.width(of: Self.text(of: $0)) }.max() ?? 0
    let width = min(widest, max(0, area.width - 4))
    let rowsOfAll = hints.reduce(0) { $0 + lines(of: $1, keyWidth, width).count }
    let wanted = Size(width: width + 4, height: rowsOfAll + (search == nil ? 2 : 3))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(wanted))
    canvas.cursor = nil
    let rows = renderSearch(into: &canvas, in: box)
    let shown = found.flatMap { lines(of: $0, keyWidth, width) }
    height = rows.height
    offset = offset.clamped(to: 0...max(0, shown.count - rows.height))
    let bar = ScrollBar(total: shown.count, offset: offset, visible: rows.height)
    _ = bar.render(into: &canvas, in: rows)
    let inside = rows.inset(columns: 1, rows: 0)
    for (row, line) in shown.dropFirst(offset).prefix(rows.height).enumerated() {
      canvas.draw(line, in: inside.row(row))
    }
    if shown.isEmpty { canvas.draw(CellLine("nothing matches", style: style.detail), in: inside) }
  }

  private mutating func renderSearch(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard search != nil else { return area }
    let (top, rest) = area.split(top: 1)
    let inside = top.inset(columns: 1, rows: 0)
    canvas.draw(CellLine("/", style: style.key), in: inside)
    search?.render(into: &canvas, in: inside.split(left: 2).rest)
    return rest
  }

  /// The lines of a command: its keys, and beside them the wrapped sentence.
  private func lines(of hint: KeyHint, _ keyWidth: Int, _ width: Int) -> [CellLine] {
    let wanted = search?.text ?? ""
    func part(_ text: String, _ style: Style) -> CellLine {
      CellLine(text, highlighting: text.rangesIgnoringCase(of: wanted), with: self.style.highlight, style: style)
    }
    let sentence = part(Self.text(of: hint), hint.isEnabled ? style.text : style.detail)
    let keys = part(hint.keys, style.key).fitted(to: keyWidth)
    return sentence.wrapped(to: max(2, width - keyWidth)).enumerated().map { index, text in
      var line = index == 0 ? keys : CellLine().fitted(to: keyWidth)
      line.append(text)
      return line
    }
  }

  private static func text(of hint: KeyHint) -> String { hint.help + (hint.whyDisabled.map { ": " + $0 } ?? "") }
}
