import OpenSwiftDataSync

/// Why a database can't be used as a remote, in one line that never holds a password.
public enum PostgreSQLRemoteError: RemoteRefusal, Hashable, Sendable, CustomStringConvertible {
  /// The connection string or URI can't be read.
  case invalidConnection(reason: String)
  /// There is no connection, or it was lost, and the time for trying again is over.
  case unreachable(place: String, reason: String)
  /// The server refused; the state says why.
  case server(state: SQLState, reason: String, place: String)
  /// This machine has no means to connect.
  case unavailable(reason: String)
  /// The database has no schema `docket_sync`, or this role may not use it.
  case notInitialized(place: String)
  /// There is no such space, or the role is no member of it: the server does not tell which.
  case notMember(space: SyncIdentity)
  /// A later version of the program made the tables.
  case laterFormat(Int64)
  /// There is another batch under this number: the store was restored from a backup, and needs a new replica.
  case numberTaken(BatchID)
  /// Somebody else's batch was to be pushed; only its own replica may.
  case foreignBatch(BatchID)
  /// Batches between the last one that the remote has and this one are missing: it was restored from a backup.
  case missingBatches(before: BatchID, last: UInt64)
  /// The snapshot has seen less than the one that this replica left before.
  case staleSnapshot(Replica)
  /// The batch has a stamp that is more than a minute ahead of the server's clock.
  case clock(ClockError)
  /// The space is readable, and what was to be sent is sealed.
  case sealedPayload(space: SyncIdentity)
  /// The space is sealed, and what was to be sent is readable.
  case readablePayload(space: SyncIdentity)
  /// A batch or a snapshot is larger than a message to the server may be.
  case tooLarge(bytes: Int)
  /// The server gave something else than was asked for.
  case unexpectedAnswer

  /// One line: what, where, what to do.
  public var description: String {
    switch self {
    case .invalidConnection(let reason): "the connection string can't be read: \(reason)"
    case .unreachable(let place, let reason): "\(place): can't be reached: \(reason)"
    case .server(let state, let reason, let place): "\(place): \(reason) (\(state))\(advice(state))"
    case .unavailable(let reason): "can't connect: \(reason)"
    case .notInitialized(let place): "\(place): not prepared for sync, or not for this role; initialize it, or be added"
    case .notMember(let space): "space \(space): not there, or this role is no member; ask for being added"
    case .laterFormat(let format): "the tables are a later version's (format \(format)); upgrade to use them"
    case .numberTaken(let batch):
      "batch \(batch) was pushed before with other changes; this store was restored or copied, and needs another name"
    case .foreignBatch(let batch): "batch \(batch) belongs to another replica, which has to push it"
    case .missingBatches(let batch, let last):
      "batch \(batch) does not follow \(last), the last one there; push what is between again, or leave a snapshot"
    case .staleSnapshot(let replica):
      "replica \(replica) left a snapshot before that has seen more; this store was restored and must join anew"
    case .clock(let error): "\(error)"
    case .sealedPayload(let space):
      "space \(space) is readable, and this store seals what it sends; leave, and join with a new invitation"
    case .readablePayload(let space):
      "space \(space) is sealed, and this store does not seal what it sends; leave, and join with a new invitation"
    case .tooLarge(let bytes): "\(bytes) bytes are too many for one message to the server; the limit is 512 MB"
    case .unexpectedAnswer: "the server's answer can't be read; is it PostgreSQL?"
    }
  }

  /// Whether it is `numberTaken`.
  public var isNumberTaken: Bool { if case .numberTaken = self { true } else { false } }

  private func advice(_ state: SQLState) -> String {
    switch state.rawValue.prefix(2) {
    case "28": "; check the role and its password in ~/.pgpass"
    case "53": "; the server is full"
    case "3D": "; create the database or correct its name"
    default: state == .insufficientPrivilege ? "; ask the owner of the database" : ""
    }
  }

  /// Whether trying again may help.
  var isTransient: Bool {
    switch self {
    case .unreachable: true
    case .server(let state, _, _): state.isTransient
    default: false
    }
  }
}
