import Foundation
import SwiftData

/// The current schema version; a new version changes this line.
public typealias CurrentScheme = SchemaV6
/// An item of the current schema version.
public typealias Item = CurrentScheme.Item
/// A tag of the current schema version.
public typealias ItemTag = CurrentScheme.Tag
/// A list of items of the current schema version.
public typealias ItemList = CurrentScheme.ItemList
/// A saved filter of the current schema version.
public typealias SavedFilter = CurrentScheme.SavedFilter
/// A step of the journal of the current schema version.
public typealias JournalStep = CurrentScheme.JournalStep

/// The migrations from every released schema version to the current one.
public enum ItemMigrationPlan: SchemaMigrationPlan {
  /// The released versions, oldest first.
  public static var schemas: [any VersionedSchema.Type] {
    [SchemaV1.self, SchemaV2.self, SchemaV3.self, SchemaV4.self, SchemaV5.self, SchemaV6.self]
  }

  /// The stages between them.
  ///
  /// From 1 to 2 defaults are enough: those of `uid` and `position` are evaluated for each row, so every item gets its
  /// own identifier, and a position in the order in which the items were added. From 2 to 3 a due date in the last
  /// second of a day becomes that day. From 3 to 4 an index is dropped. From 4 to 5 SQL turns the
  /// positions of items into order keys: what follows from the position alone is the same on machines that sync. From 5
  /// to 6 repeat intervals are stored as the rules that `RecurrenceRule` reads them as, again the same everywhere.
  public static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self),
      .custom(fromVersion: SchemaV2.self, toVersion: SchemaV3.self, willMigrate: nil, didMigrate: setDueDays),
      .lightweight(fromVersion: SchemaV3.self, toVersion: SchemaV4.self),
      .lightweight(fromVersion: SchemaV4.self, toVersion: SchemaV5.self),
      .lightweight(fromVersion: SchemaV5.self, toVersion: SchemaV6.self),
    ]
  }

  /// Only code knows the time zone, and so where days end.
  private static func setDueDays(_ context: ModelContext) throws {
    let never = Date.distantFuture
    let dated = try context.fetchIdentifiers(
      FetchDescriptor<SchemaV3.Item>(predicate: #Predicate { $0.deadline != never }))
    for start in stride(from: 0, to: dated.count, by: batchSize) {
      let ids = Array(dated[start..<min(start + batchSize, dated.count)])
      var batch = FetchDescriptor<SchemaV3.Item>(predicate: #Predicate { ids.contains($0.persistentModelID) })
      batch.propertiesToFetch = [\.deadline, \.dueDay]
      for item in try context.fetch(batch) {
        let due = Due(typed: item.deadline, in: .current)
        guard let day = due.day else { continue }
        (item.deadline, item.dueDay) = (due.date(in: .current), day)
      }
      try context.save()
    }
  }

  private static let batchSize = 4_000
}
