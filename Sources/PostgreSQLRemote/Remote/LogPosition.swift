import OpenSwiftDataSync

/// A cursor in a space: the place of a batch, and the batch's token, which a restored log does not have there.
struct LogPosition: Equatable {
  var seq: Int64
  var token: SyncIdentity

  static let beginning = LogPosition(seq: 0, token: SyncIdentity(high: 0, low: 0))

  init(seq: Int64, token: SyncIdentity) {
    self.seq = seq
    self.token = token
  }

  /// What can't be read counts as the beginning: batches come twice then, which does no harm.
  init(_ cursor: RemoteCursor) {
    self = .beginning
    guard cursor.bytes.count == 24, let token = SyncIdentity(bytes: cursor.bytes.dropFirst(8)) else { return }
    let seq = Int64(bitPattern: BinaryFormat.word(cursor.bytes.prefix(8)))
    if seq >= 0 { self.init(seq: seq, token: token) }
  }

  var cursor: RemoteCursor {
    RemoteCursor(bytes: BinaryFormat.word(UInt64(bitPattern: seq)) + token.bytes)
  }
}
