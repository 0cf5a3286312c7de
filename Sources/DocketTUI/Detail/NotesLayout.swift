import TerminalUI

/// Notes wrapped to a width, as far down as somebody looked: a long text costs no more than what is visible of it.
struct NotesLayout {
  /// A paragraph is cut after this many characters, so that none takes long.
  private static let longestPiece = 4_000

  let text: String
  let width: Int
  private(set) var lines: [CellLine] = []
  private var rest: Substring?

  init(_ text: String, width: Int) {
    self.text = text
    self.width = width
    rest = text.isEmpty ? nil : text[...]
  }

  /// Whether all lines are there.
  var isWhole: Bool { rest == nil }

  /// How many lines there are; a guess until all of them are there.
  var estimatedCount: Int { lines.count + (rest.map { $0.utf8.count / max(1, width) + 1 } ?? 0) }

  /// Wraps on, until there are so many lines or no more.
  mutating func lay(upTo count: Int) {
    while lines.count < count, let piece = nextPiece() {
      lines += CellLine(piece).wrapped(to: width)
    }
  }

  /// Takes a paragraph, or as much of it as may be.
  private mutating func nextPiece() -> Substring? {
    guard let rest else { return nil }
    var (end, length) = (rest.startIndex, 0)
    while end < rest.endIndex, length < Self.longestPiece, !rest[end].isNewline {
      (end, length) = (rest.index(after: end), length + 1)
    }
    let isCut = end < rest.endIndex && !rest[end].isNewline
    self.rest = end == rest.endIndex ? nil : rest[(isCut ? end : rest.index(after: end))...]
    return rest[..<end]
  }
}
