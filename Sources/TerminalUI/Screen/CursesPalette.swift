import CNcurses

/// Styles as curses knows them: attribute flags, and numbered pairs of colours.
struct CursesPalette {
  /// 0 if the terminal has no colours or nobody wants them.
  private let colorCount: Int
  /// What was computed of colours; few, unless a program mixes them anew all the time.
  private var indices: [Color: Int32] = [:]
  private static let mostIndices = 4096

  init(isColored: Bool) { colorCount = isColored && tui_start_color() ? Int(tui_color_count()) : 0 }

  /// The number of the pair is asked for each time: when a program has used more pairs than there are, curses gives the
  /// number of the one that was not used for longest to another.
  mutating func attributes(of style: Style) -> (flags: UInt32, pair: Int32) {
    let flags = UInt32(style.attributes.rawValue)
    guard colorCount > 0 else { return (flags, 0) }
    let (foreground, background) = (index(style.foreground), index(style.background))
    if foreground < 0, background < 0 { return (flags, 0) }
    return (flags, max(0, tui_pair(foreground, background)))
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
