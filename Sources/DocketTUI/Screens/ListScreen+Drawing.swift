import DocketConfiguration
import TerminalUI

extension ListScreen {
  /// The smallest screen that shows anything useful.
  private static let minimum = Size(width: 20, height: 3)

  func render(into canvas: inout Canvas) {
    guard !TooSmallMessage(minimum: Self.minimum).render(into: &canvas) else { return }
    // A list that was not told of a change would ask for rows that are gone, and that ends the program.
    if list.selection.count != rows.count { list.reload(selecting: nil) }
    var (body, bottom) = canvas.bounds.split(bottom: 1)
    drawFooter(into: &canvas, in: bottom)
    if canvas.bounds.height > 5 {
      let (top, rest) = body.split(top: 1)
      drawHeader(into: &canvas, in: top)
      body = rest
    }
    body = drawFailure(into: &canvas, in: drawDraft(into: &canvas, in: body))
    let listArea = drawPanes(into: &canvas, in: body)
    drawList(into: &canvas, in: listArea)
    toasts?.render(into: &canvas, in: body, sparing: cursorRow(in: listArea))
    if overlay == nil, !canvas.isFresh, let now { unseenRow.noteShown(at: now) }
    overlay?.render(into: &canvas, in: showsFooterWithOverlay ? canvas.bounds.split(bottom: 1).rest : canvas.bounds)
  }

  /// Whether nothing but that is shown.
  var isTooSmall: Bool { size.width < Self.minimum.width || size.height < Self.minimum.height }

  /// Whether there is room for the footer below an overlay: it says how to leave what lies over the list.
  var showsFooterWithOverlay: Bool { size.height > 6 }

  private func drawList(into canvas: inout Canvas, in area: Rect) {
    guard !area.isEmpty else { return }
    list.select { $0.update(height: area.height) }
    rows.prepare(list.selection.visible)
    list.render(into: &canvas, in: area)
    rows.noteVisible(list.selection.visible)
    guard rows.count == 0 else { return }
    var state = emptyState
    state.render(into: &canvas, in: area)
  }

  /// The row of the screen that the cursor is on; nil if it is on none.
  private func cursorRow(in area: Rect) -> Int? {
    guard let index = list.selection.index, list.selection.visible.contains(index) else { return nil }
    return area.y + index - list.selection.visible.lowerBound
  }

  private var emptyState: EmptyState {
    guard rows.isComplete, rows.isCurrent else { return EmptyState("Reading…") }
    var state = EmptyState(emptyMessage, hints: emptyHints)
    (state.style, state.hintStyle, state.keyStyle) = (environment.roles.detail, .plain, environment.roles.key)
    return state
  }

  private var emptyMessage: String {
    if !listing.search.isEmpty { return "Nothing is found." }
    return query.isEmpty ? "Nothing here yet." : "Nothing matches “\(listing.filter.name)”."
  }

  /// What can be done about it.
  private var emptyHints: [KeyHint] {
    if draft != nil { return [] }
    if !listing.search.isEmpty { return [KeyHint("Esc", "clear", help: "clear the search")] }
    let filters = query.isEmpty ? nil : hint(.filters, "show something else")
    return [hint(.add, "add an item"), filters].compactMap(\.self)
  }

  private func hint(_ command: Command, _ help: String) -> KeyHint? {
    keys.keys(of: command).first.map { KeyHint($0, command.entry.title, help: help) }
  }
}
