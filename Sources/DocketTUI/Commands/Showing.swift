import DocketConfiguration
import DocketData
import TerminalUI

/// Shows other lists and orders, and moves in the panes.
@MainActor
struct Showing {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Shows a filter without a search, in the chosen order.
  func show(_ filter: NamedQuery) {
    var listing = Listing(filter: filter)
    listing.context = screen.items.listing.context
    // The agenda is nothing without its order.
    if filter.order?.key != .agenda { listing.order = screen.items.listing.order }
    let left = screen.items.listing
    do {
      try screen.show(listing)
      if left.filter != filter { screen.items.noteDeparture(from: left) }
    } catch {
      screen.notices.refuse("\(filter.name): \(error.message)")
    }
  }

  /// Shows the list that was left last, if there is one.
  func goBack() {
    guard var earlier = screen.items.takeEarlier() else { return }
    earlier.context = screen.items.listing.context
    // Its query was parsed before.
    try? screen.show(earlier)
  }

  /// Narrows whatever is shown from now on; nil shows everything again.
  func narrow(to context: NamedQuery?) {
    var listing = screen.items.listing
    listing.context = context
    do {
      try screen.show(listing)
      screen.notices.answer(context.map { "context \($0.name); :context lifts it" } ?? "context lifted")
    } catch {
      screen.notices.refuse("\(context?.name ?? ""): \(error.message)")
    }
  }

  /// Shows a filter chosen in the sidebar, and focuses the list.
  func choose(_ filter: NamedQuery) {
    show(filter)
    screen.panes.focus(.list)
  }

  func order(by order: ItemOrder) {
    // The query was parsed before.
    try? screen.show(screen.items.order(by: order))
  }

  /// Shows what was done today below the agenda, or hides it; leads to the agenda from anywhere else.
  func toggleDoneToday() {
    let items = screen.items
    if !items.listing.isAgenda { show(.agenda) }
    var listing = items.listing
    listing.showsDoneToday.toggle()
    if listing.showsDoneToday, items.doneTodayCount == 0 { return screen.notices.answer("nothing was done today") }
    // Of a list that is only being read, it is not known where that will be.
    let isOutOfSight = listing.showsDoneToday && items.rows.isCurrent && !items.hasRoomBelow
    // The query is one of ours.
    try? screen.show(listing)
    guard isOutOfSight else { return }
    let key = screen.keys.first(of: .doneToday).map { "; \($0) hides it" } ?? ""
    screen.notices.answer("what was done today is at the end of the list\(key)")
  }

  func move(_ motion: Motion) {
    if screen.panes.focus == .list { screen.items.view.select { $0.move(motion) } } else { screen.panes.move(motion) }
  }

  /// Shows or hides the details; in the sidebar, shows the list under its cursor.
  func open() {
    guard screen.panes.focus == .sidebar else { return screen.panes.toggleDetail() }
    if let filter = screen.panes.sidebar.chosen { choose(filter) }
  }

  func toggleSidebar() {
    do {
      try screen.panes.toggleSidebar(screen.environment.queryReference)
    } catch {
      screen.changes.report(error, of: "sidebar")
    }
  }

  /// Turns the program's mouse on or off.
  func toggleMouse() {
    guard let isOurs = screen.terminal.toggleMouse() else { return }
    screen.notices.answer(isOurs ? "mouse on; with Shift it selects text" : "mouse off")
  }
}
