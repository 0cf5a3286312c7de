import Foundation
import SwiftData

/// The second version of the schema: tags, lists, sub-items, due dates, notes, saved filters and the journal of undo.
public enum SchemaV2: VersionedSchema {
  /// The model types of this version.
  public static var models: [any PersistentModel.Type] {
    [Item.self, Tag.self, ItemList.self, SavedFilter.self, JournalStep.self]
  }

  /// 2.0.0, written into every store of this version.
  public static let versionIdentifier = Schema.Version(2, 0, 0)
}
