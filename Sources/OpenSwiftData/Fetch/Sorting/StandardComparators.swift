import Foundation

// Foundation lacks these two on Linux: https://github.com/swiftlang/swift-foundation/issues/284
extension String.StandardComparator {
  /// The order of a file browser: numbers by value, case ignored, by the current locale.
  ///
  /// A `SortDescriptor` of a model sorts by it as `localizedStandardCompare` does. By itself it compares numbers by
  /// value on Linux, but knows neither case nor locale there.
  public static let localizedStandard = localized([.numeric, .forcedOrdering])

  /// The order of the current locale.
  ///
  /// A `SortDescriptor` of a model sorts by it as `localizedCompare` does. By itself it compares as `.lexical` on
  /// Linux.
  public static let localized = localized([])

  /// A localised comparator; there is no initialiser, so two fields of `.lexical` are overwritten.
  ///
  /// Source: https://github.com/swiftlang/swift-foundation, `String+SortComparator.swift`: the options, whether it is
  /// localised, the order. What the comparator encodes is read again to check the result.
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

/// The fields that a comparator encodes.
private struct ComparatorFields: Codable, Equatable {
  var options: UInt
  var isLocalized: Bool
}

extension ComparatorFields {
  /// Nil if a comparator no longer encodes these fields.
  fileprivate init?(of comparator: String.StandardComparator) {
    guard let json = try? JSONEncoder().encode(comparator),
      let fields = try? JSONDecoder().decode(ComparatorFields.self, from: json)
    else { return nil }
    self = fields
  }
}
