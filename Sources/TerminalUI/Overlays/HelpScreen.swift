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
  /// Whether the search text is being typed; afterwards what was found scrolls as all commands do.
  public private(set) var isTyping = false
  /// The styles.
  public var style = OverlayStyle()

  /// The number of lines that had room in the last frame.
  private var height = 10

  /// Creates a help screen.
  public init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
  }

  /// Scrolls by arrows, `j`, `k`, `^d`, `^u`, PgUp, PgDn, Home and End; `/` searches, Enter goes to what was found, and
  /// Escape ends the search.
  ///
  /// - Returns: Whether the key was one of these; while the search text is typed, every key is.
  public mutating func handle(_ key: Key) -> Bool {
    if let motion = motion(for: key) {
      scroll(motion)
      return true
    }
    guard isTyping else { return beginOrEndSearch(key) }
    switch search?.handle(key) {
    case .cancelled: (search, isTyping) = (nil, false)
    case .submitted:
      isTyping = false
      if search?.text.isEmpty == true { search = nil }
    case .edited: offset = 0
    default: break
    }
    return true
  }

  private mutating func beginOrEndSearch(_ key: Key) -> Bool {
    if key == "/" {
      search = search ?? TextField(placeholder: "search", limit: 256)
      isTyping = true
      return true
    }
    guard search != nil, key == Key(.escape) else { return false }
    (search, offset) = (nil, 0)
    return true
  }

  /// Inserts pasted text into the search, if there is one.
  public mutating func insert(_ text: String) {
    guard isTyping else { return }
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

  /// While it is typed, letters, Home and End belong to the search text.
  private func motion(for key: Key) -> Motion? {
    guard !isTyping else { return Motion(key).flatMap { $0 == .top || $0 == .bottom ? nil : $0 } }
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
  /// The commands whose keys or sentence contain the search text, and those of sections whose heading does; all if
  /// nothing is searched.
  public var found: [KeyHint] {
    guard let text = search?.text, !text.isEmpty else { return hints }
    func has(_ words: String) -> Bool { !words.rangesIgnoringCase(of: text).isEmpty }
    return hints.split(whereSeparator: \.isBetweenSections).flatMap { section in
      if let heading = section.first, heading.help.isEmpty, has(heading.keys) { return section }
      return section.filter { has($0.keys) || has($0.help) }[...]
    }
  }

  /// Draws the box centred in an area; it keeps its size while searching.
  ///
  /// Sentences are wrapped. Where there is room, sections stand beside each other; a hint without keys and sentence
  /// ends a section.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let layout = HelpLayout(hints, width: max(0, area.width - 4))
    let rowsOfAll = layout.columns(of: hints) { lines(of: $0, $1, layout) }.map(\.count).max() ?? 0
    let wanted = Size(width: layout.width + 4, height: rowsOfAll + (search == nil ? 2 : 3))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(wanted))
    canvas.cursor = nil
    let rows = renderSearch(into: &canvas, in: box)
    let columns = layout.columns(of: found) { lines(of: $0, $1, layout) }
    let height = columns.map(\.count).max() ?? 0
    self.height = rows.height
    offset = offset.clamped(to: 0...max(0, height - rows.height))
    let bar = ScrollBar(total: height, offset: offset, visible: rows.height)
    _ = bar.render(into: &canvas, in: rows)
    let inside = rows.inset(columns: 1, rows: 0)
    for (column, lines) in columns.enumerated() {
      for (row, line) in lines.dropFirst(offset).prefix(rows.height).enumerated() {
        canvas.draw(line, in: inside.row(row).split(left: column * layout.distance).rest)
      }
    }
    if found.isEmpty { canvas.draw(CellLine("nothing matches", style: style.detail), in: inside) }
  }

  private mutating func renderSearch(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard search != nil else { return area }
    let (top, rest) = area.split(top: 1)
    let inside = top.inset(columns: 1, rows: 0)
    canvas.draw(CellLine("/", style: style.key), in: inside)
    search?.render(into: &canvas, in: inside.split(left: 2).rest)
    if !isTyping { canvas.cursor = nil }
    return rest
  }

  /// The lines of a command: its keys, and beside them the wrapped sentence.
  private func lines(of hint: KeyHint, _ keyWidth: Int, _ layout: HelpLayout) -> [CellLine] {
    let wanted = search?.text ?? ""
    func part(_ text: String, _ style: Style) -> CellLine {
      CellLine(text, highlighting: text.rangesIgnoringCase(of: wanted), with: self.style.highlight, style: style)
    }
    let width = layout.columnWidth
    let sentence = part(hint.sentence, hint.isEnabled ? style.text : style.detail)
    let keys = part(hint.keys, style.key).fitted(to: keyWidth)
    return sentence.wrapped(to: max(2, width - keyWidth)).enumerated().map { index, text in
      var line = index == 0 ? keys : CellLine().fitted(to: keyWidth)
      line.append(text)
      return line
    }
  }
}

extension KeyHint {
  /// What the help says of it.
  fileprivate var sentence: String { help + (whyDisabled.map { " (\($0))" } ?? "") }
}

// MARK: - Columns

/// How many columns the sections of a help stand in, and how wide these are.
private struct HelpLayout {
  /// A column narrower than this would wrap most sentences.
  private static let minColumnWidth = 52
  private static let maxColumns = 3
  private static let gap = 3

  let columnWidth: Int
  private let count: Int
  /// The columns of keys, with a gap, in sections whose keys are short; others have as many as they need.
  private let keyWidth: Int
  private let maxKeyWidth: Int
  /// Keys beyond this width are forms of text rather than keys, and stand apart from those of other sections.
  private static let maxShortKey = 10

  /// - Parameters:
  ///   - hints: all of them, whatever is searched.
  ///   - width: the room for all columns.
  init(_ hints: [KeyHint], width: Int) {
    let fitting = (width + Self.gap) / (Self.minColumnWidth + Self.gap)
    let sections = hints.split { $0.isBetweenSections }
    count = fitting.clamped(to: 1...max(1, min(Self.maxColumns, sections.count)))
    let room = (width - (count - 1) * Self.gap) / count
    let short = sections.map(Self.widestKey).filter { $0 <= Self.maxShortKey }
    maxKeyWidth = max(4, (room + 4) / 3)
    let keyWidth = min((short.max() ?? 0) + 2, maxKeyWidth)
    self.keyWidth = keyWidth
    let most = maxKeyWidth
    let widest = sections.map { section in
      Self.keyWidth(of: section, keyWidth, most) + (section.map { TerminalText.width(of: $0.sentence) }.max() ?? 0)
    }
    columnWidth = min(room, widest.max() ?? 0)
  }

  private static func widestKey(_ section: ArraySlice<KeyHint>) -> Int {
    section.map { TerminalText.width(of: $0.keys) }.max() ?? 0
  }

  private static func keyWidth(of section: ArraySlice<KeyHint>, _ short: Int, _ most: Int) -> Int {
    max(short, min(widestKey(section) + 2, most))
  }

  /// From the beginning of one column to that of the next.
  var distance: Int { columnWidth + Self.gap }

  var width: Int { count * distance - Self.gap }

  /// The lines of each column, sections in their order, and about equally high.
  func columns(of hints: [KeyHint], _ lines: (KeyHint, _ keyWidth: Int) -> [CellLine]) -> [[CellLine]] {
    let sections = hints.split(omittingEmptySubsequences: false) { $0.isBetweenSections }.map { section in
      let width = Self.keyWidth(of: section, keyWidth, maxKeyWidth)
      return section.flatMap { lines($0, width) }
    }
    guard count > 1 else { return [Array(sections.joined(separator: [CellLine()]))] }
    let most = (sections.reduce(0) { $0 + $1.count + 1 } + count - 1) / count
    var columns: [[CellLine]] = [[]]
    for section in sections {
      let last = columns.count - 1
      if columns[last].isEmpty {
        columns[last] = section
      } else if columns.count < count, columns[last].count + section.count / 2 >= most {
        columns.append(section)
      } else {
        columns[last] += [CellLine()] + section
      }
    }
    return columns
  }
}

extension KeyHint {
  /// Whether it stands for the line between two sections.
  fileprivate var isBetweenSections: Bool { keys.isEmpty && help.isEmpty }
}
