import CNcurses

/// Styles as curses knows them: attribute flags, and numbered pairs of colours.
struct CursesPalette {
  private struct Pair: Hashable {
    let foreground: Int32
    let background: Int32
  }

  /// 0 if the terminal has no colours or nobody wants them.
  private let colorCount: Int
  private var pairs: [Pair: Int32] = [:]
  private var known: [Style: (flags: UInt32, pair: Int32)] = [:]

  init(isColored: Bool) { colorCount = isColored && tui_start_color() ? Int(tui_color_count()) : 0 }

  mutating func attributes(of style: Style) -> (flags: UInt32, pair: Int32) {
    if let attributes = known[style] { return attributes }
    let attributes = resolve(style)
    known[style] = attributes
    return attributes
  }

  private mutating func resolve(_ style: Style) -> (flags: UInt32, pair: Int32) {
    let flags = UInt32(style.attributes.rawValue)
    guard colorCount > 0 else { return (flags, 0) }
    return (flags, number(of: Pair(foreground: index(style.foreground), background: index(style.background))))
  }

  private mutating func number(of pair: Pair) -> Int32 {
    if pair.foreground < 0, pair.background < 0 { return 0 }
    if let known = pairs[pair] { return known }
    let number = max(0, tui_pair(pair.foreground, pair.background))
    pairs[pair] = number
    return number
  }

  private func index(_ color: Color) -> Int32 {
    color.index(amongst: colorCount).map(Int32.init) ?? -1
  }
}
