/// Takes a text of digits and signs apart.
struct DigitReader<Bytes: Collection> where Bytes.Element == UInt8 {
  private var rest: Bytes.SubSequence

  init(_ bytes: Bytes) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// A number of exactly so many digits.
  mutating func take(_ count: Int) -> Int? {
    var (number, digits, place) = (0, 0, rest)
    while digits < count, let byte = place.first, (0x30...0x39).contains(byte) {
      number = number * 10 + Int(byte - 0x30)
      digits += 1
      place = place.dropFirst()
    }
    guard digits == count else { return nil }
    rest = place
    return number
  }

  /// Takes a sign if it is there; it need not be.
  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    if rest.first == UInt8(ascii: sign) { rest = rest.dropFirst() }
    return true
  }

  mutating func skipOne(of signs: String) -> Bool {
    guard let byte = rest.first, signs.utf8.contains(byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// A fraction after a point, or 0.
  mutating func fraction() -> Double {
    guard skipOne(of: ".,") else { return 0 }
    var (number, scale) = (0.0, 1.0)
    while let digit = take(1), scale < 1e9 { (number, scale) = (number * 10 + Double(digit), scale * 10) }
    return number / scale
  }

  /// The offset from GMT in seconds: `Z`, `+01:00`, `-0530`, or what is usual if there is none.
  mutating func offset(or usual: () -> Int) -> Int? {
    if isAtEnd { return usual() }
    if skipOne(of: "Zz") { return 0 }
    let isNegative = rest.first == UInt8(ascii: "-")
    guard skipOne(of: "+-"), let hours = take(2), skip(":") else { return nil }
    return (isNegative ? -1 : 1) * (hours * 3_600 + (take(2) ?? 0) * 60)
  }
}
