import Foundation
import SwiftData

/// The way of a store of any released version to the current one.
public enum ItemMigrationPlan: SchemaMigrationPlan {
  /// The released versions, oldest first.
  public static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self, SchemaV3.self] }

  /// The steps between them.
  ///
  /// From 1 to 2 nothing but defaults is needed: those of `uid` and `position` are evaluated for each row, so every
  /// item gets an identifier of its own and its place in the order in which the items were added. From 2 to 3 a due
  /// date in the last second of a day becomes the day that it stood for.
  public static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self),
      .custom(fromVersion: SchemaV2.self, toVersion: SchemaV3.self, willMigrate: nil, didMigrate: setDueDays),
    ]
  }

  /// Where days end is a matter of the time zone, which only code knows.
  private static func setDueDays(_ context: ModelContext) throws {
    let never = Date.distantFuture
    let dated = try context.fetchIdentifiers(
      FetchDescriptor<SchemaV3.Item>(predicate: #Predicate { $0.deadline != never }))
    for start in stride(from: 0, to: dated.count, by: batchSize) {
      let ids = Array(dated[start..<min(start + batchSize, dated.count)])
      var batch = FetchDescriptor<SchemaV3.Item>(predicate: #Predicate { ids.contains($0.persistentModelID) })
      batch.propertiesToFetch = [\.deadline, \.dueDay]
      for item in try context.fetch(batch) { item.dueAt = item.deadline }
      try context.save()
    }
  }

  private static let batchSize = 4_000
}
