/// One version of an app's models.
///
/// Source: SwiftData, `VersionedSchema`.
public protocol VersionedSchema: Sendable {
  /// The model types of this version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number.
  static var versionIdentifier: Schema.Version { get }
}
