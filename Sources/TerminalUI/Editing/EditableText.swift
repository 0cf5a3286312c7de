/// A text being edited: a value that takes commands, without keys, cells or a screen.
///
/// The cursor and the ends of the selection are always at borders of characters (extended grapheme clusters). Positions
/// are offsets in UTF-8 from the start of the text.
public struct EditableText: Sendable {
  /// How many lines a text can have.
  public enum Lines: Hashable, Sendable {
    /// One: line ends and tabs become spaces.
    case one
    /// Any number: every line end becomes `\n`.
    case many

    /// The text with the line ends, and for one line the tabs, replaced.
    fileprivate func cleaned(_ text: String) -> String {
      switch self {
      case .one where text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }):
        text.withSimpleLineEnds.replacing("\n", with: " ").replacing("\t", with: " ")
      case .one: text
      case .many: text.withSimpleLineEnds
      }
    }
  }

  /// The command before, as far as the next kill or yank depends on it.
  private enum Sequel: Hashable, Sendable {
    case nothing
    case kill
    case yank(Range<Int>, age: Int)
  }

  /// The text.
  public private(set) var text: String
  /// The position of the cursor, where the next character goes.
  public private(set) var cursor: Int
  /// The killed texts.
  public var kills = KillRing()
  /// The most bytes of UTF-8 that inserting can make of the text; a longer text can only become shorter.
  public var limit: Int
  /// The number of bytes that the limit cut off the last insertion.
  public private(set) var omitted = 0
  /// How many lines the text can have.
  public let lines: Lines

  /// The end of the selection that is not the cursor.
  private var anchor: Int?
  private var log = ChangeLog()
  private var sequel = Sequel.nothing

  /// Creates a text with the cursor at its end.
  ///
  /// - Parameters:
  ///   - text: The text; line ends become those of `lines`.
  ///   - lines: How many lines the text can have.
  ///   - limit: The most bytes of UTF-8 that inserting can make of it.
  public init(_ text: String = "", lines: Lines = .one, limit: Int = Paste.limit) {
    self.text = lines.cleaned(text)
    self.lines = lines
    self.limit = limit
    cursor = self.text.utf8.count
  }

  /// The range of the selection; nil if nothing is selected.
  public var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The selected text; empty if nothing is selected.
  public var selectedText: String { selection.map { String(text[text.indices($0)]) } ?? "" }

  /// The text before the cursor.
  public var textBeforeCursor: Substring { text[..<text.index(at: cursor)] }

  /// Whether there is a change to undo.
  public var canUndo: Bool { log.canUndo }

  /// Whether there is a change to redo.
  public var canRedo: Bool { log.canRedo }

  /// Where a motion leads from the cursor.
  ///
  /// - Complexity: linear in the way; backwards by words, in the length of the lines passed.
  public func target(of motion: TextMotion) -> Int { motion.target(from: cursor, in: text) }

  /// Performs a command.
  ///
  /// - Returns: Whether the text changed.
  @discardableResult
  public mutating func perform(_ command: EditCommand) -> Bool {
    let before = sequel
    (sequel, omitted) = (.nothing, 0)
    switch command {
    case .move(let motion): move(by: motion)
    case .select(let motion): place(at: target(of: motion), selecting: true)
    case .delete(let motion): return delete(motion)
    case .kill(let motion): return kill(motion, after: before)
    case .copy: copy()
    case .yank: return yank()
    case .yankEarlier: return yankEarlier(after: before)
    case .selectAll: selectAll()
    case .undo: return undo()
    case .redo: return redo()
    }
    return false
  }
}

// MARK: - Moving and selecting

extension EditableText {
  /// Moves the cursor to the border of a character, at an offset or after it.
  ///
  /// - Parameters:
  ///   - offset: Where, in UTF-8; limited to the text.
  ///   - selecting: Whether the text in between is selected, or added to the selection.
  public mutating func place(at offset: Int, selecting: Bool = false) {
    log.close()
    anchor = selecting ? anchor ?? cursor : nil
    cursor = text.borderOfCharacter(notBefore: offset.clamped(to: 0...text.utf8.count))
  }

  /// Selects the word around an offset.
  public mutating func selectWord(at offset: Int) {
    let word = text.word(at: text.borderOfCharacter(notBefore: offset.clamped(to: 0...text.utf8.count)))
    place(at: word.lowerBound)
    place(at: word.upperBound, selecting: true)
  }

  /// Without Shift, a step from a selection leads to that end of it.
  private mutating func move(by motion: TextMotion) {
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

// MARK: - Inserting

extension EditableText {
  /// Types a character, replacing the selection; characters typed one after the other are one change.
  ///
  /// - Returns: Whether the text changed; false if the limit is reached.
  @discardableResult
  public mutating func type(_ character: Character) -> Bool { insert(String(character), as: .typing) }

  /// Inserts as much of a text as the limit allows, replacing the selection, as one change.
  ///
  /// - Returns: Whether the text changed.
  /// - Complexity: linear in the length of the text.
  @discardableResult
  public mutating func insert(_ inserted: String) -> Bool { insert(inserted, as: .alone) }

  /// Replaces the whole text, as one change.
  @discardableResult
  public mutating func exchange(for other: String) -> Bool {
    guard !other.utf8.elementsEqual(text.utf8) else { return false }
    (anchor, cursor) = (0, text.utf8.count)
    return insert(other)
  }

  private mutating func insert(_ inserted: String, as run: TextChange.Run) -> Bool {
    sequel = .nothing
    let range = selection ?? cursor..<cursor
    let fitting = fit(inserted, replacing: range)
    guard !fitting.isEmpty || !range.isEmpty else { return false }
    replace(range, with: fitting, as: range.isEmpty ? run : .alone)
    return true
  }

  /// The part of a text that may be inserted; ``omitted`` counts the rest.
  private mutating func fit(_ inserted: String, replacing range: Range<Int>) -> String {
    let cleaned = lines.cleaned(inserted)
    let room = max(0, limit - text.utf8.count + range.count)
    omitted = 0
    guard cleaned.utf8.count > room else { return cleaned }
    let fitting = String(cleaned[..<cleaned.borderOfCharacter(notAfter: cleaned.index(at: room))])
    omitted = cleaned.utf8.count - fitting.utf8.count
    return fitting
  }
}

// MARK: - Deleting, killing and yanking

extension EditableText {
  private mutating func delete(_ motion: TextMotion) -> Bool {
    let range = reach(of: motion)
    guard !range.isEmpty else {
      log.close()
      return false
    }
    replace(range, with: "", as: selection == nil ? .erasing : .alone)
    return true
  }

  private mutating func kill(_ motion: TextMotion, after before: Sequel) -> Bool {
    let range = reach(of: motion)
    // A kill that finds nothing does not end a sequence of kills.
    sequel = before == .kill || !range.isEmpty ? .kill : .nothing
    guard !range.isEmpty else { return false }
    let killed = String(text[text.indices(range)])
    if before == .kill {
      kills.join(killed, at: range.lowerBound < cursor ? .front : .back)
    } else {
      kills.add(killed)
    }
    replace(range, with: "", as: .alone)
    return true
  }

  private mutating func copy() {
    log.close()
    kills.add(selectedText)
  }

  /// The range of a deletion: the selection, or up to the motion's target; at the end of a line, the line end.
  private func reach(of motion: TextMotion) -> Range<Int> {
    if let selection { return selection }
    var target = target(of: motion)
    if motion == .lineEnd, target == cursor { target = self.target(of: .characterForward) }
    return min(target, cursor)..<max(target, cursor)
  }

  private mutating func yank() -> Bool {
    guard let piece = kills.piece(0) else { return false }
    return yank(piece, age: 0, replacing: selection ?? cursor..<cursor)
  }

  /// Does something only right after a yank.
  private mutating func yankEarlier(after before: Sequel) -> Bool {
    guard case .yank(let range, let age) = before, let piece = kills.piece(age + 1) else { return false }
    return yank(piece, age: age + 1, replacing: range)
  }

  private mutating func yank(_ piece: String, age: Int, replacing range: Range<Int>) -> Bool {
    let inserted = fit(piece, replacing: range)
    replace(range, with: inserted, as: .alone)
    sequel = .yank(range.lowerBound..<range.lowerBound + inserted.utf8.count, age: age)
    return true
  }
}

// MARK: - Changing the text

extension EditableText {
  /// Changes the text, so that it can be undone; every command that changes it ends here.
  private mutating func replace(_ range: Range<Int>, with inserted: String, as run: TextChange.Run) {
    let change = TextChange(
      offset: range.lowerBound, removed: String(text[text.indices(range)]), inserted: inserted,
      before: TextChange.CursorState(cursor: cursor, anchor: anchor), run: run)
    apply(change)
    log.record(change)
  }

  private mutating func undo() -> Bool {
    guard let change = log.undo() else { return false }
    exchange(at: change.offset, change.inserted, for: change.removed)
    (cursor, anchor) = (change.before.cursor, change.before.anchor)
    return true
  }

  private mutating func redo() -> Bool {
    guard let change = log.redo() else { return false }
    apply(change)
    return true
  }

  private mutating func apply(_ change: TextChange) {
    exchange(at: change.offset, change.removed, for: change.inserted)
    // A mark that was inserted may have joined the character before it.
    cursor = text.borderOfCharacter(notBefore: change.offset + change.inserted.utf8.count)
    anchor = nil
  }

  private mutating func exchange(at offset: Int, _ old: String, for new: String) {
    text.replaceSubrange(text.indices(offset..<offset + old.utf8.count), with: new)
  }
}
