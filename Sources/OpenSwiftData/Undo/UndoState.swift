/// What a context remembers so that its changes can be undone after saves and rollbacks.
struct UndoState {
  /// Whether there was an undo manager once.
  var isInUse = false
  /// The action that was registered last when the context was last saved or rolled back.
  var lastSettled = 0
  /// Whether something was undone or redone since then.
  var hasUndone = false
  /// The keys that temporary ones became.
  private var savedKeys: [Int64: Int64] = [:]

  mutating func noteSaved(_ temporary: Int64, as key: Int64) {
    if temporary < 0 { savedKeys[temporary] = key }
  }

  /// Forgets which keys became which; only sound while there is nothing to undo or redo.
  mutating func forgetSavedKeys() { savedKeys.removeAll() }

  mutating func settle() {
    lastSettled = UndoAction.latest
    hasUndone = false
  }

  /// The key that stands for a model now, for one that did.
  func key(now key: Int64) -> Int64 { key < 0 ? savedKeys[key] ?? key : key }

  /// A relationship as it was, with the keys of now.
  func relation(now state: RelationState) -> RelationState {
    switch state {
    case .unread: .unread
    case .one(let key): .one(self.key(now: key))
    case .many(let keys): .many(keys.map { self.key(now: $0) })
    }
  }
}
