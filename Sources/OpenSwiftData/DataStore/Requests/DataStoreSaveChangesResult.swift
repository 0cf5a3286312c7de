/// The answer to a request to save.
///
/// Source: SwiftData, `DataStoreSaveChangesResult`.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The permanent identifiers of the inserted models, by their temporary ones.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The identifier of the store.
  public let storeIdentifier: String
  /// Models whose values the store made other than it was asked to, by their permanent identifiers.
  public let snapshotsToReregister: [PersistentIdentifier: T]

  /// Creates an answer.
  public init(
    for storeIdentifier: String, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
  }
}
