import Foundation

@testable import TerminalUI

/// A terminal emulator that accepts only what a full-screen program of ours may send.
///
/// Every other sequence is kept in ``violations``. A value: feed it bytes in any pieces.
struct TerminalEmulator: Sendable {
  private enum State: Sendable {
    case ground
    case escape
    case charset
    case control([UInt8])
    case command([UInt8])
  }

  /// The private modes that a program of ours may set: cursor keys, wrapping, the cursor, the alternate screen, paste,
  /// mouse, focus, synchronized updates.
  private static let allowedModes: Set<String> = [
    "1", "7", "12", "25", "1000", "1002", "1003", "1004", "1006", "1049", "2004", "2026",
  ]

  /// The modes that are set, such as `?2004`.
  private(set) var modes: Set<String> = []
  /// Sequences that no program of ours may send.
  private(set) var violations: [String] = []
  /// The title of the window.
  private(set) var title = "shell"
  /// The saved titles.
  private(set) var titles: [String] = []
  /// The text copied to the clipboard last.
  private(set) var clipboard: String?

  private var grid: TerminalGrid
  private var state = State.ground
  /// The bytes of a scalar that is not whole yet.
  private var scalarBytes: [UInt8] = []
  /// Whether characters of ambiguous width take two columns.
  private let ambiguousWidth: AmbiguousWidth

  /// - Parameters:
  ///   - columns: The width.
  ///   - rows: The height.
  ///   - joinsClusters: Whether an emoji of several scalars is drawn as one, as in newer terminals, or part by part.
  ///   - ambiguousWidth: The columns of characters of ambiguous width.
  init(columns: Int, rows: Int, joinsClusters: Bool = false, ambiguousWidth: AmbiguousWidth = .narrow) {
    self.ambiguousWidth = ambiguousWidth
    grid = TerminalGrid(columns: columns, rows: rows, joinsClusters: joinsClusters)
  }

  mutating func resize(columns: Int, rows: Int) { grid.resize(columns: columns, rows: rows) }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { feed(byte) }
  }

  // MARK: - Screen

  var cells: [[TerminalGrid.Cell]] { grid.cells }

  var isAlternate: Bool { grid.isAlternate }
  /// The rows that scroll.
  var scrolling: ClosedRange<Int> { grid.scrolling }
  /// Whether it is as before a full-screen program.
  var isGivenBack: Bool { !isAlternate && modes.isEmpty }

  var isCursorVisible: Bool { !modes.contains("hidden cursor") }

  /// The rows without trailing blanks.
  var lines: [String] {
    cells.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  var text: String { lines.joined(separator: "\n") }

  /// What a person sees of the cells.
  var seenCells: [[TerminalGrid.Cell]] { cells.map { $0.map(\.seen) } }

  /// The positions of cells that look different on another screen, with both cells.
  func differences(from other: TerminalEmulator) -> [String] {
    zip(cells, other.cells).enumerated().flatMap { row, pair in
      zip(pair.0, pair.1).enumerated().compactMap { column, cells in
        cells.0.seen == cells.1.seen ? nil : "\(row):\(column) \(cells.0) \(cells.1)"
      }
    }
  }
}

// MARK: - Bytes

extension TerminalEmulator {
  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .ground: feedGround(byte)
    case .escape: feedEscape(byte)
    case .charset:
      state = .ground
      if byte != UInt8(ascii: "B"), byte != UInt8(ascii: "0") { forbid("ESC ( \(byte)") }
    case .command(let bytes): feedCommand(byte, after: bytes)
    case .control(let bytes):
      if (0x20..<0x40).contains(byte) { return state = .control(bytes + [byte]) }
      state = .ground
      perform(String(decoding: bytes, as: UTF8.self), final: Character(Unicode.Scalar(byte)))
    }
  }

  private mutating func feedGround(_ byte: UInt8) {
    if byte < 0x80, !scalarBytes.isEmpty { forbid("half a scalar: \(scalarBytes) before \(byte)") }
    switch byte {
    case 0x1B: state = .escape
    case 0x08: grid.move(toColumn: grid.column - 1)
    case 0x09: grid.move(toColumn: (grid.column / 8 + 1) * 8)
    case 0x0A: grid.lineFeed()
    case 0x0D: grid.move(toColumn: 0)
    case 0x0E, 0x0F, 0x00: break
    case 0x20..<0x7F: grid.put(String(Unicode.Scalar(byte)), width: 1)
    case 0x80...: feedScalar(byte)
    default: forbid("control \(byte)")
    }
  }

  private mutating func feedScalar(_ byte: UInt8) {
    scalarBytes.append(byte)
    let needed = scalarBytes[0] >= 0xF0 ? 4 : scalarBytes[0] >= 0xE0 ? 3 : 2
    guard scalarBytes.count == needed else { return }
    defer { scalarBytes = [] }
    guard let text = String(validating: scalarBytes, as: UTF8.self), let scalar = text.unicodeScalars.first else {
      return forbid("bytes that are not UTF-8: \(scalarBytes)")
    }
    if scalar.properties.generalCategory == .control { return forbid("C1 control \(scalar.value)") }
    grid.put(text, width: width(of: scalar))
  }

  private mutating func feedEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "]"): state = .command([])
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    case UInt8(ascii: "7"): grid.saveCursor()
    case UInt8(ascii: "8"): grid.restoreCursor()
    case UInt8(ascii: "M"): grid.reverseLineFeed()
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    default: forbid("ESC \(Character(Unicode.Scalar(byte)))")
    }
  }

  /// A link that begins, or ends: its identity, and an address that is ASCII without blanks and of a known scheme.
  private mutating func followLink(_ command: Substring) {
    let parts = command.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].isEmpty || parts[0].wholeMatch(of: /id=[0-9a-z]+/) != nil,
      parts[1].isEmpty || parts[1].utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      parts[1].isEmpty || parts[1].prefixMatch(of: /https?:\/\/|mailto:/) != nil
    else { return forbid("OSC 8;\(command)") }
    grid.link = String(parts[1])
  }

  /// An operating system command: the one title, a link, or text for the clipboard, in Base64, ended by ESC \.
  private mutating func feedCommand(_ byte: UInt8, after bytes: [UInt8]) {
    let isEnd = byte == 0x07 || byte == UInt8(ascii: "\\") && bytes.last == 0x1B
    guard isEnd else { return state = .command(bytes + [byte]) }
    state = .ground
    let command = String(decoding: bytes.filter { $0 != 0x1B }, as: UTF8.self)
    if command == "2;docket" { return title = "docket" }
    if command.hasPrefix("8;") { return followLink(command.dropFirst(2)) }
    guard command.hasPrefix("52;c;"), let text = Data(base64Encoded: String(command.dropFirst(5))) else {
      return forbid("OSC \(command)")
    }
    clipboard = String(decoding: text, as: UTF8.self)
  }

  private mutating func forbid(_ what: String) {
    scalarBytes = []
    if violations.count < 20 { violations.append(what) }
  }

  /// The columns of a scalar, coarsely: what the tests draw is covered.
  private func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0x20D0...0x20FF, 0xE0100...0xE01EF: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: ambiguousWidth == .wide && AmbiguousWidth.isAmbiguous(scalar) ? 2 : 1
    }
  }
}

// MARK: - Control sequences

extension TerminalEmulator {
  private mutating func perform(_ parameters: String, final: Character) {
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
    case "m": grid.style = SelectedRendition.applying(parameters, to: grid.style)
    case "r": setScrolling(numbers)
    case "l" where parameters == "4": break
    // The cursor as screen and tmux describe it.
    case "h" where parameters == "34": break
    // The window's title is saved and restored; xterm's description has it with the alternate screen.
    case "t" where ["22;0;0", "22;2"].contains(parameters): titles.append(title)
    case "t" where ["23;0;0", "23;2"].contains(parameters): title = titles.popLast() ?? title
    default: forbid("CSI \(parameters) \(final)")
    }
  }

  private mutating func moveCursor(_ final: Character, _ count: Int, _ numbers: [Int]) -> Bool {
    switch final {
    case "A": grid.move(toRow: grid.row - count)
    case "B": grid.move(toRow: grid.row + count)
    case "C": grid.move(toColumn: grid.column + count)
    case "D": grid.move(toColumn: grid.column - count)
    case "G": grid.move(toColumn: count - 1)
    case "d": grid.move(toRow: count - 1)
    case "Z": grid.move(toColumn: max(0, (grid.column - 1) / 8 * 8))
    case "H":
      grid.move(toRow: count - 1)
      grid.move(toColumn: max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    default: return false
    }
    return true
  }

  private mutating func changeCells(_ final: Character, _ count: Int, _ first: Int) -> Bool {
    switch final {
    case "J": grid.eraseDisplay(first)
    case "K": grid.eraseLine(first)
    case "X": grid.eraseCells(count)
    case "@": grid.insertCells(count)
    case "P": grid.deleteCells(count)
    case "L": grid.insertLines(count, at: grid.row)
    case "M": grid.deleteLines(count, at: grid.row)
    case "S": grid.deleteLines(count, at: grid.scrolling.lowerBound)
    case "T": grid.insertLines(count, at: grid.scrolling.lowerBound)
    case "b": grid.repeatLast(count)
    default: return false
    }
    return true
  }

  private mutating func setScrolling(_ numbers: [Int]) {
    let top = max(1, numbers.first ?? 1) - 1
    let bottom = (numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], grid.rows) : grid.rows) - 1
    grid.setScrolling(top: top, bottom: bottom)
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
    case "1049": grid.setAlternate(isOn)
    default: change("?" + mode, isOn)
    }
  }

  private mutating func change(_ mode: String, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }
}

// MARK: - Styles

/// Colours and attributes as words, changed by the numbers of SGR.
private enum SelectedRendition {
  static func applying(_ parameters: String, to style: String) -> String {
    var words = Set(style.split(separator: " ").map(String.init))
    // A colour's numbers may be separated by colons, with an empty one for the colour space.
    var numbers = parameters.replacing("::", with: ";").replacing(":", with: ";")
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
    while let number = numbers.popFirst() { apply(number, &numbers, &words) }
    return words.sorted().joined(separator: " ")
  }

  private static func apply(_ number: Int, _ rest: inout ArraySlice<Int>, _ words: inout Set<String>) {
    switch number {
    case 0: words = []
    // The usual font, after the line graphics of the console of Linux.
    case 10: break
    case 22: words.subtract(["1", "2"])
    case 23...29: words.remove("\(number - 20)")
    case 38: setColor("fg", extended(&rest), &words)
    case 48: setColor("bg", extended(&rest), &words)
    case 30...37, 90...97: setColor("fg", "\(number % 10 + (number >= 90 ? 8 : 0))", &words)
    case 40...47, 100...107: setColor("bg", "\(number % 10 + (number >= 100 ? 8 : 0))", &words)
    case 39: setColor("fg", nil, &words)
    case 49: setColor("bg", nil, &words)
    default: words.insert("\(number)")
    }
  }

  private static func extended(_ rest: inout ArraySlice<Int>) -> String {
    let count = rest.popFirst() == 2 ? 3 : 1
    let parts = rest.prefix(count).map(String.init)
    rest = rest.dropFirst(count)
    return parts.joined(separator: ",")
  }

  private static func setColor(_ ground: String, _ color: String?, _ words: inout Set<String>) {
    words = words.filter { !$0.hasPrefix(ground) }
    if let color { words.insert(ground + color) }
  }
}
