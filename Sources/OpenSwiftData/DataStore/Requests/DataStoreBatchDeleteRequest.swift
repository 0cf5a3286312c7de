import Foundation

/// Asks a store to delete the models that match a predicate.
///
/// Source: SwiftData, `DataStoreBatchDeleteRequest`.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// On whose behalf.
  public let editingState: EditingState
  /// Which models; nil for all.
  public let predicate: Predicate<T>?
  /// Whether models of subclasses are meant too.
  public let includeSubclasses: Bool
}
