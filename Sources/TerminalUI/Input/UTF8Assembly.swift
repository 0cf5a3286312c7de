/// Assembles one scalar from its bytes of UTF-8.
///
/// It accepts exactly the well-formed sequences of the Unicode Standard (table 3-7), so that an invalid byte is noticed
/// at once.
struct UTF8Assembly: Sendable, Hashable {
  enum Step: Equatable {
    case more
    case scalar(Unicode.Scalar)
    case invalid
  }

  private var value: UInt32
  private var missing: Int
  private var allowed: ClosedRange<UInt8>

  init?(first byte: UInt8) {
    allowed = 0x80...0xBF
    switch byte {
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
    default: return nil
    }
    allowed = Self.second(after: byte)
  }

  mutating func append(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .invalid }
    value = value << 6 | UInt32(byte & 0x3F)
    allowed = 0x80...0xBF
    missing -= 1
    if missing > 0 { return .more }
    return Unicode.Scalar(value).map(Step.scalar) ?? .invalid
  }

  private static func second(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
