/// A colour as a terminal understands it.
public enum Color: Hashable, Sendable {
  /// Whatever the terminal uses when nothing was asked for.
  case standard
  /// An entry of the terminal's palette; 0–7 are the basic colours, 8–15 their bright forms.
  case indexed(UInt8)
  /// A mixture of red, green and blue; shown as the nearest colour of the palette where the terminal cannot mix.
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
