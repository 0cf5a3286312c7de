/// Tells which scalars are written from right to left.
///
/// Source: https://www.unicode.org/reports/tr9/#Bidirectional_Character_Types (the blocks whose default is R or AL)
enum ScalarDirection {
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x590: false
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
