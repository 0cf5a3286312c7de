import TerminalUI

/// The line that is being typed, at the bottom, and what there is to say about it.
extension ListScreen {
  /// - Returns: what is left for the list.
  func drawDraft(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard var draft else { return area }
    let hasNotice = area.height > 2 && hasNotice(draft)
    let (rest, bottom) = area.split(bottom: hasNotice ? 2 : 1)
    let label = CellLine(draft.label, style: environment.roles.prompt)
    let (left, line) = bottom.row(0).split(left: label.width)
    canvas.draw(label, in: left)
    draft.field.render(into: &canvas, in: line, isFocused: overlay == nil)
    // Where the field is scrolled to is known now.
    if hasNotice, let notice = notice(draft, width: area.width) {
      canvas.draw(notice.truncated(to: area.width), in: bottom.row(1))
    }
    // Drawing scrolls the field.
    self.draft = draft
    return rest
  }

  private func hasNotice(_ draft: Draft) -> Bool { draft.problem != nil || draft.purpose.hasPreview }

  private func notice(_ draft: Draft, width: Int) -> CellLine? {
    if let problem = draft.problem {
      let start = CellLine(draft.label).width
      let columns = draft.field.columns(of: problem.range).map { start + $0.lowerBound..<start + $0.upperBound }
      return PlacedProblem(problem.message, at: columns).line(width: width, style: environment.roles.failed)
    }
    return preview(of: draft).line(for: draft)
  }

  private func preview(of draft: Draft) -> DraftPreview {
    var preview = DraftPreview(
      roles: environment.roles, dates: rows.dates, reference: reference,
      names: draft.purpose.hasNames ? completionNames : CompletionNames())
    preview.completion = names.completion(of: draft, liveCounts)
    if case .new(let parent) = draft.purpose {
      preview.list = listOfNewItems(parent)
      preview.tags = tagsOfNewItems
    }
    return preview
  }
}
