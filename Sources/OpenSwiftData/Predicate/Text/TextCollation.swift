import Foundation

/// A text order that SQLite lacks; each connection registers it under its raw value.
enum TextCollation: String, Sendable, CaseIterable {
  /// Swift's order, in which canonically equivalent texts are equal.
  case swift = "swift_text"
  /// The order of `String.StandardComparator.lexical`.
  case lexical = "lexical_text"
  /// The order of `localizedCompare`.
  case localized = "localized_text"
  /// The order of `localizedStandardCompare`.
  case localizedStandard = "localized_standard_text"
  /// Texts of decimal numbers, ordered as numbers.
  case decimal = "decimal_text"

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .swift: Self.order(left, right)
    case .lexical: String.StandardComparator.lexical.compare(left, right)
    case .localized: left.localizedCompare(right)
    case .localizedStandard: PlainTextOrder.compare(left, right) ?? left.localizedStandardCompare(right)
    case .decimal: Self.order(Decimal(string: left) ?? .nan, Decimal(string: right) ?? .nan)
    }
  }

  /// Whether ASCII texts are ordered by their bytes.
  var ordersASCIIByBytes: Bool { self == .swift || self == .lexical }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
  }
}

/// `localizedStandardCompare` of printable ASCII, for which Foundation takes microseconds per call.
///
/// Most locales order these characters by the root collation: blanks, punctuation, digits, letters ignoring case, and
/// numbers by value. Between texts that are equal so far, the one with the first lowercase letter comes first.
///
/// Source: https://www.unicode.org/charts/collation/; `PlainTextOrderTests` compares with Foundation on random texts.
enum PlainTextOrder {
  /// Compares two texts; nil if Foundation has to.
  static func compare(_ left: String, _ right: String) -> ComparisonResult? {
    isOrderOfLocale ? rootOrder(left, right) : nil
  }

  /// Compares two texts by their UTF-8; nil if Foundation has to.
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> ComparisonResult? {
    isOrderOfLocale ? rootOrder(left, right) : nil
  }

  /// Compares two texts in the order of most locales, whatever the current one; nil if Foundation has to.
  static func rootOrder(_ left: String, _ right: String) -> ComparisonResult? {
    left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in
        rootOrder(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      } ?? nil
    } ?? nil
  }

  private static func rootOrder(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> ComparisonResult? {
    guard isPrintable(left), isPrintable(right) else { return nil }
    return ranks.withUnsafeBufferPointer { compare(left, right, $0) }
  }

  private static func compare(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, _ ranks: UnsafeBufferPointer<UInt8>
  ) -> ComparisonResult? {
    var (index, other) = (0, 0)
    var tie = ComparisonResult.orderedSame
    while index < left.count, other < right.count {
      let (one, two) = (left[index], right[other])
      if isDigit(one), isDigit(two) {
        let (end, otherEnd) = (endOfNumber(left, index), endOfNumber(right, other))
        guard isPlainNumber(left, index, end), isPlainNumber(right, other, otherEnd) else { return nil }
        if end - index != otherEnd - other { return result(end - index < otherEnd - other) }
        while index < end {
          if left[index] != right[other] { return result(left[index] < right[other]) }
          index += 1
          other += 1
        }
        continue
      }
      if one != two {
        let (rank, otherRank) = (ranks[Int(one)], ranks[Int(two)])
        if rank != otherRank { return result(rank < otherRank) }
        // Lowercase letters follow uppercase ones in ASCII and precede them here.
        if tie == .orderedSame { tie = result(one > two) }
      }
      index += 1
      other += 1
    }
    if index < left.count { return .orderedDescending }
    return other < right.count ? .orderedAscending : tie
  }

  private static func result(_ isAscending: Bool) -> ComparisonResult {
    isAscending ? .orderedAscending : .orderedDescending
  }

  /// Whether all bytes are printable ASCII.
  private static func isPrintable(_ text: UnsafeRawBufferPointer) -> Bool {
    for byte in text where byte < 0x20 || byte > 0x7E { return false }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func endOfNumber(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var end = start + 1
    while end < text.count, isDigit(text[end]) { end += 1 }
    return end
  }

  /// Foundation has its own rules for leading zeros and very long numbers.
  private static func isPlainNumber(_ text: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    end - start == 1 || (text[start] != 0x30 && end - start < 100)
  }

  /// Each character's rank, the same for both cases of a letter.
  private static let ranks: [UInt8] = {
    var ranks = [UInt8](repeating: 0, count: 128)
    let order = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
    for (rank, character) in order.utf8.enumerated() {
      ranks[Int(character)] = UInt8(rank)
      if (0x61...0x7A).contains(character) { ranks[Int(character) - 0x20] = UInt8(rank) }
    }
    return ranks
  }()

  private static let isOrderOfLocale = isOrder(of: .current)

  /// Whether a locale has no special order for these characters, such as Czech for "ch".
  static func isOrder(of locale: Locale) -> Bool {
    guard !locale.identifier.contains("@"), !locale.identifier.contains("POSIX") else { return false }
    return ["", "en", "de", "fr", "es", "it", "pt", "nl"].contains(locale.language.languageCode?.identifier ?? "")
  }
}
