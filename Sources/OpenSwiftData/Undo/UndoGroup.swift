/// What is undone at once.
struct UndoGroup {
  /// In the order of their registration.
  private(set) var actions: [UndoAction] = []
  /// What a person calls it; empty for nothing.
  var name = ""

  var isEmpty: Bool { actions.isEmpty }

  mutating func append(_ action: UndoAction) { actions.append(action) }

  /// Takes over a group that ended inside of this one.
  mutating func append(_ inner: UndoGroup) {
    actions += inner.actions
    if !inner.name.isEmpty { name = inner.name }
  }

  mutating func removeActions(where isGone: (UndoAction) -> Bool) { actions.removeAll(where: isGone) }
}
