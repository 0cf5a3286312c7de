extension TerminalEmulator {
  /// The private modes that a program of ours may set: cursor keys, wrapping, the cursor, the alternate screen, paste,
  /// mouse, focus, synchronized updates.
  private static let allowedModes: Set<String> = [
    "1", "7", "12", "25", "1000", "1002", "1003", "1004", "1006", "1049", "2004", "2026",
  ]

  mutating func perform(_ parameters: String, final: Character) {
    // The shape of the cursor, on the console of Linux.
    if final == "c", ["?0", "?1"].contains(parameters) { return }
    if parameters.hasPrefix("?") { return setModes(parameters.dropFirst(), final) }
    guard parameters.allSatisfy({ $0.isNumber || $0 == ";" || $0 == ":" }) else {
      return forbid("CSI \(parameters) \(final)")
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    if moveCursor(final, count, numbers) || changeCells(final, count, numbers.first ?? 0) { return }
    switch final {
    case "m": style = SelectedRendition.applying(parameters, to: style)
    case "r": setScrolling(numbers)
    case "l" where parameters == "4": break
    // The cursor as screen and tmux describe it.
    case "h" where parameters == "34": break
    // The window's title is put aside and taken back; xterm's description has it with the alternate screen.
    case "t" where ["22;0;0", "22;2"].contains(parameters): titles.append(title)
    case "t" where ["23;0;0", "23;2"].contains(parameters): title = titles.popLast() ?? title
    default: forbid("CSI \(parameters) \(final)")
    }
  }

  private mutating func moveCursor(_ final: Character, _ count: Int, _ numbers: [Int]) -> Bool {
    switch final {
    case "A": move(toRow: row - count)
    case "B": move(toRow: row + count)
    case "C": move(toColumn: column + count)
    case "D": move(toColumn: column - count)
    case "G": move(toColumn: count - 1)
    case "d": move(toRow: count - 1)
    case "Z": move(toColumn: max(0, (column - 1) / 8 * 8))
    case "H":
      move(toRow: count - 1)
      move(toColumn: max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    default: return false
    }
    return true
  }

  private mutating func changeCells(_ final: Character, _ count: Int, _ first: Int) -> Bool {
    switch final {
    case "J": eraseDisplay(first)
    case "K": eraseLine(first)
    case "X": erase(column..<column + count, inRow: row)
    case "@": insertCells(count)
    case "P": deleteCells(count)
    case "L": insertLines(count, at: row)
    case "M": deleteLines(count, at: row)
    case "S": deleteLines(count, at: scrolling.lowerBound)
    case "T": insertLines(count, at: scrolling.lowerBound)
    case "b": for _ in 0..<min(count, columns) { put(lastText, width: 1) }
    default: return false
    }
    return true
  }

  private mutating func setScrolling(_ numbers: [Int]) {
    let top = max(1, numbers.first ?? 1) - 1
    let bottom = (numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], rows) : rows) - 1
    if top < bottom || rows == 1 { scrolling = min(top, bottom)...bottom }
    move(toRow: 0)
    move(toColumn: 0)
  }

  private mutating func setModes(_ parameters: Substring, _ final: Character) {
    guard final == "h" || final == "l" else { return forbid("CSI ?\(parameters) \(final)") }
    for mode in parameters.split(separator: ";").map(String.init) {
      if !Self.allowedModes.contains(mode) { forbid("mode \(mode)") }
      set(mode, final == "h")
    }
  }

  private mutating func set(_ mode: String, _ isOn: Bool) {
    switch mode {
    case "25": change("hidden cursor", !isOn)
    case "7", "12": break
    case "1049": setAlternate(isOn)
    default: change("?" + mode, isOn)
    }
  }

  private mutating func change(_ mode: String, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }

  private mutating func setAlternate(_ isOn: Bool) {
    guard isOn != isAlternate else { return }
    if isOn {
      saved = (column, row)
      hidden = cells
      cells = Self.blank(columns, rows)
    } else {
      cells = hidden ?? cells
      hidden = nil
      (column, row, wrapsNext) = (min(saved.column, columns - 1), min(saved.row, rows - 1), false)
    }
  }
}
