// A key is a whole number and a fraction, in digits of base 62 that sort as their bytes do. The first character says how
// many digits the whole number has: "a" to "z" one to 26 for numbers from 0 on, "Z" to "A" for negative ones. Appending
// counts the whole number up, so n appended keys take O(log n) characters; inserting between two takes the shortest
// fraction in the middle, so n keys that are inserted evenly take O(log n) more.
//
// Source: D. Greenspan, "Implementing Fractional Indexing", 2020, for the idea of a whole part of variable length.

/// Where a row stands among others, as a text that sorts by its bytes: there is always room before, after and between.
///
/// The same place gives the same key on every machine. Rows with equal keys are ordered by their identities.
public struct OrderKey: Hashable, Comparable, Sendable {
  private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let base = digits.count
  private static let valueOfDigit: [UInt8: Int] = Dictionary(
    uniqueKeysWithValues: digits.enumerated().map { ($1, $0) })

  /// The characters before the fraction, and the fraction as digits from 0 to 61 without zeros at its end.
  private let whole: Whole
  private let fraction: [Int]

  private init(_ whole: Whole, _ fraction: [Int] = []) {
    self.whole = whole
    self.fraction = fraction
  }

  /// The first key of an empty list.
  public static let first = OrderKey(Whole(isNegative: false, digits: [0]))

  /// The key with a text; nil for a text that is none.
  public init?(_ text: String) {
    let values = text.utf8.dropFirst().map { Self.valueOfDigit[$0] ?? -1 }
    guard let head = text.utf8.first, let length = Whole.length(head: head), values.count >= length,
      !values.contains(-1), values.count == length || values.last != 0
    else { return nil }
    whole = Whole(isNegative: head < UInt8(ascii: "a"), digits: Array(values.prefix(length)))
    fraction = Array(values.dropFirst(length))
  }

  /// The text, of ASCII letters and digits.
  public var text: String {
    String(decoding: [whole.head] + (whole.digits + fraction).map { Self.digits[$0] }, as: UTF8.self)
  }

  /// Whether the left key comes first, by the bytes of the texts.
  public static func < (left: OrderKey, right: OrderKey) -> Bool {
    if left.whole != right.whole { return left.whole < right.whole }
    return left.fraction.lexicographicallyPrecedes(right.fraction)
  }
}

// MARK: - Places

extension OrderKey {
  /// A key between two others; without a lower one before the upper one, without an upper one after the lower one.
  ///
  /// - Returns: nil if the lower key is not smaller: between rows with equal keys there is no room, and one of them has
  ///   to move.
  /// - Complexity: O(length of the keys).
  public static func between(_ lower: OrderKey?, _ upper: OrderKey?) -> OrderKey? {
    switch (lower, upper) {
    case (nil, nil): return first
    case (let lower?, nil):
      if let next = lower.whole.next { return OrderKey(next) }
      return OrderKey(lower.whole, middle(lower.fraction, nil))
    case (nil, let upper?):
      if !upper.fraction.isEmpty { return OrderKey(upper.whole) }
      // The smallest whole number is far out of reach by counting; only a made-up key has it.
      return upper.whole.previous.map { OrderKey($0) }
    case (let lower?, let upper?):
      guard lower < upper else { return nil }
      if lower.whole == upper.whole { return OrderKey(lower.whole, middle(lower.fraction, upper.fraction)) }
      if let next = lower.whole.next.map({ OrderKey($0) }), next < upper { return next }
      return OrderKey(lower.whole, middle(lower.fraction, nil))
    }
  }

  /// Keys between two others, in their order.
  ///
  /// - Returns: nil if there is no room.
  /// - Complexity: O(count · length of the keys).
  public static func keys(_ count: Int, between lower: OrderKey?, _ upper: OrderKey?) -> [OrderKey]? {
    guard count > 0 else { return [] }
    guard let upper else {
      var keys: [OrderKey] = []
      for _ in 0..<count {
        guard let next = between(keys.last ?? lower, nil) else { return nil }
        keys.append(next)
      }
      return keys
    }
    guard let middle = between(lower, upper), let before = keys((count - 1) / 2, between: lower, middle),
      let after = keys(count / 2, between: middle, upper)
    else { return nil }
    return before + [middle] + after
  }

  /// The shortest fraction in the middle of two; nil stands for one, the end of the range.
  private static func middle(_ lower: [Int], _ upper: [Int]?) -> [Int] {
    var middle: [Int] = []
    var index = 0
    var upper = upper
    while true {
      let low = index < lower.count ? lower[index] : 0
      let high = upper.map { index < $0.count ? $0[index] : 0 } ?? base
      if high - low > 1 { return middle + [(low + high) / 2] }
      middle.append(low)
      // The next digits are compared with the end of the range as soon as this one is smaller than the upper one's.
      if high > low { upper = nil }
      index += 1
    }
  }
}

/// The whole number of a key, in digits of base 62; negative ones count up from the smallest of their length.
private struct Whole: Hashable, Comparable {
  let isNegative: Bool
  let digits: [Int]

  private static let longest = 26
  private static let last = 61

  var head: UInt8 {
    isNegative ? UInt8(ascii: "Z") - UInt8(digits.count - 1) : UInt8(ascii: "a") + UInt8(digits.count - 1)
  }

  /// How many digits follow a head.
  static func length(head: UInt8) -> Int? {
    switch head {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(head - UInt8(ascii: "a")) + 1
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(UInt8(ascii: "Z") - head) + 1
    default: nil
    }
  }

  static func < (left: Whole, right: Whole) -> Bool {
    left.head == right.head ? left.digits.lexicographicallyPrecedes(right.digits) : left.head < right.head
  }

  var next: Whole? {
    var digits = digits
    if let index = digits.lastIndex(where: { $0 < Self.last }) {
      digits[index] += 1
      for later in digits.indices where later > index { digits[later] = 0 }
      return Whole(isNegative: isNegative, digits: digits)
    }
    if isNegative {
      return digits.count == 1
        ? Whole(isNegative: false, digits: [0])
        : Whole(isNegative: true, digits: Array(repeating: 0, count: digits.count - 1))
    }
    guard digits.count < Self.longest else { return nil }
    return Whole(isNegative: false, digits: Array(repeating: 0, count: digits.count + 1))
  }

  var previous: Whole? {
    var digits = digits
    if let index = digits.lastIndex(where: { $0 > 0 }) {
      digits[index] -= 1
      for later in digits.indices where later > index { digits[later] = Self.last }
      return Whole(isNegative: isNegative, digits: digits)
    }
    if !isNegative {
      return digits.count == 1
        ? Whole(isNegative: true, digits: [Self.last])
        : Whole(isNegative: false, digits: Array(repeating: Self.last, count: digits.count - 1))
    }
    guard digits.count < Self.longest else { return nil }
    return Whole(isNegative: true, digits: Array(repeating: Self.last, count: digits.count + 1))
  }
}
