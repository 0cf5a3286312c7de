import Foundation

// Foundation lacks these two on Linux: https://github.com/swiftlang/swift-foundation/issues/284
extension String.StandardComparator {
  /// The order of file browsers: numbers by value, ignoring case, in the current locale.
  ///
  /// A model's `SortDescriptor` sorts by it as `localizedStandardCompare` does. On its own it compares numbers by value
  /// on Linux, but neither ignores case nor follows the locale.
  public static let localizedStandard = localized([.numeric, .forcedOrdering])

  /// The order of the current locale.
  ///
  /// A model's `SortDescriptor` sorts by it as `localizedCompare` does. On its own it compares as `.lexical` on Linux.
  public static let localized = localized([])

  /// Makes a localised comparator; without an initialiser, two fields of `.lexical` are overwritten.
  ///
  /// The fields are options, localisation and order; the encoded comparator is read again to check the result. Source:
  /// https://github.com/swiftlang/swift-foundation, `String+SortComparator.swift`
  private static func localized(_ options: String.CompareOptions) -> String.StandardComparator {
    var comparator = String.StandardComparator.lexical
    let word = MemoryLayout<UInt>.size
    if MemoryLayout<String.StandardComparator>.size == word + 2 {
      // Sound: writes only the bytes of a trivial structure, whose size is that of its fields.
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

/// The encoded fields of a comparator.
private struct ComparatorFields: Codable, Equatable {
  var options: UInt
  var isLocalized: Bool
}

extension ComparatorFields {
  /// Nil if comparators no longer encode these fields.
  fileprivate init?(of comparator: String.StandardComparator) {
    guard let json = try? JSONEncoder().encode(comparator),
      let fields = try? JSONDecoder().decode(ComparatorFields.self, from: json)
    else { return nil }
    self = fields
  }
}
