import DocketData
import TerminalUI

/// The menus of orders and of filters.
extension ListScreen {
  private static let orderKeys: [(key: Key, order: ItemOrder.Key)] = [
    ("u", .updated), ("c", .created), ("t", .title), ("d", .due), ("f", .done), ("p", .priority), ("m", .manual),
  ]

  func showOrders() {
    let choices = Self.orderKeys.map { key, order in
      Choice(order.menuTitle, value: Overlay.Answer.order(order.usualOrder), key: key)
    }
    let current = listing.orders(query)[0].key
    var menu = Menu("Order", choices, selected: Self.orderKeys.firstIndex { $0.order == current } ?? 0)
    menu.style = environment.roles.overlay
    overlay = .menu(menu)
  }

  func showFilters() {
    var palette = CommandPalette("Show", filterChoices(), placeholder: "a filter, a list or a #tag")
    palette.style = environment.roles.overlay
    overlay = .filters(palette)
  }

  /// The filters with how many items they have now; drawn again when a number changes.
  private func filterChoices() -> [Choice<Overlay.Answer>] {
    guard let live = live() else { return [] }
    let region = ObservedRegion { [weak self] in self?.numbersChanged() }
    filterRegion = region
    let configured = environment.configuration.namedQueries
    return region.draw { FilterChoices(live: live, configured: configured).all }
  }

  private func numbersChanged() {
    guard case .filters(var palette) = overlay else { return filterRegion = nil }
    palette.update(filterChoices())
    overlay = .filters(palette)
    application?.setNeedsDisplay()
  }

  /// Followed from when they are first asked for.
  func live() -> LiveCounts? {
    if liveCounts == nil { liveCounts = try? LiveCounts(context: environment.context, reference: reference) }
    return liveCounts
  }
}

extension ItemOrder.Key {
  /// What the menu says.
  fileprivate var menuTitle: String {
    switch self {
    case .updated: "updated, newest first"
    case .created: "created, newest first"
    case .title: "title"
    case .due: "due, soonest first"
    case .done: "done, latest first"
    case .priority: "priority, highest first"
    case .manual: "manual, as J and K move"
    }
  }
}
