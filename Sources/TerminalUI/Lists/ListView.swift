import DocketLocking

/// A list of any length: it asks for the visible rows only, and draws a row again only when it changed.
///
/// Set ``onChange`` to learn when a row has to be drawn again (``Application/setNeedsDisplay()`` is meant).
@MainActor
public final class ListView<Source: ListDataSource> {
  /// The cursor, and the rows that are visible.
  public private(set) var selection = ListSelection()
  /// That of the row under the cursor, see ``CellLine/selected(in:)``.
  public var selectionStyle = Style.reverse { didSet { if selectionStyle != oldValue { invalidateAll() } } }
  /// Laid over marked rows; rows should also say in text that they are marked.
  public var markStyle = Style.bold { didSet { if markStyle != oldValue { invalidateAll() } } }
  /// Whether the last column shows a scroll bar while there are more rows than have room.
  public var showsScrollBar = false
  /// The rows that a search found, marked in the scroll bar.
  public var matches = MatchPlaces()
  /// Called with the identity of a row that must be drawn again, because a model that it observes changed.
  public var onChange: (@MainActor (Source.ID) -> Void)? {
    get { rows.onChange }
    set { rows.onChange = newValue }
  }

  /// Sound: the owner of the list keeps its source alive, as ``init(source:)`` demands.
  private unowned let source: Source
  private let rows = RowCache<Source.ID>()
  private var ahead = RowsAhead()
  private var picture = ListPicture()
  /// Whether rows were reloaded or invalidated since the picture was painted.
  private var isPictureOld = false
  private var marks = ListMarks<Source.ID>()
  /// Where rows were drawn last, without the scroll bar.
  public private(set) var area = Rect.zero
  private var bar = DraggableBar()

  /// Creates a list.
  ///
  /// - Parameter source: The rows; it must live as long as the list, which does not keep it alive.
  public init(source: Source) {
    self.source = source
    selection.update(count: source.count, index: nil, headings: source.headings)
  }

  /// The identity of the row under the cursor; nil in an empty list, and if the source lost the row before
  /// ``reload(selecting:)``.
  public var selectedID: Source.ID? {
    selection.index.flatMap { $0 < source.count ? source.id(at: $0) : nil }
  }

  /// The number of rows drawn so far, for tests and measurements.
  public var drawnRows: Int { rows.drawnRows }

  /// The number of rows kept drawn: no more than are visible, and were drawn ahead; for tests.
  public var keptRows: Int { rows.count }

  /// Moves the cursor, or scrolls.
  public func select(_ change: (inout ListSelection) -> Void) { select(change, endingExtension: true) }

  private func select(_ change: (inout ListSelection) -> Void, endingExtension: Bool) {
    let old = selection.index
    change(&selection)
    if endingExtension, selection.index != old { marks.endExtending() }
  }

  /// Follows a change of the source; call it before the next frame, which may show rows as they stood before otherwise.
  ///
  /// - Parameter index: Where the row under the cursor is now; nil if it is gone, and then the cursor keeps its index.
  public func reload(selecting index: Int?) {
    isPictureOld = true
    selection.update(count: source.count, index: index, headings: source.headings)
    ahead.forget()
    rows.forgetAhead()
  }

  /// Has a row drawn again; changes of observable models need no call.
  public func invalidate(_ id: Source.ID) { rows.invalidate(id) }

  /// Has every row drawn again.
  public func invalidateAll() {
    isPictureOld = true
    rows.invalidateAll()
    ahead.forget()
  }

  /// Whether a row is kept drawn, on the screen or ahead.
  public func keeps(_ id: Source.ID) -> Bool { rows.keeps(id) }

  // MARK: - Drawing

  /// The row at a point of the last frame.
  public func index(at point: Point) -> Int? {
    area.contains(point) ? selection.row(atLine: point.y - area.y) : nil
  }

  /// Draws the visible rows.
  ///
  /// - Complexity: O(height of the area), whatever the length of the list; of rows that stay in their places only those
  ///   are looked at that changed.
  public func render(into canvas: inout Canvas, in area: Rect) {
    selection.update(height: area.height)
    self.area = showsScrollBar ? bar.place(scrollBar, in: area) : area
    if canvas.isFresh {
      paintRows(into: &canvas, in: area)
    } else {
      paintPicture(area.size)
      canvas.draw(picture.canvas, at: area.corner)
    }
    drawHeadings(into: &canvas, in: self.area)
    if !canvas.isFresh, ahead.note(selection.visible) { rows.forgetAhead() }
  }

  /// Draws the headings, which may have changed without a call.
  private func drawHeadings(into canvas: inout Canvas, in area: Rect) {
    let visible = selection.visible
    // The next row may have room for its heading only.
    for row in selection.headings where row >= visible.lowerBound && row <= visible.upperBound {
      let y = area.y + selection.line(of: row) - 1
      guard area.rows.contains(y) else { continue }
      let line = source.heading(above: row, width: area.width).fitted(to: area.width)
      canvas.draw(line, at: Point(x: area.x, y: y), in: area)
    }
  }

  /// Paints what changed since the frame before.
  private func paintPicture(_ size: Size) {
    let setting = ListPicture.Setting(
      size: size, visible: selection.visible, headings: selection.headings, bar: showsScrollBar ? scrollBar : nil,
      marksVersion: marks.version, numbersGeneration: CellNumbers.generation)
    let changed = rows.takeChanged()
    let ofCursor = isPictureOld ? nil : picture.rowsToPaint(forCursor: selection.index, setting)
    isPictureOld = false
    // The source may call this list back while rows are painted, which would find the property in use.
    var picture = picture
    self.picture = ListPicture()
    defer { self.picture = picture }
    guard let ofCursor else {
      return picture.paintAll(setting, cursor: selection.index) { paintRows(into: &$0, in: $0.bounds) }
    }
    guard !ofCursor.isEmpty || !changed.isEmpty else { return }
    source.prefetch(setting.visible)
    picture.paint(cursor: selection.index) { canvas in
      let changed = changed.map { setting.visible.lowerBound + $0 }.filter { !ofCursor.contains($0) }
      for index in ofCursor + changed { paintRowAgain(index, into: &canvas) }
    }
  }

  /// Paints all visible rows and the scroll bar, without headings.
  private func paintRows(into canvas: inout Canvas, in area: Rect) {
    let area = showsScrollBar ? scrollBar.render(into: &canvas, in: area) : area
    // Each access to a property of an object takes as long as a third of a row that is drawn already.
    let (source, selection, marking) = (source, selection, marks.marking)
    let visible = selection.visible
    source.prefetch(visible)
    if !canvas.isFresh { rows.beginFrame() }
    var point = area.corner
    for index in visible {
      if selection.hasHeading(index) { point.y += 1 }
      let id = source.id(at: index)
      let state = RowState(isSelected: index == selection.index, isMarked: marking.contains(id))
      canvas.draw(line(of: id, state, area.width, isFresh: canvas.isFresh), at: point, in: area)
      point.y += 1
    }
    if !canvas.isFresh { rows.endFrame(visibleCount: visible.count) }
  }

  /// Paints a row that stayed in its place.
  private func paintRowAgain(_ index: Int, into canvas: inout Canvas) {
    guard selection.visible.contains(index) else { return }
    let id = source.id(at: index)
    let state = RowState(isSelected: index == selection.index, isMarked: marks.marking.contains(id))
    let width = area.width
    let line = rows.lineAgain(of: id, width: width, state, draw: { draw(id, width) }, mark: { marked($0, id, state) })
    canvas.draw(line, at: Point(x: 0, y: selection.line(of: index)), in: Rect(Size(width: width, height: area.height)))
  }

  /// Draws the rows that come next if the list is scrolled on as it was; call it when a frame was shown.
  ///
  /// The next frame finds them drawn. If it was not scrolled, this does nothing.
  /// - Complexity: O(height of the area).
  public func drawAhead() {
    let next = ahead.next(of: min(selection.count, source.count))
    guard !next.isEmpty else { return }
    StallMeter.during("rows ahead") {
      let visible = selection.visible
      source.prefetch(min(next.lowerBound, visible.lowerBound)..<max(next.upperBound, visible.upperBound))
      rows.drawAhead(next.lazy.map(source.id(at:)), width: area.width) { draw($0, area.width) }
    }
  }

  private func line(of id: Source.ID, _ state: RowState, _ width: Int, isFresh: Bool) -> CellLine {
    if isFresh { return marked(draw(id, width), id, state) }
    return rows.line(for: id, width: width, state, draw: { draw(id, width) }, mark: { marked($0, id, state) })
  }

  private func draw(_ id: Source.ID, _ width: Int) -> CellLine { source.line(for: id, width: width).fitted(to: width) }

  private func marked(_ line: CellLine, _ id: Source.ID, _ state: RowState) -> CellLine {
    guard !state.isPlain else { return line }
    var marked = source.marked(line, of: id, as: state).fitted(to: line.width)
    if state.isMarked { marked = marked.overlaid(with: markStyle) }
    return state.isSelected ? marked.selected(in: selectionStyle) : marked
  }
}

// MARK: - Scroll bar

extension ListView {
  /// A bar that shows which rows are visible, to be drawn elsewhere.
  public var scrollBar: ScrollBar {
    var bar = ScrollBar(
      total: selection.count, offset: selection.offset,
      visible: selection.headings.isEmpty ? selection.height : selection.visible.count)
    bar.marks = matches.places
    return bar
  }
}

// MARK: - Keys and the mouse

extension ListView {
  /// Moves the cursor by arrows, Home, End, PgUp and PgDn; with Shift, the rows passed are marked.
  ///
  /// - Returns: Whether the key was one of these.
  public func handle(_ key: Key) -> Bool {
    guard let motion = Motion(Key(key.code)) else { return false }
    switch key.modifiers {
    case []: select { $0.move(motion) }
    case .shift: extendMarks { $0.move(motion) }
    default: return false
    }
    return true
  }

  /// Scrolls with the wheel and the bar; a press moves the cursor, with Ctrl it marks, with Shift it marks a range.
  ///
  /// - Returns: Whether something may have changed.
  public func handle(_ mouse: MouseEvent) -> Bool {
    if let offset = bar.offset(for: mouse, scrollBar) {
      select { $0.scroll(by: offset - $0.offset) }
      return true
    }
    switch mouse.action {
    case .wheelUp: select { $0.scroll(by: -3) }
    case .wheelDown: select { $0.scroll(by: 3) }
    case .press(0):
      guard let index = index(at: mouse.position) else { return false }
      press(index, mouse.modifiers)
    default: return false
    }
    return true
  }

  private func press(_ index: Int, _ modifiers: Key.Modifiers) {
    if modifiers.contains(.shift) { return extendMarks { $0.select(index) } }
    select { $0.select(index) }
    if modifiers.contains(.control) { toggleMark() }
  }
}

// MARK: - Marks

extension ListView {
  /// Which rows are marked.
  ///
  /// Rows that left the list are still among them until ``forgetMarks(where:)``.
  public var marking: ListMarking<Source.ID> { marks.marking }

  /// The number of marked rows.
  ///
  /// - Complexity: O(1).
  public var markedCount: Int { marks.marking.count }

  /// The identities of the marked rows.
  ///
  /// - Complexity: linear in the number of rows if all were marked.
  public var marked: Set<Source.ID> {
    switch marks.marking {
    case .these(let ids): ids
    case .all(let all): Set((0..<source.count).lazy.map(source.id(at:)).filter(all.contains))
    }
  }

  /// The rows that a command acts on: the marked ones, or the one under the cursor if none is marked.
  ///
  /// - Complexity: that of ``marked``.
  public var targets: Set<Source.ID> { markedCount == 0 ? Set([selectedID].compactMap(\.self)) : marked }

  /// Marks the row under the cursor, or removes its mark.
  public func toggleMark() {
    if let selectedID { marks.toggle(selectedID, at: selection.index) }
  }

  /// Marks all rows from the one whose mark was changed last to the cursor.
  ///
  /// - Complexity: linear in the number of these rows.
  public func markRange() {
    if let index = selection.index { marks.markRange(to: index, in: source) }
  }

  /// Marks every row that there is; rows that come later are not marked.
  ///
  /// - Complexity: That of ``ListDataSource/snapshot()``.
  public func markAll() { marks.replace(with: .all(AllMarked(source.snapshot()))) }

  /// Replaces the marks with earlier ones; rows that left the list since are among them until they are forgotten.
  public func mark(_ marking: ListMarking<Source.ID>) { marks.replace(with: marking) }

  /// Removes all marks.
  public func unmarkAll() { marks.replace(with: .these([])) }

  /// Removes the marks of rows that are gone, except those that were marked by ``markAll()``.
  ///
  /// - Complexity: linear in the number of rows that ``marking`` names.
  public func forgetMarks(where isGone: (Source.ID) -> Bool) { marks.forget(where: isGone) }

  /// Sets how many rows marked by ``markAll()`` have left the list, which the list does not look for.
  public func noteMarkedRowsGone(_ count: Int) { marks.noteGone(count) }

  /// Moves the cursor, and marks the rows from where this began to the cursor.
  ///
  /// - Complexity: linear in the distance moved.
  public func extendMarks(_ move: (inout ListSelection) -> Void) {
    guard let old = selection.index, old < source.count else { return }
    let start = marks.startOfExtension(at: old, in: source)
    select(move, endingExtension: false)
    if let new = selection.index { marks.extend(from: old, to: new, start: start, in: source) }
  }
}
