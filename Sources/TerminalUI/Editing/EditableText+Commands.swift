extension EditableText {
  /// Carries out a command.
  ///
  /// - Returns: Whether the text is another now.
  @discardableResult
  public mutating func perform(_ command: EditCommand) -> Bool {
    let (before, earlier) = (sequel, omitted)
    (sequel, omitted) = (.nothing, 0)
    switch command {
    case .move(let motion): move(by: motion)
    case .select(let motion): place(at: target(of: motion), selecting: true)
    case .delete(let motion): return delete(motion)
    case .kill(let motion): return kill(motion, after: before)
    case .copy: copy()
    case .yank: return yank()
    case .yankEarlier: return yankEarlier(after: before, omitting: earlier)
    case .selectAll: selectAll()
    case .undo: return undo()
    case .redo: return redo()
    }
    return false
  }

  /// Puts the cursor at the border of a character, at a place or after it.
  ///
  /// - Parameters:
  ///   - place: Where, in UTF-8; limited to the text.
  ///   - selecting: Whether what lies between is selected, or added to the selection.
  public mutating func place(at place: Int, selecting: Bool = false) {
    log.close()
    anchor = selecting ? anchor ?? cursor : nil
    cursor = border(notBefore: place.clamped(to: 0...text.utf8.count))
  }

  /// Selects the word around a place.
  public mutating func selectWord(at place: Int) {
    let word = word(at: border(notBefore: place.clamped(to: 0...text.utf8.count)))
    self.place(at: word.lowerBound)
    self.place(at: word.upperBound, selecting: true)
  }

  /// Without Shift, a step from a selection leads to that end of it.
  private mutating func move(by motion: Motion) {
    switch (motion, selection) {
    case (.characterBack, let selection?): place(at: selection.lowerBound)
    case (.characterForward, let selection?): place(at: selection.upperBound)
    default: place(at: target(of: motion))
    }
  }

  private mutating func selectAll() {
    place(at: 0)
    place(at: text.utf8.count, selecting: true)
  }
}
