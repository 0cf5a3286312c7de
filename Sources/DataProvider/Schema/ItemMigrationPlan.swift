import SwiftData

/// The way of a store of any released version to the current one.
public enum ItemMigrationPlan: SchemaMigrationPlan {
  /// The released versions, oldest first.
  public static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }

  /// The steps between them.
  ///
  /// From 1 to 2 nothing but defaults is needed: those of `uid` and `position` are evaluated for each row, so every
  /// item gets an identifier of its own and its place in the order in which the items were added.
  public static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
  }
}
