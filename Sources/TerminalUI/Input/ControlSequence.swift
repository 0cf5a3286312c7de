/// A finished CSI or SS3 sequence: parameters, and the letter that ends it (ECMA-48, section 5.4).
struct ControlSequence {
  /// CSI as its two bytes.
  static let introducer = [0x1B, UInt8(ascii: "[")]
  /// SS3 as its two bytes.
  static let shiftIntroducer = [0x1B, UInt8(ascii: "O")]

  let bytes: [UInt8]
  let final: UInt8

  var isPasteStart: Bool { final == UInt8(ascii: "~") && bytes.elementsEqual("200".utf8) }

  /// The whole sequence as a terminal sends it.
  func spelled(shifted: Bool) -> [UInt8] { (shifted ? Self.shiftIntroducer : Self.introducer) + bytes + [final] }

  /// What the terminal tells besides keys, after CSI.
  var report: Event? {
    switch (bytes.first, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")): mouse
    case (nil, UInt8(ascii: "I")): .focus(true)
    case (nil, UInt8(ascii: "O")): .focus(false)
    default: nil
    }
  }

  /// The numbers between semicolons; one that is missing or larger than terminals send is 0.
  ///
  /// Of a number with parts after colons, the first is taken.
  var parameters: [Int] { fields.map { $0.first ?? 0 } }

  /// The parameters, each with its parts.
  var fields: [[Int]] {
    bytes.drop { $0 == UInt8(ascii: "<") }.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number) }
  }

  /// Whether the parameters are numbers only.
  var hasOnlyNumbers: Bool { bytes.allSatisfy { (0x30...0x3B).contains($0) } }

  private static func number(_ digits: some Sequence<UInt8>) -> Int {
    let value = UInt32(String(decoding: Array(digits), as: UTF8.self)) ?? 0
    return value <= Unicode.Scalar.largestValue ? Int(value) : 0
  }
}

extension Unicode.Scalar {
  /// The last code point, and more than any number a terminal sends.
  fileprivate static let largestValue: UInt32 = 0x10FFFF
}
