/// A value of the command line that can say what may be typed for it.
protocol TypedValue: Sendable {
  /// What may be typed, to stand behind "give".
  static var allowed: String { get }

  /// - Returns: nil if the text is no such value.
  init?(typed text: String)
}

extension TypedValue {
  /// The value of a text.
  ///
  /// - Throws: `NotAllowed`.
  static func value(_ text: String) throws -> Self {
    guard let value = Self(typed: text) else { throw NotAllowed(allowed: allowed) }
    return value
  }
}

/// Why a text is no value: what would be.
///
/// The parser puts the description behind what it says itself.
struct NotAllowed: Error, CustomStringConvertible {
  let allowed: String

  var description: String { Self.lead + allowed }

  /// What stands before what is allowed.
  static let lead = "give "
}
