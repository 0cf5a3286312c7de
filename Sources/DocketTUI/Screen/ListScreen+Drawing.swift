import DocketConfiguration
import TerminalUI

/// Draws header, list, panes, line and footer, and above them what lies over the list.
extension ListScreen {
  func render(into canvas: inout Canvas) {
    guard !TooSmallMessage(minimum: ShownFrame.minimum).render(into: &canvas) else { return }
    items.prepareToDraw()
    var (body, bottom) = canvas.bounds.split(bottom: 1)
    // Below an overlay the footer says how to leave it, where there is room.
    let isFooterCovered = layers.overlay != nil && canvas.bounds.height <= 6
    drawFooter(into: &canvas, in: bottom, isCovered: isFooterCovered)
    if canvas.bounds.height > 5 {
      let (top, rest) = body.split(top: 1)
      drawHeader(into: &canvas, in: top)
      body = rest
    }
    body = drawFailure(into: &canvas, in: drawPrompt(into: &canvas, in: body))
    let listArea = panes.render(into: &canvas, in: body)
    drawList(into: &canvas, in: listArea)
    notices.render(into: &canvas, in: body, sparing: items.cursorRow(in: listArea))
    layers.render(into: &canvas, in: isFooterCovered ? canvas.bounds : canvas.bounds.split(bottom: 1).rest)
    if !canvas.isFresh { noteShown() }
  }

  /// Notes what there is to see, and to click.
  private func noteShown() {
    frame.noteTop(layers.top)
    if layers.overlay == nil { items.noteShown(at: now) } else { layers.noteShown(at: now) }
  }

  // MARK: - Header

  /// Draws what is shown, how much of it, and in which order; the order gives way first.
  private func drawHeader(into canvas: inout Canvas, in area: Rect) {
    let roles = environment.roles
    let name = items.listing.name ?? environment.title
    var leading = CellLine(" docket", style: roles.header)
    leading.append(" · \(name)", style: roles.headerDetail, limit: area.width)
    let trailing = fittingDetail(in: area.width - leading.width - 2)
    StatusLine(leading, trailing: CellLine(trailing + " ", style: roles.headerDetail)).render(into: &canvas, in: area)
  }

  private func fittingDetail(in width: Int) -> String {
    let count = items.countText(whileSearching: isSearching)
    let whole = [count, items.order.words].filter { !$0.isEmpty }.joined(separator: " · ")
    return TerminalText.width(of: whole) <= width ? whole : count
  }

  // MARK: - List

  private func drawList(into canvas: inout Canvas, in area: Rect) {
    let style = panes.focus == .list ? environment.roles.selected : .plain
    items.render(into: &canvas, in: area, style: style)
    guard !area.isEmpty, items.rows.count == 0 else { return }
    var state = emptyState
    state.render(into: &canvas, in: area)
  }

  private var emptyState: EmptyState {
    guard items.rows.shown.isComplete, items.rows.isCurrent else { return EmptyState("Reading…") }
    var state = EmptyState(emptyMessage, hints: emptyHints)
    (state.style, state.hintStyle, state.keyStyle) = (environment.roles.detail, .plain, environment.roles.key)
    return state
  }

  private var emptyMessage: String {
    if !items.listing.search.isEmpty { return "No matches." }
    return items.query.isEmpty ? "Nothing here yet." : "Nothing matches “\(items.listing.filter.name)”."
  }

  /// What can be done about an empty list.
  private var emptyHints: [KeyHint] {
    if layers.prompt != nil { return [] }
    if !items.listing.search.isEmpty { return [KeyHint("Esc", "clear", help: "clear the search")] }
    let filters = items.query.isEmpty ? nil : hint(.filters, help: "show something else")
    return [hint(.add, help: "add an item"), filters].compactMap(\.self)
  }

  private func hint(_ command: Command, _ title: String? = nil, help: String? = nil) -> KeyHint? {
    keys.first(of: command).map { KeyHint($0, title ?? command.entry.title, help: help) }
  }

  // MARK: - The line that is being typed

  /// - Returns: what is left for the list.
  private func drawPrompt(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard let hasNotice = layers.prompt.map({ $0.problem != nil || $0.purpose.hasPreview }) else { return area }
    let showsNotice = area.height > 2 && hasNotice
    let (rest, bottom) = area.split(bottom: showsNotice ? 2 : 1)
    let (style, isFocused) = (environment.roles.prompt, layers.overlay == nil)
    // Drawing scrolls the field.
    layers.edit { $0.render(into: &canvas, in: bottom.row(0), labelStyle: style, isFocused: isFocused) }
    // Where the field is scrolled to is known now.
    if showsNotice, let prompt = layers.prompt, let notice = notice(prompt, width: area.width) {
      canvas.draw(notice.truncated(to: area.width), in: bottom.row(1))
    }
    return rest
  }

  private func notice(_ prompt: LinePrompt, width: Int) -> CellLine? {
    guard let problem = prompt.problem else { return preview(of: prompt).line(for: prompt) }
    let start = CellLine(prompt.label).width
    let columns = prompt.field.columns(of: problem.range).map { start + $0.lowerBound..<start + $0.upperBound }
    return PlacedProblem(problem.message, at: columns).line(width: width, style: environment.roles.failed)
  }

  private func preview(of prompt: LinePrompt) -> PromptPreview {
    var preview = PromptPreview(
      roles: environment.roles, dates: items.rows.dates, reference: environment.reference,
      names: prompt.purpose.hasNames ? completionNames : CompletionNames())
    preview.completion = completion(of: prompt)
    if case .new(let parent) = prompt.purpose {
      let defaults = Adding(self).defaults(parent)
      (preview.list, preview.tags) = (defaults.list, defaults.tags)
    }
    return preview
  }

  // MARK: - Footer

  private func drawFooter(into canvas: inout Canvas, in area: Rect, isCovered: Bool) {
    let footer = shownJob == nil ? footer(width: area.width) : nil
    if let footer { footer.render(into: &canvas, in: area) } else { shownJob?.render(into: &canvas, in: area) }
    if !canvas.isFresh { frame.noteFooter(isCovered ? nil : footer, in: area) }
  }

  /// The keys that work now, and how the last save went.
  func footer(width: Int) -> Footer {
    let status = status
    var footer = Footer(footerHints(width: width - (status.width == 0 ? 0 : status.width + 1)), status: status)
    footer.keyStyle = environment.roles.key
    return footer
  }

  private func footerHints(width: Int) -> [KeyHint] {
    if let hints = layers.hints { return hints }
    let isInSidebar = panes.focus == .sidebar
    let isSelecting = !isInSidebar && items.view.markedCount > 0
    let first = isSelecting ? [KeyHint("Esc", "unselect")] : paneHints
    let rest = width - first.reduce(0) { $0 + CommandHints.width($1) }
    return first + hints.footer(width: rest) { !isInSidebar || $0.row.traits.contains(.isInEveryPane) }
  }

  /// The hints for the pane that has the focus.
  private var paneHints: [KeyHint] {
    let hints: [KeyHint?] =
      switch panes.focus {
      case .list: listHints
      case .detail: [hint(.open, "close"), hint(.nextPane, "next pane"), hint(.down, "scroll")]
      case .sidebar: sidebarHints
      }
    return hints.compactMap(\.self)
  }

  /// How to see more again, where a search or a filter leaves something out.
  private var listHints: [KeyHint?] {
    if !items.listing.search.isEmpty { return [KeyHint("Esc", "clear"), hint(.nextMatch, "next")] }
    return items.listing.filter.query.isEmpty ? [] : [hint(.filters, "filters")]
  }

  private var sidebarHints: [KeyHint?] {
    let naming = panes.sidebar.namedThing == nil ? [] : [hint(.edit, "rename"), hint(.delete, "delete")]
    return [hint(.open, "open")] + naming + [KeyHint("Esc", "back"), hint(.sidebar, "close")]
  }

  /// What waits, or else how reading and saving went.
  private var status: CellLine {
    let (roles, waiting) = (environment.roles, input.queue.text)
    if !waiting.isEmpty { return CellLine(waiting + " ", style: roles.prompt) }
    if let error = items.rows.error { return CellLine("not up to date: \(error) ", style: roles.failed) }
    if !items.rows.isCurrent { return CellLine("searching… ", style: roles.saving) }
    if changes.status.isSaving { return CellLine("saving… ", style: roles.saving) }
    switch changes.status.outcome {
    case .none: return CellLine()
    case .saved: return CellLine("saved ✓ ", style: roles.saved)
    case .failed(let failure):
      // What has no room here stands above.
      let line = CellLine(failure.words + " ", style: roles.failed)
      return isLong(line) ? CellLine(failure.what + " ", style: roles.failed) : line
    }
  }

  /// Whether a status would leave no room for the most important keys.
  private func isLong(_ status: CellLine) -> Bool { status.width > size.width * 2 / 3 && size.height > 3 }

  /// Draws why something failed, if that is too long for the footer, in up to three lines.
  ///
  /// - Returns: what is left of the area.
  private func drawFailure(into canvas: inout Canvas, in area: Rect) -> Rect {
    let style = environment.roles.failed
    guard layers.overlay == nil, case .failed(let failure) = changes.status.outcome,
      isLong(CellLine(failure.words + " ")), area.height > 1
    else { return area }
    let room = max(2, area.width - 2)
    let lines = CellLine(failure.words, style: style, limit: 4 * room).wrapped(to: room)
    let height = min(3, lines.count, max(1, area.height - 3))
    let (rest, bottom) = area.split(bottom: height)
    for (row, line) in lines.prefix(height).enumerated() {
      var text = CellLine(" ", style: style)
      text.append(line)
      if row == height - 1, lines.count > height { text.append(" …", style: style) }
      canvas.draw(text, in: bottom.row(row))
    }
    return rest
  }
}

// MARK: - What can be clicked

/// What the last frame showed: only that can be clicked, whatever has happened since.
@MainActor
final class ShownFrame {
  /// The smallest screen that shows anything useful.
  static let minimum = Size(width: 20, height: 3)

  private var top: LayerStack.ID?
  private var footer: Footer?
  private var footerArea = Rect.zero

  /// Notes the footer that was drawn; nil if a bar stands in its place, or something covers it.
  func noteFooter(_ footer: Footer?, in area: Rect) { (self.footer, footerArea) = (footer, area) }

  /// Notes what lay on top.
  func noteTop(_ top: LayerStack.ID?) { self.top = top }

  /// Whether a layer, or the list, lay on top.
  func shows(_ top: LayerStack.ID?) -> Bool { self.top == top }

  /// Whether a place was in the footer, so that nothing else is pressed there.
  func isFooter(_ point: Point) -> Bool { footer != nil && footerArea.contains(point) }

  /// The hint that stood in a column of the footer.
  func hint(at column: Int) -> KeyHint? { footer?.hint(at: column, width: footerArea.width) }

  /// Whether a screen shows nothing but that it is too small.
  func isTooSmall(_ size: Size) -> Bool { size.width < Self.minimum.width || size.height < Self.minimum.height }
}
