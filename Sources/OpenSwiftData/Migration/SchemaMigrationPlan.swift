/// The versions of an app's models and the ways between them.
///
/// Source: SwiftData, `SchemaMigrationPlan`.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, the oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The ways from one version to another; a way to an older version is a downgrade.
  static var stages: [MigrationStage] { get }
}
