/// A colour of a terminal.
public enum Color: Hashable, Sendable {
  /// The terminal's default colour.
  case standard
  /// An entry of the terminal's palette; 0–7 are the basic colours, 8–15 their bright forms.
  case indexed(UInt8)
  /// Red, green and blue; terminals with a palette show its nearest colour.
  case rgb(UInt8, UInt8, UInt8)

  /// The palette's red.
  public static let red = Color.indexed(1)
  /// The palette's green.
  public static let green = Color.indexed(2)
  /// The palette's yellow.
  public static let yellow = Color.indexed(3)
  /// The palette's blue.
  public static let blue = Color.indexed(4)
  /// The palette's magenta.
  public static let magenta = Color.indexed(5)
  /// The palette's cyan.
  public static let cyan = Color.indexed(6)
}

extension Color {
  private static let indexedTag: UInt32 = 1 << 24
  private static let rgbTag: UInt32 = 2 << 24

  /// The colour as a number, so that comparing styles is comparing numbers.
  var code: UInt32 {
    switch self {
    case .standard: 0
    case .indexed(let index): Self.indexedTag | UInt32(index)
    case .rgb(let red, let green, let blue):
      Self.rgbTag | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// The colour of a ``code``.
  init(code: UInt32) {
    if code & Self.rgbTag != 0 {
      self = .rgb(
        UInt8(truncatingIfNeeded: code >> 16), UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code))
    } else {
      self = code == 0 ? .standard : .indexed(UInt8(truncatingIfNeeded: code))
    }
  }
}

extension Color {
  /// The 16 basic colours as xterm has them.
  private static let basic: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]
  /// The steps of the cube of 216 colours.
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// The nearest entry of a palette of 8, 16 or 256 colours; nil for the default colour.
  ///
  /// A terminal with more colours has direct ones, 8 bits each for red, green and blue, but for the first few numbers,
  /// which are a palette: of 8, or of 256 in some terminals.
  func index(amongst count: Int) -> Int? {
    switch self {
    case .standard: nil
    case .indexed(let index) where count > 256: index < 8 ? Int(index) : Self.direct(Self.components(Int(index)))
    case .rgb(let red, let green, let blue) where count > 256: Self.direct((Int(red), Int(green), Int(blue)))
    case .indexed(let index) where index < count: Int(index)
    case .indexed(let index) where index < 16: Int(index) % 8
    case .indexed(let index): Self.nearest(to: Self.components(Int(index)), amongst: count)
    case .rgb(let red, let green, let blue): Self.nearest(to: (Int(red), Int(green), Int(blue)), amongst: count)
    }
  }

  /// Red, green and blue of an entry of xterm's palette: 16 basic colours, a cube of 216, 24 greys.
  private static func components(_ index: Int) -> (Int, Int, Int) {
    if index < 16 { return basic[index] }
    if index >= 232 {
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
    let cube = index - 16
    return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
  }

  /// The number of a direct colour; a little greener if it would be one of the palette.
  private static func direct(_ components: (Int, Int, Int)) -> Int {
    let number = components.0 << 16 | components.1 << 8 | components.2
    return number < 256 ? number | 1 << 8 : number
  }

  private static func nearest(to wanted: (Int, Int, Int), amongst count: Int) -> Int {
    // People change the basic colours; with 256, the others are better known.
    let candidates = count >= 256 ? 16..<256 : 0..<min(16, max(1, count))
    return candidates.min { distance(components($0), wanted) < distance(components($1), wanted) } ?? 0
  }

  private static func distance(_ a: (Int, Int, Int), _ b: (Int, Int, Int)) -> Int {
    let (red, green, blue) = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
    return red * red + green * green + blue * blue
  }
}
