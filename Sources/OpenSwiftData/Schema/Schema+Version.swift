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
      let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
        return nil
      }
      self.init(major, minor, patch)
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
