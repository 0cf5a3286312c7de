/// One way from a version of the models to another one.
///
/// All stages that a store needs run in one transaction: either the store has the last version afterwards, or it is as
/// it was.
///
/// Source: SwiftData, `MigrationStage`.
public enum MigrationStage: Sendable {
  /// Code that works with the models of one version.
  public typealias Work = @Sendable (ModelContext) throws -> Void

  /// The difference between the versions says what to do.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// The difference between the versions, with code before and after.
  ///
  /// `willMigrate` gets a context of the old models, `didMigrate` one of the new. What they leave unsaved is saved.
  /// A new property without a default value holds a placeholder (zero, an empty text) when `didMigrate` begins.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type, willMigrate: Work?, didMigrate: Work?)

  /// The difference between the versions, followed by code that sees the old models and the new ones at once.
  ///
  /// A model has the same `persistentModelID` in both contexts. The old context can't be saved.
  case twoSided(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    migrate: @Sendable (_ old: ModelContext, _ new: ModelContext) throws -> Void)

  /// The difference between the versions, followed by code that sees the old models and the new ones at once.
  ///
  /// - Parameter migrate: gets a context of the old models, which can't be saved, and one of the new.
  public static func custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    migrate: @escaping @Sendable (_ old: ModelContext, _ new: ModelContext) throws -> Void
  ) -> MigrationStage {
    .twoSided(fromVersion: fromVersion, toVersion: toVersion, migrate: migrate)
  }

  /// The version that the way leads from.
  var source: any VersionedSchema.Type {
    switch self {
    case .lightweight(let source, _), .custom(let source, _, _, _), .twoSided(let source, _, _): source
    }
  }

  /// The version that the way leads to.
  var destination: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let destination), .custom(_, let destination, _, _), .twoSided(_, let destination, _):
      destination
    }
  }
}
