import TerminalUI

/// The lines of an item for a width: those above the notes, and the notes as far as they were looked at.
struct DetailContent {
  let width: Int
  /// Whether something has changed since.
  var isOutdated = false

  private let head: [CellLine]
  private var notes: NotesLayout

  /// - Parameter other: where the same notes may have been wrapped already.
  init(head: [CellLine], _ notes: String, width: Int, reusing other: DetailContent? = nil) {
    self.width = width
    self.head = notes.isEmpty ? head : head + [CellLine()]
    if let other = other?.notes, other.width == width, other.text == notes {
      self.notes = other
    } else {
      self.notes = NotesLayout(notes, width: width)
    }
  }

  /// Makes the lines that are visible.
  ///
  /// - Returns: the nearest place from which as much is visible as possible.
  mutating func lay(from place: Int, height: Int) -> Int {
    let (end, isBeyond) = place.addingReportingOverflow(height - head.count)
    notes.lay(upTo: isBeyond ? .max : end)
    return max(0, min(place, head.count + notes.lines.count - height))
  }

  /// A line, empty below the last one.
  func line(_ index: Int) -> CellLine {
    if index < head.count { return head[index] }
    let index = index - head.count
    return index < notes.lines.count ? notes.lines[index] : CellLine()
  }

  func scrollBar(from place: Int, height: Int) -> ScrollBar {
    ScrollBar(total: head.count + notes.estimatedCount, offset: place, visible: height)
  }
}
