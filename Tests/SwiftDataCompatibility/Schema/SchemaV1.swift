import SwiftData

/// The first version of the schema.
public enum SchemaV1: VersionedSchema {
  /// 1.0.0.
  public static let versionIdentifier = Schema.Version(1, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] { [Item.self] }
}

/// The version that the app works with.
public typealias CurrentSchema = SchemaV1
/// An item of the current version.
public typealias Item = CurrentSchema.Item
