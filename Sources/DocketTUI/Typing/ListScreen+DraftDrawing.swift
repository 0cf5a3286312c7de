import TerminalUI

/// The line that is being typed, at the bottom, and what there is to say about it.
extension ListScreen {
  /// - Returns: what is left for the list.
  func drawDraft(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard var draft else { return area }
    let notice = area.height > 2 ? notice(draft, width: area.width) : nil
    let (rest, bottom) = area.split(bottom: notice == nil ? 1 : 2)
    let label = CellLine(draft.label, style: environment.roles.prompt)
    let (left, line) = bottom.row(0).split(left: label.width)
    canvas.draw(label, in: left)
    draft.field.render(into: &canvas, in: line, isFocused: overlay == nil)
    if let notice { canvas.draw(notice.truncated(to: area.width), in: bottom.row(1)) }
    // Drawing scrolls the field.
    self.draft = draft
    return rest
  }

  private func notice(_ draft: Draft, width: Int) -> CellLine? {
    if let problem = draft.problem {
      let place = CellLine(draft.label).width + CellLine(draft.field.text.prefix(problem.range.lowerBound)).width
      return PlacedProblem(problem.message, at: place, length: problem.range.count)
        .line(width: width, style: environment.roles.failed)
    }
    return preview(of: draft.purpose).line(for: draft)
  }

  private func preview(of purpose: Draft.Purpose) -> DraftPreview {
    var preview = DraftPreview(
      roles: environment.roles, dates: rows.dates, reference: reference, names: completionNames)
    if case .new(let parent) = purpose {
      preview.list = listOfNewItems(parent)
      preview.tags = tagsOfNewItems
    }
    return preview
  }
}
