import Foundation
import TerminalUI

/// The piece of an item's notes in which something was found that the title does not have.
struct NotesExcerpt {
  /// Longer notes are looked at only so far, as each row is drawn.
  private static let mostScalars = 4_000
  /// How much stands before what was found, where there is room.
  private static let mostLead = 12
  /// More of the rest than this many characters for a column is not looked at.
  private static let mostPerColumn = 4
  /// A narrower piece says nothing.
  static let narrowest = 12

  /// What stands before what was found.
  private let lead: String
  private let found: String
  /// The rest of the line.
  private let rest: String

  /// One line of the notes, from a little before what was found.
  var text: String { lead + found + rest }

  /// - Returns: nil if the title has all that is looked for, or what is seen of the notes has nothing of it.
  init?(of notes: String, title: String, lookingFor texts: [String]) {
    guard !notes.isEmpty else { return nil }
    let missing = texts.filter { title.firstRange(of: $0) == nil }
    guard !missing.isEmpty else { return nil }
    let notes = String(notes.unicodeScalars.prefix(Self.mostScalars))
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
    guard let near = text.index(text.endIndex, offsetBy: -mostLead - 1, limitedBy: text.startIndex) else {
      return text.startIndex
    }
    return text[near...].firstIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.index(after: near)
  }

  /// The piece in a width, with what was found to be seen; what stands before that gives way first.
  func line(_ texts: [String], _ roles: Roles, width: Int) -> CellLine {
    let gap = "  "
    let isWide = TerminalText.width(of: gap + lead + found) < width
    let end = rest.prefix(Self.mostPerColumn * width)
    let text = (isWide || lead.isEmpty ? lead : "…") + found + end
    var line = CellLine(gap, style: roles.detail)
    line.append(
      CellLine(text, highlighting: text.ranges(of: texts), with: roles.match, style: roles.detail, limit: width))
    return line.truncated(to: width)
  }
}

extension Substring {
  /// Without white space at its end.
  fileprivate var trimmed: String { String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)]) }
}
