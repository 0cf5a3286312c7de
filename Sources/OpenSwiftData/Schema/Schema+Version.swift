extension Schema {
  /// A semantic version of a schema.
  ///
  /// Source: SwiftData, `Schema.Version`.
  public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Grows with incompatible changes.
    public let major: Int
    /// Grows with compatible additions.
    public let minor: Int
    /// Grows with corrections.
    public let patch: Int

    /// Creates a version from its three numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// Reads "1.2.3"; nil if the text is not three numbers.
    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0) }
      guard parts.count == 3, numbers.count == 3 else { return nil }
      self.init(numbers[0], numbers[1], numbers[2])
    }

    /// The version as "1.2.3".
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Orders by major, then minor, then patch number.
    public static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
  }
}

/// One version of an app's models.
///
/// Source: SwiftData, `VersionedSchema`.
public protocol VersionedSchema: Sendable {
  /// The model types of this version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number.
  static var versionIdentifier: Schema.Version { get }
}
