/// Why a store can't be kept equal to others.
public enum SyncError: Error, Hashable, CustomStringConvertible {
  /// The store was never set up for it.
  case notSetUp
  /// It is set up already, for a space.
  case alreadySetUp(SyncIdentity)
  /// Rows of an entity can't be merged.
  case unsuitable(entity: String, reason: String)
  /// A row can't be shared.
  case notShareable(String)
  /// The remote belongs to another replica: the store goes on under another name.
  case otherReplica(Replica)
  /// The remote has later batches of this store than the store: it was restored from a backup, or copied.
  case restored(pushed: UInt64, known: UInt64)
  /// The remote was restored from an old backup and lost batches that nobody keeps any more.
  case remoteLost(after: UInt64)
  /// This machine's clock is ahead of the remote's by more than a minute: what was written now, others would refuse.
  case clockAhead(seconds: Int64)
  /// An earlier version of the engine wrote what the store has of sync, in a format that this one does not know.
  case earlierFormat(store: String)
  /// A later version of the engine wrote what the store has of sync, in a format with this number.
  case laterFormat(Int64, store: String)
  /// What the engine wrote into the store contradicts itself.
  case damaged(String)

  /// One line that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .notSetUp: "this store does not sync: set it up first"
    case .alreadySetUp(let space): "this store syncs already, with the space \(space): leave that first"
    case .unsuitable(let entity, let reason): "\(entity) can't sync: \(reason); leave it out"
    case .notShareable(let reason): "it can't be shared: \(reason)"
    case .otherReplica(let replica): "this store is called \(replica) now: connect anew"
    case .restored(let pushed, let known):
      "the remote has \(pushed) batches of this store, which knows of \(known): it was restored from a backup, or copied"
    case .remoteLost(let number):
      "the remote was restored from an old backup, and lost what this store sent after batch \(number): restore a later "
        + "one, or leave, and begin a new space"
    case .clockAhead(let seconds):
      "this machine's clock is \(seconds) s ahead of the remote's: set it right; nothing is sent or received until then"
    case .earlierFormat(let store):
      "what sync keeps in this store was written by an earlier version: \(store): leave, and set it up again; all rows stay"
    case .laterFormat(let format, let store):
      "what sync keeps in this store was written by a later version (format \(format)): \(store): upgrade the program"
    case .damaged(let reason): "what sync keeps in the store is damaged (\(reason)): leave, and set it up again"
    }
  }
}
