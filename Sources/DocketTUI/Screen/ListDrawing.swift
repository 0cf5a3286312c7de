import DocketConfiguration
import TerminalUI

/// Draws header, list, panes, line and footer, and above them what lies over the list.
@MainActor
struct ListDrawing {
  /// The smallest screen that shows anything useful.
  private static let minimum = Size(width: 20, height: 3)

  private let screen: ListScreen
  private let roles: Roles

  init(_ screen: ListScreen) { (self.screen, roles) = (screen, screen.environment.roles) }

  private var items: ItemList { screen.items }
  private var layers: LayerStack { screen.layers }

  /// - Returns: what can be clicked.
  func render(into canvas: inout Canvas) -> ShownFrame {
    guard !TooSmallMessage(minimum: Self.minimum).render(into: &canvas) else { return ShownFrame() }
    var (body, bottom) = canvas.bounds.split(bottom: 1)
    // Below an overlay the footer says how to leave it, where there is room.
    let isFooterCovered = layers.overlay != nil && canvas.bounds.height <= 6
    let footer = drawFooter(into: &canvas, in: bottom)
    if canvas.bounds.height > 5 {
      let (top, rest) = body.split(top: 1)
      drawHeader(into: &canvas, in: top)
      body = rest
    }
    body = drawFailure(into: &canvas, in: drawPrompt(into: &canvas, in: body))
    let listArea = screen.panes.render(into: &canvas, in: body)
    let (headingArea, rowArea) = headingArea(in: listArea)
    drawList(into: &canvas, in: rowArea)
    let headings = drawHeadings(into: &canvas, in: headingArea)
    let cursorRow = screen.panes.focus == .sidebar ? screen.panes.sidebar.cursorRow : items.cursorRow(in: rowArea)
    screen.notices.render(into: &canvas, in: body, sparing: cursorRow)
    layers.render(into: &canvas, in: isFooterCovered ? canvas.bounds : canvas.bounds.split(bottom: 1).rest)
    return ShownFrame(top: layers.top, footer: isFooterCovered ? nil : footer, in: bottom, headings, headingArea)
  }

  private func drawHeader(into canvas: inout Canvas, in area: Rect) {
    let header = ListHeader(
      listing: items.listing, count: items.countText(whileSearching: layers.isSearching), order: items.order,
      width: area.width)
    screen.lines.header.render(header, into: &canvas, in: area) { header.line(roles) }
  }

  // MARK: - List

  /// The line above the rows for the headings of their columns; empty without them.
  private func headingArea(in area: Rect) -> (Rect, Rect) {
    let isShown = screen.environment.configuration.headings.shows(height: screen.terminal.size.height)
    return area.split(top: isShown && area.height > 2 && items.rows.count > 0 ? 1 : 0)
  }

  /// Draws the headings over the rows, whose width is known then.
  private func drawHeadings(into canvas: inout Canvas, in area: Rect) -> ColumnHeadings? {
    guard !area.isEmpty else { return nil }
    let headings = items.columnHeadings
    screen.lines.headings.render(headings, into: &canvas, in: area) { headings.line(roles.detail) }
    return headings
  }

  private func drawList(into canvas: inout Canvas, in area: Rect) {
    items.render(into: &canvas, in: area)
    guard !area.isEmpty, items.rows.count == 0 else { return }
    var state = emptyState
    state.render(into: &canvas, in: area)
  }

  private var emptyState: EmptyState {
    guard items.rows.shown.isComplete, items.rows.isCurrent else { return EmptyState("Reading…") }
    var state = EmptyState(
      emptyMessage, hints: emptyHints, examples: items.isStoreEmpty && !emptyHints.isEmpty ? Self.examples : [])
    (state.style, state.hintStyle, state.keyStyle) = (roles.detail, .plain, roles.key)
    return state
  }

  /// What can be typed, for whoever begins.
  private static let examples = [
    "Buy milk #errand @tomorrow", "Call Ben !high @fri 14:00 >Work", "Water the plants @today every:3d",
  ]

  private var emptyMessage: String {
    let doubts = items.isStoreEmpty ? [] : items.doubts
    let words = doubts.first.map { first in
      ([first.prefix(1).uppercased() + first.dropFirst()] + doubts.dropFirst()).joined(separator: "; ")
    }
    let details = [words, items.wordsForMatchesOutside].compactMap(\.self).map { "\n\($0)." }
    return emptySentence + details.joined()
  }

  private var emptySentence: String {
    if items.isStoreEmpty { return "Nothing here yet." }
    if !items.listing.search.isEmpty {
      let listing = items.listing
      return listing.searchesAll || listing.filter.query.isEmpty
        ? "No matches." : "No matches in “\(listing.filter.name)”."
    }
    return items.query.isEmpty ? "Nothing here yet." : "Nothing matches “\(items.listing.filter.name)”."
  }

  /// What can be done about an empty list.
  private var emptyHints: [KeyHint] {
    let listing = items.listing
    if let prompt = layers.prompt {
      // Matches elsewhere are not counted for each letter, so that the key is offered without their number.
      guard prompt.isSearch, listing.canSearchAll, !items.isStoreEmpty, let key = screen.keys.first(of: .searchAll)
      else { return [] }
      return [KeyHint("Enter \(key)", "search all", help: "search all items")]
    }
    if !listing.search.isEmpty {
      let count = items.matchesElsewhere
      let all = count > 0 ? screen.keys.hint(.searchAll, help: "\(count.grouped) elsewhere") : nil
      let help = listing.searchesAll ? "back to the filter" : "clear the search"
      return [KeyHint("Esc", listing.titleOfEscape, help: help), all].compactMap(\.self)
    }
    if items.isStoreEmpty {
      return [screen.keys.hint(.add, help: "add an item, such as:"), screen.keys.hint(.help, help: "all keys")]
        .compactMap(\.self)
    }
    let filters = items.query.isEmpty ? nil : screen.keys.hint(.filters, help: "show something else")
    return [screen.keys.hint(.add, help: "add an item"), filters].compactMap(\.self)
  }

  // MARK: - The line that is being typed

  /// - Returns: what is left for the list.
  private func drawPrompt(into canvas: inout Canvas, in area: Rect) -> Rect {
    guard let before = layers.prompt else { return area }
    let hint = before.purpose.hasPreviewAtTimes ? preview(of: before, width: area.width).line(for: before) : nil
    let hasNotice = before.problem != nil || before.purpose.hasPreview || hint != nil
    let showsNotice = area.height > 2 && hasNotice
    let (rest, bottom) = area.split(bottom: showsNotice ? 2 : 1)
    let (style, isFocused) = (roles.prompt, layers.overlay == nil)
    // Drawing scrolls the field to its cursor.
    layers.edit { $0.render(into: &canvas, in: bottom.row(0), labelStyle: style, isFocused: isFocused) }
    // Where the field is scrolled to is known now.
    if showsNotice, let prompt = layers.prompt, let notice = notice(prompt, hint, width: area.width) {
      canvas.draw(notice.truncated(to: area.width), in: bottom.row(1))
    }
    return rest
  }

  /// - Parameter hint: what is said of the text, if that is known.
  private func notice(_ prompt: LinePrompt, _ hint: CellLine?, width: Int) -> CellLine? {
    guard let problem = prompt.problem else { return hint ?? preview(of: prompt, width: width).line(for: prompt) }
    let start = CellLine(prompt.label).width
    let columns = prompt.field.columns(of: problem.range).map { start + $0.lowerBound..<start + $0.upperBound }
    return PlacedProblem(problem.message, at: columns).line(width: width, style: roles.failed)
  }

  private func preview(of prompt: LinePrompt, width: Int) -> PromptPreview {
    var preview = PromptPreview(
      roles: roles, dates: items.rows.dates, reference: screen.environment.reference,
      names: prompt.purpose.hasNames ? screen.names.all : CompletionNames(), width: width)
    preview.completion = screen.names.completion(of: prompt) ?? screen.suggestions.completion(of: prompt)
    preview.suggestions = screen.suggestions.answer(for: prompt)
    preview.title = { items.rows.title(ofNumber: $0) }
    if case .blockers(let targets) = prompt.purpose {
      preview.reasonNotToWait = { Ordering(screen).reason(for: targets, notToWaitFor: $0) }
    }
    preview.key = { screen.keys.first(of: $0) }
    if let item = prompt.purpose.datedItems?.only.flatMap(items.rows.item) {
      // Nothing is said of the dates of a done item.
      if !item.isDone { preview.series = (item.rule, item.due) }
      preview.beginsSeries = item.rule == nil && item.due == nil && item.start == nil && !item.isDone
    }
    if case .new(let parent) = prompt.purpose {
      let defaults = Adding(screen).defaults(parent)
      (preview.list, preview.tags, preview.due) = (defaults.list, defaults.tags, defaults.due)
    }
    return preview
  }

  // MARK: - Footer and failure

  /// Draws the footer, or the bar in its place.
  ///
  /// - Returns: the footer; nil if the bar stands there.
  private func drawFooter(into canvas: inout Canvas, in area: Rect) -> Footer? {
    guard !layers.showsBar else {
      layers.renderBar(into: &canvas, in: area)
      return nil
    }
    let footer = ListFooter(screen).footer(width: area.width)
    let content = DrawnLines.Footer(footer: footer, width: area.width)
    screen.lines.footer.render(content, into: &canvas, in: area) { footer.line(width: area.width) }
    return footer
  }

  /// Draws why something failed, if that is too long for the footer, in up to three lines.
  ///
  /// - Returns: what is left of the area.
  private func drawFailure(into canvas: inout Canvas, in area: Rect) -> Rect {
    let style = roles.failed
    guard layers.overlay == nil, let words = ListFooter(screen).longFailure, area.height > 1 else { return area }
    let room = max(2, area.width - 2)
    let lines = CellLine(words, style: style, limit: 4 * room).wrapped(to: room)
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

/// What the last frame showed: only that can be clicked, whatever has happened since.
struct ShownFrame {
  /// Whether it showed nothing but that the screen is too small.
  let isEmpty: Bool
  /// The layer that lay on top; nil if that was the list.
  let top: LayerStack.ID?
  private let footer: Footer?
  private let footerArea: Rect
  private let headings: ColumnHeadings?
  private let headingArea: Rect

  /// A frame that shows nothing.
  init() { (isEmpty, top, footer, footerArea, headings, headingArea) = (true, nil, nil, .zero, nil, .zero) }

  /// - Parameters:
  ///   - footer: nil if a bar stands in its place, or something covers it.
  ///   - headings: nil if the columns have none.
  init(
    top: LayerStack.ID?, footer: Footer?, in footerArea: Rect, _ headings: ColumnHeadings?, _ headingArea: Rect
  ) {
    (isEmpty, self.top, self.footer, self.footerArea) = (false, top, footer, footerArea)
    (self.headings, self.headingArea) = (headings, headingArea)
  }

  /// The column whose heading stood at a place; nil elsewhere.
  func headingColumn(at point: Point) -> Column? {
    headingArea.contains(point) ? headings?.column(at: point.x - headingArea.x) : nil
  }

  /// The column of the footer at a place; nil outside of the footer.
  func footerColumn(at point: Point) -> Int? { footer != nil && footerArea.contains(point) ? point.x : nil }

  /// The hint that stood in a column of the footer.
  func hint(at column: Int) -> KeyHint? { footer?.hint(at: column, width: footerArea.width) }
}
