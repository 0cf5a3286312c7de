import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The sidebar: filters, lists and tags that narrow the list, with live counts.
///
/// Everything is counted in the background, and only while the sidebar is shown.
@MainActor
final class Sidebar {
  /// Its width in columns.
  static let width = 24

  /// Called when the sidebar has to be drawn again.
  var onChange: (@MainActor () -> Void)?
  /// What the list shows.
  var shown = Listing.everything.filter {
    didSet {
      guard shown != oldValue else { return }
      rows.show(shown)
      rowsChanged()
    }
  }
  /// What the list is narrowed to, and what is counted; nil for everything.
  private var scope: NamedQuery?

  /// The names of the lists that are shared with others.
  var sharedLists: Set<String> = [] {
    didSet {
      guard sharedLists != oldValue else { return }
      rows.mark(shared: sharedLists)
      list.invalidateAll()
    }
  }

  let list: ListView<SidebarRows>
  private let rows: SidebarRows
  private let context: ModelContext
  var roles: Roles {
    didSet {
      rows.take(roles)
      list.invalidateAll()
    }
  }
  /// Finds the row that the cursor waits for.
  private var awaited: ((SidebarRows) -> Int?)?

  /// - Parameter configured: the filters of the configuration file.
  init(context: ModelContext, roles: Roles, configured: [NamedQuery] = []) {
    self.context = context
    self.roles = roles
    rows = SidebarRows(roles: roles, configured: configured)
    list = ListView(source: rows)
    list.showsScrollBar = true
    rows.onEntriesChange = { [weak self] in self?.rowsChanged() }
    rows.onNumbersChange = { [weak self] in self?.numbersChanged() }
    list.onChange = { [weak self] _ in self?.onChange?() }
  }

  /// Begins counting, with the cursor on what the list shows.
  ///
  /// - Parameter reference: what the dates of filters are relative to.
  /// - Throws: `StoreError` if the store can't be read.
  func open(_ reference: DateReference) throws {
    rows.follow(try LiveCounts(context: context, reference: reference, within: scope))
    awaited = \.shownPlace
    rowsChanged()
  }

  /// Whether it counts, as it does while it is open.
  var isCounting: Bool { rows.counts != nil }

  /// Stops counting.
  func close() {
    rows.follow(nil)
    awaited = nil
  }

  /// Counts only what is in a scope; the old numbers stay until the new ones are known.
  func narrow(to scope: NamedQuery?, _ reference: @autoclosure () -> DateReference) {
    guard scope != self.scope else { return }
    self.scope = scope
    // What can't be read is told with the rows of the list.
    try? rows.counts?.narrow(to: scope, reference())
    rowsChanged()
  }

  /// Counts filters anew whose dates are relative to another moment.
  func update(_ reference: DateReference) {
    try? rows.counts?.update(reference)
    rowsChanged()
  }

  func move(_ motion: Motion) {
    awaited = nil
    let old = list.selection.index ?? 0
    list.select { $0.move(motion) }
    skipHeading(isUp: (list.selection.index ?? 0) < old)
  }

  /// The row of the screen where its cursor was drawn last; nil if that was out of sight.
  var cursorRow: Int? {
    guard let index = list.selection.index, list.selection.visible.contains(index) else { return nil }
    return list.area.y + list.selection.line(of: index)
  }

  /// What the list shows once the entry under the cursor is chosen.
  var chosen: NamedQuery? { list.selection.index.flatMap { rows.entry(at: $0)?.query } }

  /// Puts the cursor on a filter as soon as it is there.
  func select(_ filter: NamedQuery) {
    awaited = { $0.index(of: SidebarEntry.filter(filter, .saved).id) }
    rowsChanged()
  }

  /// What is under the cursor, if it can be renamed and deleted.
  var namedThing: NamedThing? { list.selection.index.flatMap { rows.namedThing(at: $0) } }

  /// Chooses what is pressed, and scrolls with the wheel.
  func handle(_ mouse: MouseEvent) -> PaneOutcome {
    let isPress = mouse.action == .press(0) && list.index(at: mouse.position) != nil
    guard list.handle(mouse) else { return .outside }
    guard let chosen else {
      skipHeading(isUp: mouse.action == .wheelUp)
      return .taken
    }
    return isPress ? .chosen(chosen) : .taken
  }

  /// Draws it.
  ///
  /// - Parameter isFocused: whether keys move in it.
  func render(into canvas: inout Canvas, in area: Rect, isFocused: Bool) {
    let style = isFocused ? roles.selected : .plain
    if list.selectionStyle != style || rows.isFocused != isFocused {
      (list.selectionStyle, rows.isFocused) = (style, isFocused)
      list.invalidateAll()
    }
    list.render(into: &canvas, in: area)
  }

  private func rowsChanged() {
    let selected = list.selection.index.flatMap { rows.shownID(at: $0) }
    rows.readEntries()
    _ = rows.readNumbers()
    let place = awaited?(rows)
    if place != nil { awaited = nil }
    list.reload(selecting: place ?? selected.flatMap { rows.index(of: $0) })
    list.invalidateAll()
    skipHeading(isUp: false)
    onChange?()
  }

  private func numbersChanged() {
    let changed = rows.readNumbers()
    guard !changed.isEmpty else { return }
    for id in changed { list.invalidate(id) }
    onChange?()
  }

  /// Moves the cursor off a heading: down, or up if there is an entry above.
  private func skipHeading(isUp: Bool) {
    guard let index = list.selection.index else { return }
    let (above, below) = (rows.choosable(upFrom: index), rows.choosable(downFrom: index))
    if let place = isUp ? above ?? below : below ?? above { list.select { $0.select(place) } }
    // The heading of the first entry stays visible with it.
    if list.selection.index == 1, isUp { list.select { $0.scroll(by: -1) } }
  }
}
