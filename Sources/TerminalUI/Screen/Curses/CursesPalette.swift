import CTerminalUINcurses

/// Translates styles for curses: into attribute flags and numbered pairs of colours.
struct CursesPalette {
  /// 0 if the terminal has no colours, or `NO_COLOR` is set.
  private let colorCount: Int
  /// A cache of palette entries; few, unless a program computes colours all the time.
  private var indices: [Color: Int32] = [:]
  private static let maxIndices = 4096
  /// The pairs, on terminals that have fewer than a picture may need; else curses allocates them.
  private var pairs: ColorPairs?
  /// No picture has more pairs than this.
  private static let maxPairs = 4096
  /// The styles of this frame, where curses has pairs for all of them.
  private var styles: [(style: Style, flags: UInt32, pair: Int32)] = []
  private static let maxStyles = 16
  /// Whether the last frame had more pairs than there are, so that some text was painted in other colours.
  private var wasShort = false

  init(isColored: Bool) {
    colorCount = isColored && tui_start_color() ? Int(tui_color_count()) : 0
    let count = Int(tui_pair_count())
    if colorCount > 0, count < Self.maxPairs { pairs = ColorPairs(count: count) }
  }

  /// Makes room for the colour pairs of a frame.
  ///
  /// - Returns: The cells to paint: the changes, or everything if pairs were short in the last frame.
  mutating func prepare(for frame: Frame) -> [CellRun] {
    styles.removeAll(keepingCapacity: true)
    guard let known = pairs else { return frame.runs }
    let runs = wasShort ? frame.buffer.everything : frame.runs
    wasShort = false
    if !known.hasRoom(for: colors(of: runs, in: frame.buffer)) {
      let shown = colors(of: frame.buffer.everything, in: frame.buffer)
      pairs?.keep(shown)
    }
    return runs
  }

  private mutating func colors(of runs: [CellRun], in buffer: CellBuffer) -> Set<ColorPairs.Colors> {
    var colors: Set<ColorPairs.Colors> = []
    for run in runs {
      buffer.row(run.row).forEachStretch(in: run.columns) { colors.insert(self.colors(of: $1)) }
    }
    colors.remove(ColorPairs.Colors(foreground: -1, background: -1))
    return colors
  }

  private mutating func colors(of style: Style) -> ColorPairs.Colors {
    let shown = effective(style)
    var background = index(shown.background)
    // With 16 colours the nearest to a dark one is black, which most terminals are.
    if background == 0, colorCount == 16, style.attributes.contains(.standsOut) { background = Self.brightBlack }
    return ColorPairs.Colors(foreground: index(shown.foreground), background: background)
  }

  private static let brightBlack: Int32 = 8

  /// The style as the terminal can show it: with few colours, what stands out is reversed.
  private func effective(_ style: Style) -> Style {
    guard style.attributes.contains(.standsOut) else { return style }
    var shown = style
    shown.attributes.remove(.standsOut)
    return colorCount < 16 ? Style(attributes: shown.attributes.union(.reverse)) : shown
  }

  /// The flags and the pair of a style.
  ///
  /// Pairs are looked up in each frame: where there are many, curses reuses the number of the least recently used one.
  mutating func attributes(of style: Style) -> (flags: UInt32, pair: Int32) {
    if let known = styles.first(where: { $0.style == style }) { return (known.flags, known.pair) }
    let (flags, pair) = newAttributes(of: style)
    if pairs == nil, styles.count < Self.maxStyles { styles.append((style, flags, pair)) }
    return (flags, pair)
  }

  private mutating func newAttributes(of style: Style) -> (flags: UInt32, pair: Int32) {
    let flags = UInt32(effective(style).attributes.rawValue)
    guard colorCount > 0 else { return (flags, 0) }
    let colors = colors(of: style)
    if colors.foreground < 0, colors.background < 0 { return (flags, 0) }
    guard pairs != nil else { return (flags, max(0, tui_pair(colors.foreground, colors.background))) }
    return (flags, number(of: colors) ?? substitute(for: colors))
  }

  private mutating func number(of colors: ColorPairs.Colors) -> Int32? {
    if let number = pairs?.number(of: colors) { return number }
    guard let number = pairs?.add(colors) else { return nil }
    tui_set_pair(number, colors.foreground, colors.background)
    return number
  }

  /// The pair for colours that no pair is left for: the foreground on the terminal's own background, or plain.
  private mutating func substitute(for colors: ColorPairs.Colors) -> Int32 {
    wasShort = true
    return pairs?.number(of: ColorPairs.Colors(foreground: colors.foreground, background: -1)) ?? 0
  }

  private mutating func index(_ color: Color) -> Int32 {
    if color == .standard { return -1 }
    if let known = indices[color] { return known }
    let index = color.index(amongst: colorCount).map(Int32.init) ?? -1
    if indices.count == Self.maxIndices { indices = [:] }
    indices[color] = index
    return index
  }
}

/// The numbered colour pairs of a terminal that has few.
///
/// A pair that is on the screen keeps its colours; only the others are reused.
struct ColorPairs {
  /// Two colours as curses numbers them; -1 is the terminal's own.
  struct Colors: Hashable {
    let foreground: Int32
    let background: Int32
  }

  private var numbers: [Colors: Int32] = [:]
  private var free: [Int32]

  /// - Parameter count: How many pairs there are; number 0 is the terminal's own colours.
  init(count: Int) { free = (1..<Int32(max(1, count))).reversed() }

  func hasRoom(for colors: Set<Colors>) -> Bool {
    colors.count <= free.count || colors.count { numbers[$0] == nil } <= free.count
  }

  /// Frees the pairs of all other colours.
  mutating func keep(_ colors: Set<Colors>) {
    free += numbers.filter { !colors.contains($0.key) }.values.sorted(by: >)
    numbers = numbers.filter { colors.contains($0.key) }
  }

  func number(of colors: Colors) -> Int32? { numbers[colors] }

  /// Gives colours a pair; returns nil if there is none left.
  mutating func add(_ colors: Colors) -> Int32? {
    guard let number = free.popLast() else { return nil }
    numbers[colors] = number
    return number
  }
}
