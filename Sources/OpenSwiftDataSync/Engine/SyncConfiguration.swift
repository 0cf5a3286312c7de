import Foundation
import OpenSwiftData

/// How an engine works.
public struct SyncConfiguration: Sendable {
  /// The names of the entities that stay on this machine.
  public var excludedEntities: Set<String> = []
  /// Whether a value that was overwritten unseen is worth a person's decision, given what is shown instead.
  ///
  /// The arguments are the names of the entity and the property, the value that is kept, and the one that is shown.
  public typealias ConflictRule = @Sendable (String, String, SyncValue, SyncValue) -> Bool

  /// The names of properties that programs set along with others, by entity: the latest counts, and none is kept.
  public var bookkeeping: [String: Set<String>] = [:]
  /// Which values are kept for a person's decision; all, unless it is set.
  public var isConflict: ConflictRule = { _, _, _, _ in true }
  /// Properties that were others in earlier versions of the schema, by entity and former name.
  public var renamed: [String: [String: PropertyRenaming]] = [:]
  /// What can be shared in spaces of its own; nil for a store that is kept equal as a whole.
  public var sharing: SharingRule?
  /// How many rows a batch has, at most.
  public var batchLimit = 1_000
  /// How many rows a transaction drains or merges, about: others who want to write wait so long.
  ///
  /// One that merges may have eight times as many, as long as that takes no more than a quarter of a second.
  public var transactionLimit = 2_000
  /// How many batches are pulled at once, at most.
  public var pageLimit = 16
  /// How many bytes of batches come and go, at least, until a snapshot takes their place in the remote.
  public var snapshotThreshold = 1 << 20
  /// How many rows a snapshot has, at most, as it is made in memory; beyond that the remote keeps all batches.
  public var snapshotLimit = 200_000

  /// How long a transaction that merges may take until the next one has fewer rows.
  ///
  /// Zero keeps each at `transactionLimit` rows, however busy the machine is: tests compare the histories of two stores,
  /// which differ where a row is inserted and deleted in one transaction or in two.
  var longestMergingTransaction = Duration.milliseconds(250)

  /// The wall clock, in milliseconds since 1970; tests give their own.
  var wallTime: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
  /// Whether what was saved here meanwhile is drained before a merge; a test shows why it must be.
  var drainsBeforeMerging = true
  /// Whether rows that nobody knows are put into the store as they arrive; a test shows that it makes no difference.
  var insertsNewRows = true
  /// The same for all engines that are made with a configuration or copies of it, as those of a store's spaces are.
  let writingTurns = WritingTurns()
  var newIdentity: @Sendable () -> SyncIdentity = { .random() }
  var newReplica: @Sendable () -> Replica = {
    var generator = SystemRandomNumberGenerator()
    return Replica.random(using: &generator)
  }

  /// The usual configuration.
  public init() {}
}

extension SyncConfiguration {
  /// The attributes that people write: neither the one that says which row it is, nor what programs set along.
  func writtenAttributes(of entity: ReplicatedEntity) -> [String] {
    entity.attributes.filter { $0 != entity.uniqueAttribute && bookkeeping[entity.name]?.contains($0) != true }
  }
}
