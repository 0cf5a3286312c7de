import DocketData
import TerminalUI

/// The lines of an item: its head, and its notes as far as they were scrolled.
struct DetailContent {
  let width: Int
  var isStale = false
  /// That of the cells of its lines.
  let generation = CellLine.generation

  private let head: [CellLine]
  private var notes: NotesLayout

  /// - Parameter other: content that may have wrapped the same notes.
  init(head: [CellLine], _ notes: String, width: Int, reusing other: DetailContent? = nil) {
    self.width = width
    self.head = notes.isEmpty ? head : head + [CellLine()]
    if let other, other.generation == generation, other.notes.width == width, other.notes.text == notes {
      self.notes = other.notes
    } else {
      self.notes = NotesLayout(notes, width: width)
    }
  }

  /// Wraps the visible lines; answers the nearest place that shows as much as possible.
  mutating func lay(from place: Int, height: Int) -> Int {
    let (end, isBeyond) = place.addingReportingOverflow(height - head.count)
    notes.lay(upTo: isBeyond ? .max : end)
    return max(0, min(place, head.count + notes.lines.count - height))
  }

  /// Empty below the last one.
  func line(_ index: Int) -> CellLine {
    if index < head.count { return head[index] }
    let index = index - head.count
    return index < notes.lines.count ? notes.lines[index] : CellLine()
  }

  func scrollBar(from place: Int, height: Int) -> ScrollBar {
    ScrollBar(total: head.count + notes.estimatedCount, offset: place, visible: height)
  }
}

// MARK: - Notes

/// Notes wrapped on demand: a long text costs no more than what was scrolled to.
struct NotesLayout {
  /// Paragraphs are cut at the first blank after so many characters, so that none takes long.
  private static let longestPiece = 4_000
  /// A piece without a blank is cut here; longer than a link can be.
  private static let longestWord = 12_000

  let text: String
  let width: Int
  private(set) var lines: [CellLine] = []
  private var rest: Substring?

  init(_ text: String, width: Int) {
    self.text = text
    self.width = width
    rest = text.isEmpty ? nil : text[...]
  }

  var isWhole: Bool { rest == nil }

  /// The number of lines; a guess until all are wrapped.
  var estimatedCount: Int { lines.count + (rest.map { $0.utf8.count / max(1, width) + 1 } ?? 0) }

  /// Wraps up to so many lines.
  mutating func lay(upTo count: Int) {
    while lines.count < count, let piece = nextPiece() {
      lines += CellLine(linking: piece).wrapped(to: width)
    }
  }

  /// The rest up to a line break; a long paragraph is cut at a blank, so that no word and no link is.
  private mutating func nextPiece() -> Substring? {
    guard let rest else { return nil }
    var (end, length) = (rest.startIndex, 0)
    while end < rest.endIndex, !rest[end].isNewline, length < Self.longestPiece || !rest[end].isWhitespace,
      length < Self.longestWord
    {
      (end, length) = (rest.index(after: end), length + 1)
    }
    let isCut = end < rest.endIndex && !rest[end].isNewline
    self.rest = end == rest.endIndex ? nil : rest[(isCut ? end : rest.index(after: end))...]
    return rest[..<end]
  }
}

// MARK: - Links

extension CellLine {
  /// A text whose links are those of the terminal, where it knows any.
  ///
  /// - Complexity: linear in the length of the text.
  init(linking text: some StringProtocol, style: Style = .plain) {
    let text = String(text)
    self.init()
    var end = text.startIndex
    for (link, range) in ItemLink.occurrences(in: text) where link.isOpened {
      append(text[end..<range.lowerBound], style: style)
      append(text[range], style: style.overlaid(with: .underline), link: LinkTarget(link.text))
      end = range.upperBound
    }
    append(text[end...], style: style)
  }
}
