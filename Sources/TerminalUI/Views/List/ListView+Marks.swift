extension ListView {
  /// Which rows are marked.
  ///
  /// Rows that left the list stay named until ``forgetMarks(where:)`` drops them.
  public var marking: ListMarking<Source.ID> { marks.marking }

  /// How many rows are marked.
  ///
  /// - Complexity: O(1).
  public var markedCount: Int { marks.marking.count(of: source.count) }

  /// The identities of the marked rows.
  ///
  /// - Complexity: linear in the number of rows if all but some are marked.
  public var marked: Set<Source.ID> {
    switch marks.marking {
    case .these(let ids): ids
    case .allBut(let ids): Set((0..<source.count).lazy.map(source.id(at:))).subtracting(ids)
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

  /// Marks every row, also those that come later, until marks are taken away.
  ///
  /// - Complexity: O(1).
  public func markAll() { marks.replace(with: .allBut([])) }

  /// Takes the mark of a row away, or leaves it out if all are marked.
  public func unmark(_ id: Source.ID) { marks.remove(id) }

  /// Takes all marks away.
  public func unmarkAll() { marks.replace(with: .these([])) }

  /// Forgets rows that are gone, whether they were marked or left out.
  ///
  /// - Complexity: linear in the number of rows that ``marking`` names.
  public func forgetMarks(where isGone: (Source.ID) -> Bool) { marks.forget(where: isGone) }

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
