import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The outcome of a mouse event in a pane.
enum PaneOutcome: Hashable, Sendable {
  /// It was outside of the pane.
  case outside
  case taken
  /// This is to be shown in the list.
  case chosen(NamedQuery)
}

/// The panes beside the list: which are open, which has the focus, and where they stand.
///
/// Where there is no room for all of them, the one with the focus is shown.
@MainActor
final class ListPanes {
  enum Pane: String, Hashable, Sendable {
    case list
    case detail
    case sidebar
  }

  let detail: DetailPane
  let sidebar: Sidebar
  private var open: Set<Pane> = []
  /// The panes that a person has shown or hidden, who decides from then on.
  private var decided: Set<Pane> = []
  /// Those of them that the person has hidden though there is room, here or in an earlier list.
  private(set) var hidden: Set<Pane>
  /// The size of the screen when panes opened and closed by themselves last.
  private var fitted = Size.zero
  private var ring = FocusRing(Pane.list, .detail, .sidebar)
  private var areas: [Pane: Rect] = [:]
  /// List and detail.
  private var inner = Split(
    .adaptive, extent: .share(0.64), minimumFirst: Size(width: 48, height: 4),
    minimumSecond: Size(width: 36, height: 5))
  /// Sidebar and all the rest.
  private var outer = Split(
    .beside, extent: .first(Sidebar.width), minimumFirst: Size(width: 12, height: 1),
    minimumSecond: Size(width: 36, height: 1))
  private var countedAt = Date.distantPast
  /// Whether the sidebar is filled when it opens by itself: not before the first rows of the list are shown.
  private var hasBegun = false
  /// The item under the list's cursor.
  private var selected: PersistentIdentifier?
  private var selectedHasSubitems = true

  init(_ environment: ListScreen.Environment) {
    detail = DetailPane(
      context: environment.context, roles: environment.roles, dates: environment.configuration.dates,
      weights: environment.configuration.urgency.weights, now: environment.now)
    sidebar = Sidebar(
      context: environment.context, roles: environment.roles, configured: environment.configuration.namedQueries)
    hidden = environment.hiddenPanes
    decided = hidden
    ring.hidden = [.detail, .sidebar]
  }

  /// Begins to tell when something that the panes show has changed.
  func start(_ events: @escaping ScreenEvents) {
    detail.onChange = { events(.redraw) }
    sidebar.onChange = { events(.redraw) }
  }

  /// Takes the colours of another theme.
  func take(_ roles: Roles) {
    detail.roles = roles
    sidebar.roles = roles
  }

  /// The pane that has the focus.
  var focus: Pane { ring.current }

  /// Whether there is more than the list.
  var isDivided: Bool { !open.isEmpty }

  /// Follows the list: the item under its cursor, and what it shows.
  ///
  /// Not while something is drawn: reading an item may show changes in rows that were drawn already.
  ///
  /// - Parameter hasSubitems: whether the item has sub-items, or may have some.
  func follow(
    selected id: PersistentIdentifier?, hasSubitems: Bool, in listing: Listing,
    _ reference: @autoclosure () -> DateReference
  ) {
    (selected, selectedHasSubitems) = (id, hasSubitems)
    if open.contains(.detail) { showDetail() }
    sidebar.shown = listing.filter
    sidebar.narrow(to: listing.context, reference())
  }

  /// Moves the focus to a pane.
  func focus(_ pane: Pane) { ring.focus(pane) }

  /// Moves the focus to the next pane.
  func focusNext() { _ = ring.handle(Key(.tab)) }

  /// From this size of the screen on a pane opens by itself.
  private static let (sidebarWidth, detailWidth, detailHeight) = (110, 150, 36)

  /// Opens the panes that a screen has room for, and closes those that it has not; what a person has shown or hidden
  /// stays so.
  func fit(_ size: Size, _ environment: ListScreen.Environment) {
    guard size != fitted else { return }
    fitted = size
    let reference = environment.queryReference
    for pane in [Pane.sidebar, .detail] {
      let hasRoom = hasRoom(for: pane)
      if decided.contains(pane) || open.contains(pane) == hasRoom { continue }
      if hasRoom { openByItself(pane, reference) } else { close(pane) }
    }
  }

  private func hasRoom(for pane: Pane) -> Bool {
    switch pane {
    case .list: true
    case .sidebar: fitted.width >= Self.sidebarWidth
    case .detail: fitted.width >= Self.detailWidth || fitted.height >= Self.detailHeight
    }
  }

  /// Notes that the person shows or hides a pane.
  private func decide(_ pane: Pane, hides: Bool) {
    decided.insert(pane)
    // Where there is no room it would not have opened by itself.
    guard hasRoom(for: pane) else { return }
    if hides { hidden.insert(pane) } else { hidden.remove(pane) }
  }

  private func openByItself(_ pane: Pane, _ reference: DateReference) {
    show(pane)
    if pane == .detail { showDetail() } else if hasBegun { fillSidebar(reference) }
  }

  /// Begins to read what the sidebar shows, if it opened by itself.
  func begin(_ reference: DateReference) {
    hasBegun = true
    if open.contains(.sidebar), !sidebar.isCounting { fillSidebar(reference) }
  }

  private func showDetail() { detail.show(selected, hasSubitems: selectedHasSubitems) }

  private func fillSidebar(_ reference: DateReference) {
    countedAt = reference.now
    // What can't be read is told with the rows of the list.
    try? sidebar.open(reference)
  }

  /// Shows or hides the details; where there is no room beside the list, instead of it.
  func toggleDetail() {
    decide(.detail, hides: isVisible(.detail))
    if isVisible(.detail) { return close(.detail) }
    show(.detail)
    showDetail()
    if let whole = areas[.list]?.union(areas[.detail]) { arrangeDetail(in: whole) }
    if let area = areas[.list], inner.layout(in: area.union(areas[.detail])).divider.isEmpty { ring.focus(.detail) }
  }

  /// Where the details were drawn last; empty if they were not.
  var detailArea: Rect { areas[.detail] ?? .zero }

  /// Which panes are open, and which has the focus.
  struct Arrangement: Sendable {
    fileprivate let showsDetail: Bool
    fileprivate let decided: Set<Pane>
    fileprivate let focus: Pane
  }

  var arrangement: Arrangement {
    Arrangement(showsDetail: open.contains(.detail), decided: decided, focus: focus)
  }

  /// Shows the details and focuses them, however small the screen becomes.
  func focusDetail() {
    decided.insert(.detail)
    show(.detail)
    showDetail()
    ring.focus(.detail)
  }

  /// Has the details, and the focus, as they were.
  func restore(_ arrangement: Arrangement) {
    if !arrangement.showsDetail { close(.detail) }
    decided = arrangement.decided
    ring.focus(arrangement.focus)
  }

  /// Shows the sidebar and focuses it, or hides it.
  ///
  /// - Throws: `StoreError` if the store can't be read.
  func toggleSidebar(_ reference: DateReference) throws {
    decide(.sidebar, hides: isVisible(.sidebar))
    if isVisible(.sidebar) { return close(.sidebar) }
    if !open.contains(.sidebar) { try sidebar.open(reference) }
    countedAt = reference.now
    show(.sidebar)
    ring.focus(.sidebar)
  }

  func close(_ pane: Pane) {
    open.remove(pane)
    if pane == .detail { detail.hide() } else { sidebar.close() }
    if focus == pane { ring.focus(.list) }
    ring.hidden = Set([.detail, .sidebar]).subtracting(open)
  }

  /// Moves in the pane that has the focus, unless that is the list.
  func move(_ motion: Motion) {
    switch focus {
    case .list: break
    case .detail: detail.move(motion)
    case .sidebar: sidebar.move(motion)
    }
  }

  /// Whether it is shown how many items are overdue.
  var showsCounts: Bool { open.contains(.sidebar) }

  /// Follows the clock: words such as "ago", and at most once a minute what is overdue.
  ///
  /// - Parameters:
  ///   - counting: whether to count; not while a search is typed, which needs the processors.
  ///   - isLater: whether it is known that something is overdue now, or has begun.
  func update(_ now: Date, _ reference: @autoclosure () -> DateReference, counting: Bool, isLater: Bool = false) {
    if open.contains(.detail) { detail.refresh() }
    guard counting, showsCounts, isLater || abs(now.timeIntervalSince(countedAt)) >= 60 else { return }
    let reference = reference()
    countedAt = reference.now
    sidebar.update(reference)
  }

  /// Draws the panes and the lines between them.
  ///
  /// - Returns: where the list is to be drawn; empty if there is no room for it.
  func render(into canvas: inout Canvas, in area: Rect) -> Rect {
    areas = [:]
    var rest = area
    if open.contains(.sidebar) { rest = renderSidebar(into: &canvas, in: rest) }
    if open.contains(.detail), !rest.isEmpty { rest = renderDetail(into: &canvas, in: rest) }
    areas[.list] = rest
    return rest
  }

  /// The pane at a place of the last frame.
  func pane(at point: Point) -> Pane? { areas.first { $0.value.contains(point) }?.key }

  /// Takes a mouse event, unless it is the list's.
  func handle(_ mouse: MouseEvent) -> PaneOutcome {
    if open.contains(.sidebar), outer.handle(mouse) { return .taken }
    if open.contains(.detail), inner.handle(mouse) { return .taken }
    let pane = pane(at: mouse.position)
    if mouse.action == .press(0), let pane { ring.focus(pane) }
    switch pane {
    case .sidebar: return sidebar.handle(mouse)
    case .detail: return detail.handle(mouse) ? .taken : .outside
    case .list, nil: return .outside
    }
  }

  private func show(_ pane: Pane) {
    open.insert(pane)
    ring.hidden = Set([.detail, .sidebar]).subtracting(open)
  }

  private func isVisible(_ pane: Pane) -> Bool { open.contains(pane) && areas[pane]?.isEmpty == false }

  private func renderSidebar(into canvas: inout Canvas, in area: Rect) -> Rect {
    outer.focus = focus == .sidebar ? .first : .second
    let layout = outer.render(into: &canvas, in: area)
    areas[.sidebar] = layout.first
    sidebar.render(into: &canvas, in: layout.first, isFocused: focus == .sidebar)
    return layout.second
  }

  /// The columns that list and details need beside each other, and the lines one below the other.
  private static let (besideWidth, belowHeight) = (109, 12)

  /// Where there is the height for it, the list keeps its width.
  private func arrangeDetail(in area: Rect) {
    inner.arrangement = area.width < Self.besideWidth && area.height >= Self.belowHeight ? .below : .adaptive
  }

  private func renderDetail(into canvas: inout Canvas, in area: Rect) -> Rect {
    arrangeDetail(in: area)
    inner.focus = focus == .detail ? .second : .first
    let layout = inner.render(into: &canvas, in: area)
    areas[.detail] = layout.second
    detail.render(into: &canvas, in: layout.second, isFocused: focus == .detail)
    return layout.first
  }
}

extension Rect {
  /// The smallest rectangle that contains both.
  fileprivate func union(_ other: Rect?) -> Rect {
    guard let other, !other.isEmpty else { return self }
    guard !isEmpty else { return other }
    return Rect(
      columns: min(x, other.x)..<max(columns.upperBound, other.columns.upperBound),
      rows: min(y, other.y)..<max(rows.upperBound, other.rows.upperBound))
  }
}
