extension Color {
  private static let indexedTag: UInt32 = 1 << 24
  private static let mixtureTag: UInt32 = 2 << 24

  /// The colour as a number, so that styles are compared at once.
  var code: UInt32 {
    switch self {
    case .standard: 0
    case .indexed(let index): Self.indexedTag | UInt32(index)
    case .rgb(let red, let green, let blue):
      Self.mixtureTag | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// The colour of a number that ``code`` gave.
  init(code: UInt32) {
    if code & Self.mixtureTag != 0 {
      self = .rgb(
        UInt8(truncatingIfNeeded: code >> 16), UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code))
    } else {
      self = code == 0 ? .standard : .indexed(UInt8(truncatingIfNeeded: code))
    }
  }
}
