import CTerminalUINcurses

/// Styles as curses knows them: attribute flags, and numbered pairs of colours.
struct CursesPalette {
  /// 0 if the terminal has no colours or nobody wants them.
  private let colorCount: Int
  /// What was computed of colours; few, unless a program mixes them anew all the time.
  private var indices: [Color: Int32] = [:]
  private static let mostIndices = 4096
  /// The pairs, where a picture may have more than there are; else curses keeps them.
  private var pairs: ColorPairs?
  /// More than this no picture has.
  private static let manyPairs = 4096
  /// Whether the last picture had more pairs than there are, so that some of it was painted in other colours.
  private var wasShort = false

  init(isColored: Bool) {
    colorCount = isColored && tui_start_color() ? Int(tui_color_count()) : 0
    let count = Int(tui_pair_count())
    if colorCount > 0, count < Self.manyPairs { pairs = ColorPairs(count: count) }
  }

  /// Makes room for the colours of a frame.
  ///
  /// - Returns: What has to be painted: the changes, or everything, if there was too little room for all pairs.
  mutating func prepare(for frame: Frame) -> [CellRun] {
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
      for (_, style) in buffer.row(run.row).stretches(in: run.columns) { colors.insert(self.colors(of: style)) }
    }
    colors.remove(ColorPairs.Colors(foreground: -1, background: -1))
    return colors
  }

  private mutating func colors(of style: Style) -> ColorPairs.Colors {
    ColorPairs.Colors(foreground: index(style.foreground), background: index(style.background))
  }

  /// The number of the pair is asked for each time: where there are many, curses gives the number of the one that was not
  /// used for longest to another.
  mutating func attributes(of style: Style) -> (flags: UInt32, pair: Int32) {
    let flags = UInt32(style.attributes.rawValue)
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

  /// There are no more pairs: the text in its colour can be read on the terminal's own ground, and in the terminal's own.
  private mutating func substitute(for colors: ColorPairs.Colors) -> Int32 {
    wasShort = true
    return pairs?.number(of: ColorPairs.Colors(foreground: colors.foreground, background: -1)) ?? 0
  }

  private mutating func index(_ color: Color) -> Int32 {
    if color == .standard { return -1 }
    if let known = indices[color] { return known }
    let index = color.index(amongst: colorCount).map(Int32.init) ?? -1
    if indices.count == Self.mostIndices { indices = [:] }
    indices[color] = index
    return index
  }
}
