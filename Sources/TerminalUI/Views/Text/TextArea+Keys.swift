extension TextArea {
  /// Takes a key.
  public mutating func handle(_ key: Key) -> EditAction {
    if key == submitKey { return .submitted }
    if key == Key(.escape) { return .cancelled }
    if let rows = Self.rowsMoved(by: key.withoutShift, height: area.height) {
      move(by: rows, selecting: key.modifiers.contains(.shift))
      return .moved
    }
    goal = nil
    return edit(key)
  }

  /// Moves the cursor as many rows down, or up if negative, aiming at the column where the first of such moves began.
  mutating func move(by count: Int, selecting: Bool) {
    layOut()
    var row = rows.row(at: editing.cursor)
    let column = goal ?? rows.column(of: editing.cursor, in: row)
    for _ in 0..<abs(count) {
      guard let next = count < 0 ? rows.row(before: row) : rows.row(after: row) else { break }
      row = next
    }
    editing.place(at: rows.place(at: column, in: row), selecting: selecting)
    goal = column
  }

  private mutating func edit(_ key: Key) -> EditAction {
    if let character = key.typed { return editing.type(character) ? .edited : .moved }
    if key == Key(.enter) { return editing.insert("\n") ? .edited : .moved }
    return keys[key].map { editing.perform($0) ? .edited : .moved } ?? .ignored
  }

  private static func rowsMoved(by key: Key, height: Int) -> Int? {
    switch key {
    case Key(.up), "^p": -1
    case Key(.down), "^n": 1
    case Key(.pageUp): -max(1, height - 1)
    case Key(.pageDown): max(1, height - 1)
    default: nil
    }
  }
}

extension Key {
  /// The key as it would be without Shift.
  fileprivate var withoutShift: Key { Key(code, modifiers.subtracting(.shift)) }
}
