/// The edits of rows that are gone, in the order in which they were found.
///
/// A row may be found deleted under one key and made again under another one: then it never went.
struct DeletionEdits {
  private var edits: [LocalEdit] = []
  private var gone: Set<SyncIdentity> = []
  private var takenBack: Set<SyncIdentity> = []

  /// - Parameter last: what was changed before it was deleted.
  mutating func note(_ identity: SyncIdentity, last: [LocalEdit]) {
    assert(!takenBack.contains(identity), "a row is found under one key once")
    gone.insert(identity)
    edits += last + [.delete(identity)]
  }

  /// Forgets that a row is gone; false if it is not.
  mutating func takeBack(_ identity: SyncIdentity) -> Bool {
    guard gone.remove(identity) != nil else { return false }
    takenBack.insert(identity)
    return true
  }

  var all: [LocalEdit] { takenBack.isEmpty ? edits : edits.filter { !takenBack.contains($0.row) } }
}
