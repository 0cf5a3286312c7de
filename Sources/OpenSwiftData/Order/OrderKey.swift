// A key is a whole number and a fraction, in digits of base 62 that sort as their bytes do. The first character says how
// many digits the whole number has: "a" to "z" one to 26 for numbers from 0 on, "Z" to "A" for negative ones. Appending
// counts the whole number up, so n appended keys take O(log n) characters; inserting between two takes the shortest
// fraction in the middle, so n keys that are inserted evenly take O(log n) more. What is inserted n times beside the one
// before it takes O(n): no keys that never change can do better (each halves what is left). That is a character in five
// moves, 2 kB after ten thousand to one place; moving to either end, or past a neighbour, gives a short one again.
//
// Source: D. Greenspan, "Implementing Fractional Indexing", 2020, for the idea of a whole part of variable length.

/// Where a row stands among others, as a text that sorts by its bytes: there is always room before, after and between.
///
/// ```swift
/// @Model final class Task {
///   var orderKey = OrderKey.first
/// }
/// task.orderKey = OrderKey.between(upper.orderKey, lower.orderKey) ?? .first
/// FetchDescriptor<Task>(sortBy: [SortDescriptor(\.orderKey), SortDescriptor(\.uid)])
/// ```
/// ```sql
/// ORDER BY t0."orderKey" ASC, t0."uid" ASC
/// ```
///
/// An attribute holds it as TEXT, which an index sorts. The same place gives the same key on every machine, so rows with
/// equal keys need an identity as the last word. A migration turns a `Double` into the key that its number stands for.
///
/// Keys are short as a rule and have no limit: of n that were appended or prepended each has O(log n) characters, and so
/// have n that were inserted evenly. Between two rows that stay, n insertions each beside the one before it make keys grow
/// by a character in about five of them: O(n), because no other row moves.
public struct OrderKey: Sendable {
  private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let base = digits.count

  /// The text, of ASCII letters and digits; that of a stored key may be any, which sorts and has no key beside it.
  public let text: String

  /// A key as a store has it, whether it is one or not.
  public init(stored text: String) { self.text = text }

  /// - Parameter fraction: digits from 0 to 61 without zeros at their end.
  private init(_ whole: Whole, _ fraction: [Int] = []) {
    text = String(decoding: [whole.head] + (whole.digits + fraction).map { Self.digits[$0] }, as: UTF8.self)
  }

  /// The first key of an empty list.
  public static let first = OrderKey(Whole(isNegative: false, digits: [0]))

  /// The key with a text; nil for a text that is none.
  public init?(_ text: String) {
    self.init(stored: text)
    guard isWellFormed else { return nil }
  }

  /// Whether there can be keys beside it: false for what another program stored.
  public var isWellFormed: Bool { parts != nil }

  /// The whole number and the digits of the fraction; nil for a text that is no key.
  private var parts: (whole: Whole, fraction: [Int])? {
    let values = text.utf8.dropFirst().map(Self.value)
    guard let head = text.utf8.first, let length = Whole.length(head: head), values.count >= length,
      !values.contains(-1), values.count == length || values.last != 0
    else { return nil }
    let whole = Whole(isNegative: head < UInt8(ascii: "a"), digits: Array(values.prefix(length)))
    return (whole, Array(values.dropFirst(length)))
  }

  /// The value of a digit; -1 for any other byte.
  private static func value(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 36
    default: -1
    }
  }
}

/// By the bytes of the texts, as an index has them.
extension OrderKey: Hashable, Comparable {
  /// Whether the texts have the same bytes.
  public static func == (left: OrderKey, right: OrderKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  /// Whether the left key comes first.
  public static func < (left: OrderKey, right: OrderKey) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Hashes the text: equal bytes are equal texts.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

// MARK: - Numbers

extension OrderKey {
  /// The key that stands where a number stands in an order by numbers: the same on every machine.
  ///
  /// Whole numbers have the keys that counting from `first` gives. Numbers that differ have keys that differ, but for
  /// those that are further from zero than 2^62, or closer to each other than 2^-64. NaN counts as the largest. In SQL,
  /// where a migration has it, the function `order_key` gives the same.
  ///
  /// - Complexity: at most 24 characters; 6 for seconds since 2001.
  public init(_ number: Double) {
    let limit = 0x1p62
    let clamped = number.isNaN ? limit : min(max(number, -limit), limit)
    let floor = clamped.rounded(.down)
    var rest = Self.fraction(of: clamped, above: floor)
    var fraction: [Int] = []
    // Beyond these bits there is nothing that tells two numbers with this whole part apart.
    let significant = floor == 0 || floor == -1 ? 64 : 52 - Int(clamped.exponent)
    for _ in 0..<max(0, (significant * 100 + 594) / 595) where rest > 0 {
      let (digit, low) = rest.multipliedFullWidth(by: UInt64(Self.base))
      fraction.append(Int(digit))
      rest = low
    }
    while fraction.last == 0 { fraction.removeLast() }
    self.init(Whole(counting: Int(floor)), fraction)
  }

  /// What a number has beyond the whole number below it, in units of 2^-64, rounded down.
  private static func fraction(of number: Double, above floor: Double) -> UInt64 {
    // Exact: a fraction has at most 53 bits.
    guard floor == -1, number > -0.5 else { return UInt64((number - floor) * 0x1p64) }
    // Just below zero the difference to -1 has more bits than a Double, and may round to 1. Counted down from there.
    return UInt64.max - (UInt64((-number * 0x1p64).rounded(.up)) - 1)
  }
}

// MARK: - Stored

/// Stored as TEXT; one that another program stored is kept as it is.
extension OrderKey: ColumnValue {
  /// TEXT.
  public static var _columnType: String { "TEXT" }
  /// The first key.
  public static var _placeholder: OrderKey { first }
  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> OrderKey { OrderKey(stored: row.text) }
  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.text(text) }

  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    self.init(stored: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

// MARK: - Places

extension OrderKey {
  /// A key between two others; without a lower one before the upper one, without an upper one after the lower one.
  ///
  /// - Returns: nil if the lower key is not smaller, or one of them is not well-formed: between rows with equal keys there
  ///   is no room, and one of them has to move.
  /// - Complexity: O(length of the keys).
  public static func between(_ lower: OrderKey?, _ upper: OrderKey?) -> OrderKey? {
    let (low, high) = (lower?.parts, upper?.parts)
    guard (low == nil) == (lower == nil), (high == nil) == (upper == nil) else { return nil }
    switch (low, high) {
    case (nil, nil): return first
    case (let low?, nil):
      if let next = low.whole.next { return OrderKey(next) }
      return OrderKey(low.whole, middle(low.fraction, nil))
    case (nil, let high?):
      if !high.fraction.isEmpty { return OrderKey(high.whole) }
      // The smallest whole number is far out of reach by counting; only a made-up key has it.
      return high.whole.previous.map { OrderKey($0) }
    case (let low?, let high?):
      guard let lower, let upper, lower < upper else { return nil }
      if low.whole == high.whole { return OrderKey(low.whole, middle(low.fraction, high.fraction)) }
      if let next = low.whole.next.map({ OrderKey($0) }), next < upper { return next }
      return OrderKey(low.whole, middle(low.fraction, nil))
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
private struct Whole: Hashable {
  let isNegative: Bool
  let digits: [Int]

  private static let longest = 26
  private static let last = 61

  init(isNegative: Bool, digits: [Int]) { (self.isNegative, self.digits) = (isNegative, digits) }

  /// The whole number that counting from zero reaches: "a0" is the first, "b00" comes after "az", "Zz" before "a0".
  init(counting number: Int) {
    isNegative = number < 0
    // How far from the end of the range that its sign begins with.
    var rest = isNegative ? -(number + 1) : number
    var (length, count) = (1, Self.last + 1)
    while rest >= count {
      rest -= count
      length += 1
      // More than any number needs.
      count = count.multipliedReportingOverflow(by: Self.last + 1).overflow ? Int.max : count * (Self.last + 1)
    }
    var digits = Array(repeating: 0, count: length)
    for place in digits.indices.reversed() {
      (rest, digits[place]) = rest.quotientAndRemainder(dividingBy: Self.last + 1)
    }
    self.digits = isNegative ? digits.map { Self.last - $0 } : digits
  }

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
