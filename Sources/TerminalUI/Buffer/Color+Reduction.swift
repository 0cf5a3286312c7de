extension Color {
  private static let basic: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// The nearest entry of a palette of 8, 16 or 256 colours; nil for the standard colour.
  ///
  /// With more colours than that, entries are the mixtures themselves, 8 bits for each of red, green and blue, but for
  /// the first few, which are a palette: of 8, or of 256 in some terminals.
  func index(amongst count: Int) -> Int? {
    switch self {
    case .standard: nil
    case .indexed(let index) where count > 256: index < 8 ? Int(index) : Self.direct(Self.mixture(Int(index)))
    case .rgb(let red, let green, let blue) where count > 256: Self.direct((Int(red), Int(green), Int(blue)))
    case .indexed(let index) where index < count: Int(index)
    case .indexed(let index) where index < 16: Int(index) % 8
    case .indexed(let index): Self.nearest(to: Self.mixture(Int(index)), amongst: count)
    case .rgb(let red, let green, let blue): Self.nearest(to: (Int(red), Int(green), Int(blue)), amongst: count)
    }
  }

  /// The mixture of an entry of xterm's palette: 16 basic colours, a cube of 216, 24 greys.
  private static func mixture(_ index: Int) -> (Int, Int, Int) {
    if index < 16 { return basic[index] }
    if index >= 232 {
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
    let cube = index - 16
    return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
  }

  /// The number of a mixture; a little greener if it would be one of the palette.
  private static func direct(_ mixture: (Int, Int, Int)) -> Int {
    let number = mixture.0 << 16 | mixture.1 << 8 | mixture.2
    return number < 256 ? number | 1 << 8 : number
  }

  private static func nearest(to wanted: (Int, Int, Int), amongst count: Int) -> Int {
    // The basic colours are what the user made them; with 256 there are better known ones.
    let candidates = count >= 256 ? 16..<256 : 0..<min(16, max(1, count))
    return candidates.min { distance(mixture($0), wanted) < distance(mixture($1), wanted) } ?? 0
  }

  private static func distance(_ a: (Int, Int, Int), _ b: (Int, Int, Int)) -> Int {
    let (red, green, blue) = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
    return red * red + green * green + blue * blue
  }
}
