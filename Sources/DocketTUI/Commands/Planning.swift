import DocketData
import TerminalUI

/// Shows what is due in a month.
@MainActor
struct Planning {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Opens the month of the item under the cursor, or of today.
  func showMonth() {
    let environment = screen.environment
    let calendar = environment.reference.calendar
    let today = CalendarDay(environment.now(), in: calendar.timeZone)
    let due = screen.items.view.selectedID.flatMap(screen.items.rows.item)?.dueAt
    let day = due.map { CalendarDay($0, in: calendar.timeZone) } ?? today
    let grid = MonthGrid(day, firstWeekday: calendar.firstWeekday)
    screen.layers.open(MonthLayer(grid, today: today, roles: environment.roles))
    count()
  }

  /// Counts the items of the month that is shown.
  func count() {
    let environment = screen.environment
    guard let id = screen.layers.top, let layer = screen.layers.overlay as? MonthLayer,
      let first = layer.grid.weeks.first?.first, let last = layer.grid.weeks.last?.last
    else { return }
    // What can't be counted is shown without numbers; the list says why.
    let reference = environment.reference
    let query = screen.items.listing.context.flatMap { try? ItemQuery($0.query, reference) }
    let counts = try? MonthCounts(from: first, through: last, reference.calendar, query, in: environment.context)
    screen.layers.update(id, MonthLayer.self) { $0.follow(counts) }
    update(id)
  }

  /// Shows the counts of now.
  func update(_ id: LayerStack.ID) {
    guard let layer = screen.layers.overlay as? MonthLayer, let region = screen.layers.region(of: id) else { return }
    let counts = region.draw { layer.source?.byDay ?? [:] }
    screen.layers.update(id, MonthLayer.self) { $0.show(counts) }
    screen.terminal.setNeedsDisplay()
  }
}
