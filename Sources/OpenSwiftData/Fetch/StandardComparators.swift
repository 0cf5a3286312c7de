import Foundation

// Foundation lacks the two on Linux: https://github.com/swiftlang/swift-foundation/issues/284
extension String.StandardComparator {
  /// The order of a file browser: numbers by value, case ignored, by the current locale.
  ///
  /// A `SortDescriptor` of a model sorts by it as `localizedStandardCompare` does. Asked for itself, Foundation compares
  /// numbers by value, but knows neither case nor locale on Linux.
  public static let localizedStandard = localized([.numeric, .forcedOrdering])

  /// The order of the current locale.
  ///
  /// A `SortDescriptor` of a model sorts by it as `localizedCompare` does. Asked for itself, Foundation compares as
  /// `.lexical` on Linux.
  public static let localized = localized([])

  /// A localised comparator, which has no initialiser: one that is there is overwritten where its two fields lie.
  ///
  /// Source: https://github.com/swiftlang/swift-foundation, `String+SortComparator.swift`: the options, whether it is
  /// localised, the order. That it came out right is read again from what the comparator encodes.
  private static func localized(_ options: String.CompareOptions) -> String.StandardComparator {
    var comparator = String.StandardComparator.lexical
    let word = MemoryLayout<UInt>.size
    if MemoryLayout<String.StandardComparator>.size == word + 2 {
      // Sound: only the bytes of a trivial structure are written, whose size is that of its fields.
      withUnsafeMutableBytes(of: &comparator) { bytes in
        bytes.storeBytes(of: options.rawValue, as: UInt.self)
        bytes.storeBytes(of: true, toByteOffset: word, as: Bool.self)
      }
    }
    RuntimeLayout.require(
      ComparatorFields(of: comparator) == ComparatorFields(options: options.rawValue, isLocalized: true),
      "String.StandardComparator")
    return comparator
  }
}

/// What a comparator says of itself.
private struct ComparatorFields: Codable, Equatable {
  var options: UInt
  var isLocalized: Bool
}

extension ComparatorFields {
  /// Nil if a comparator does not encode what it did.
  fileprivate init?(of comparator: String.StandardComparator) {
    guard let json = try? JSONEncoder().encode(comparator),
      let fields = try? JSONDecoder().decode(ComparatorFields.self, from: json)
    else { return nil }
    self = fields
  }
}
