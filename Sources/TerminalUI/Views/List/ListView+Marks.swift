extension ListView {
  /// Which rows are marked.
  ///
  /// Rows that left the list stay named until ``forgetMarks(where:)`` drops them.
  public var marking: ListMarking<Source.ID> { marks.marking }

  /// How many rows are marked.
  ///
  /// - Complexity: O(1).
  public var markedCount: Int { marks.marking.count }

  /// The identities of the marked rows.
  ///
  /// - Complexity: linear in the number of rows if all were marked.
  public var marked: Set<Source.ID> {
    switch marks.marking {
    case .these(let ids): ids
    case .all(let all): Set((0..<source.count).lazy.map(source.id(at:)).filter(all.contains))
    }
  }

  /// What a command acts on: the marked rows, or the selected one if none is marked.
  ///
  /// - Complexity: that of ``marked``.
  public var targets: Set<Source.ID> { markedCount == 0 ? Set([selectedID].compactMap(\.self)) : marked }

  /// Marks the selected row, or takes its mark away.
  public func toggleMark() {
    if let selectedID { marks.toggle(selectedID, at: selection.index) }
  }

  /// Marks all rows from the one whose mark was changed last to the selected one.
  ///
  /// - Complexity: linear in the number of these rows.
  public func markRange() {
    guard let index = selection.index else { return }
    let start = anchorIndex() ?? index
    for row in min(start, index)...max(start, index) { marks.insert(source.id(at: row)) }
  }

  /// Marks every row that there is; those that come later are not marked.
  ///
  /// - Complexity: That of ``ListDataSource/snapshot()``.
  public func markAll() { marks.replace(with: .all(AllMarked(source.snapshot()))) }

  /// Marks what was marked before; rows that have left the list since are among them until they are forgotten.
  public func mark(_ marking: ListMarking<Source.ID>) { marks.replace(with: marking) }

  /// Takes all marks away.
  public func unmarkAll() { marks.replace(with: .these([])) }

  /// Forgets rows that are gone, other than those that were marked together with all.
  ///
  /// - Complexity: linear in the number of rows that ``marking`` names as marked.
  public func forgetMarks(where isGone: (Source.ID) -> Bool) { marks.forget(where: isGone) }

  /// Says how many of those that were marked together with all have left the list, which the list does not look for.
  public func noteMarkedRowsGone(_ count: Int) { marks.noteGone(count) }

  /// Moves the selection, and marks what lies between where this began and the selected row.
  ///
  /// - Complexity: linear in the distance moved.
  public func extendMarks(_ move: (inout ListSelection) -> Void) {
    guard let old = selection.index, let start = startOfExtension() else { return }
    select(move, endingExtension: false)
    guard let new = selection.index else { return }
    let kept = min(start, new)...max(start, new)
    for row in min(old, new)...max(old, new) {
      let id = source.id(at: row)
      if kept.contains(row) { marks.insert(id) } else { marks.remove(id) }
    }
    marks.insert(source.id(at: start))
  }

  private func startOfExtension() -> Int? {
    if marks.isExtending, let start = anchorIndex() { return start }
    if let selectedID { marks.beginExtending(selectedID, at: selection.index) }
    return selection.index
  }

  /// Where the anchor is; the source has to look for it only if it has moved.
  private func anchorIndex() -> Int? {
    guard let anchor = marks.anchor else { return nil }
    if let index = marks.anchorIndex, index < source.count, source.id(at: index) == anchor { return index }
    marks.noteAnchor(at: source.index(of: anchor))
    return marks.anchorIndex
  }
}
