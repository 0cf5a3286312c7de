import Foundation
import SwiftData

/// The first version of the schema: what an item is in the first release.
public enum SchemaV1: VersionedSchema {
  /// The model types of this version.
  public static var models: [any PersistentModel.Type] { [Item.self] }

  /// 1.0.0, written into every store of this version.
  public static let versionIdentifier = Schema.Version(1, 0, 0)
}
