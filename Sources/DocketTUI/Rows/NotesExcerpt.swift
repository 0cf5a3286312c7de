import Foundation
import TerminalUI

extension String {
  /// Where texts occur, without regard to case and accents, in their order; what overlaps counts once.
  ///
  /// - Complexity: O(number of texts · length).
  func ranges(of texts: [String]) -> [Range<Index>] {
    let found = texts.flatMap { ranges(ignoringAccents: $0) }.sorted { $0.lowerBound < $1.lowerBound }
    return found.reduce(into: []) { ranges, range in
      if let last = ranges.last, range.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Where a text occurs first from some place on, without regard to case and accents.
  func firstRange(of text: String, from start: Index? = nil) -> Range<Index>? {
    let rest = (start ?? startIndex)..<endIndex
    let found = range(of: text, options: [.caseInsensitive, .diacriticInsensitive], range: rest)
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func ranges(ignoringAccents text: String) -> [Range<Index>] {
    var ranges: [Range<Index>] = []
    var start = startIndex
    while start < endIndex, let range = firstRange(of: text, from: start) {
      ranges.append(range)
      start = range.upperBound
    }
    return ranges
  }
}

/// An excerpt of an item's notes, around a match that the title doesn't have.
struct NotesExcerpt {
  /// Longer notes are searched only so far, as each row is drawn.
  private static let maxScalars = 4_000
  /// How much text stands before the match, where there is room.
  private static let maxLead = 12
  /// The most characters of the rest that are looked at for each column.
  private static let maxPerColumn = 4
  /// Beside a title, a narrower excerpt says nothing.
  static let minWidth = 16
  private static let gap = "  "

  /// The text before the match.
  private let lead: String
  private let found: String
  /// The rest of the line.
  private let rest: String

  /// One line of the notes, from a little before the match.
  var text: String { lead + found + rest }

  /// The columns that it would fill, behind a gap.
  var width: Int { TerminalText.width(of: Self.gap + lead + found + rest.prefix(Self.maxMeasured)) }
  /// Longer ones get half of the room anyway.
  private static let maxMeasured = 200

  /// - Returns: nil if the title has all that is searched for, or the notes have no match.
  init?(of notes: String, title: String, lookingFor texts: [String]) {
    guard !notes.isEmpty else { return nil }
    let missing = texts.filter { title.firstRange(of: $0) == nil }
    guard !missing.isEmpty else { return nil }
    let notes = String(notes.unicodeScalars.prefix(Self.maxScalars))
    let ranges = missing.compactMap { notes.firstRange(of: $0) }
    guard let range = ranges.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
    let line = notes[notes.lineRange(for: range.lowerBound..<range.lowerBound)]
    let start = Self.start(of: line[..<range.lowerBound])
    lead = (start > line.startIndex ? "…" : "") + line[start..<range.lowerBound]
    found = String(notes[range])
    rest = range.upperBound < line.endIndex ? line[range.upperBound...].trimmed : ""
  }

  /// Where a word begins a little before the end of a text.
  private static func start(of text: Substring) -> String.Index {
    guard let near = text.index(text.endIndex, offsetBy: -maxLead - 1, limitedBy: text.startIndex) else {
      return text.startIndex
    }
    return text[near...].firstIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.index(after: near)
  }

  /// The excerpt in a width, with the match highlighted; the text before it gives way first.
  func line(_ texts: [String], _ roles: Roles, width: Int) -> CellLine {
    let gap = Self.gap
    let isWide = TerminalText.width(of: gap + lead + found) < width
    let end = rest.prefix(Self.maxPerColumn * width)
    let text = (isWide || lead.isEmpty ? lead : "…") + found + end
    var line = CellLine(gap, style: roles.detail)
    line.append(
      CellLine(text, highlighting: text.ranges(of: texts), with: roles.match, style: roles.detail, limit: width))
    return line.truncated(to: width)
  }
}

extension Substring {
  /// The text without white space at its end.
  fileprivate var trimmed: String { String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]) }
}
