/// The versions of an app's models and the stages between them.
///
/// Source: SwiftData, `SchemaMigrationPlan`.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, the oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The stages from one version to another; a stage to an older version is a downgrade.
  static var stages: [MigrationStage] { get }
}

/// One stage of a migration plan, from one version of the models to another one.
///
/// All stages that a store needs run in one transaction: the store then has the last version, or is as it was.
///
/// Source: SwiftData, `MigrationStage`.
public enum MigrationStage: Sendable {
  /// Code that works with the models of one version.
  public typealias Work = @Sendable (ModelContext) throws -> Void

  /// Changes the tables as the difference between the versions requires.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  /// Changes the tables as the difference between the versions requires, and runs code before and after.
  ///
  /// `willMigrate` gets a context of the old models, `didMigrate` one of the new. Unsaved changes are saved after each.
  /// A new property without a default value holds a placeholder (zero, an empty text) when `didMigrate` begins.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type, willMigrate: Work?, didMigrate: Work?)

  /// Changes the tables as `lightweight` does, then runs code that sees old and new models at once.
  ///
  /// A model has the same `persistentModelID` in both contexts. The old context can't be saved.
  case twoSided(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    migrate: @Sendable (_ old: ModelContext, _ new: ModelContext) throws -> Void)

  /// Changes the tables as `lightweight` does, then runs code that sees old and new models at once.
  ///
  /// - Parameter migrate: gets a context of the old models, which can't be saved, and one of the new.
  public static func custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    migrate: @escaping @Sendable (_ old: ModelContext, _ new: ModelContext) throws -> Void
  ) -> MigrationStage {
    .twoSided(fromVersion: fromVersion, toVersion: toVersion, migrate: migrate)
  }

  var source: any VersionedSchema.Type {
    switch self {
    case .lightweight(let source, _), .custom(let source, _, _, _), .twoSided(let source, _, _): source
    }
  }

  var destination: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let destination), .custom(_, let destination, _, _), .twoSided(_, let destination, _):
      destination
    }
  }

  /// Whether code has to run.
  var hasCode: Bool {
    switch self {
    case .lightweight: false
    case .custom(_, _, let before, let after): before != nil || after != nil
    case .twoSided: true
    }
  }

  /// Whether code has to run after the tables have been changed.
  var hasCodeAfter: Bool {
    switch self {
    case .lightweight: false
    case .custom(_, _, _, let after): after != nil
    case .twoSided: true
    }
  }
}
