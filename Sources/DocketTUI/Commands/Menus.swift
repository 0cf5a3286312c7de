import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// Opens help, palette, and the menus of orders and filters.
@MainActor
struct Menus {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var style: OverlayStyle { screen.environment.roles.overlay }

  func showHelp() { screen.layers.open(HelpLayer(CommandHints(screen).help(), style: style)) }

  func showPalette() {
    screen.layers.open(PaletteLayer("Commands", CommandHints(screen).choices(), verb: "run", style: style))
  }

  private static let orderKeys: [(key: Key, order: ItemOrder.Key)] = [
    ("u", .updated), ("c", .created), ("t", .title), ("d", .due), ("f", .done), ("p", .priority), ("m", .manual),
    ("r", .urgency), ("a", .agenda),
  ]

  func showOrders() {
    let current = screen.items.order.key
    let choices = Self.orderKeys.map { key, order in
      Choice(
        order.menuTitle, value: LayerOutcome.Choice.order(order.usualOrder), key: key, isCurrent: order == current)
    }
    let selected = Self.orderKeys.firstIndex { $0.order == current } ?? 0
    screen.layers.open(MenuLayer("Order", choices, selected: selected, style: style))
  }

  /// Shows the filters with live counts.
  func showFilters() {
    let counts = screen.names.counts(within: screen.items.listing.context)
    let palette = PaletteLayer(
      "Show", [], verb: "show", placeholder: "a filter, a list or a #tag", counts: counts, style: style)
    updateFilters(screen.layers.open(palette))
  }

  /// Shows what the list can be narrowed to, with live counts.
  func showContexts() {
    let palette = PaletteLayer(
      "Context", [], verb: "stay in it", placeholder: "a filter, a list or a #tag", choosesContext: true,
      counts: screen.names.counts, style: style)
    updateFilters(screen.layers.open(palette))
  }

  /// Shows the filters with their counts of now.
  func updateFilters(_ id: LayerStack.ID) {
    guard let palette = screen.layers.overlay as? PaletteLayer, let counts = palette.counts,
      let region = screen.layers.region(of: id)
    else { return }
    let (listing, choosesContext) = (screen.items.listing, palette.choosesContext)
    let configured = screen.environment.configuration.namedQueries
    let choices = region.draw {
      choosesContext
        ? Self.contexts(counts, configured: configured, chosen: listing.context)
        : Self.filters(counts, configured: configured, shown: listing.filter)
    }
    screen.layers.update(id, PaletteLayer.self) { $0.update(choices) }
    screen.terminal.setNeedsDisplay()
  }

  private static func filters(
    _ counts: LiveCounts, configured: [NamedQuery], shown filter: NamedQuery?
  ) -> PaletteLayer.Choices {
    let filters = SidebarEntry.filters(counts, configured: configured)
    let entries = filters + counts.lists.map { .list($0) } + counts.tags.map { .tag($0) }
    let shown = filter.flatMap(entries.shown)?.id
    let byList = counts.countsByList
    return entries.compactMap { entry in
      entry.query.map {
        Choice(
          $0.name, value: .filter($0), detail: detail(entry, counts, byList), isCurrent: entry.id == shown,
          id: entry.id)
      }
    }
  }

  /// Everything, and what it can be narrowed to.
  private static func contexts(
    _ counts: LiveCounts, configured: [NamedQuery], chosen: NamedQuery?
  ) -> PaletteLayer.Choices {
    let none = Choice(
      "none", value: LayerOutcome.Choice.context(nil), detail: "everything", isCurrent: chosen == nil, id: "none")
    return [none]
      + filters(counts, configured: configured, shown: nil).compactMap { choice in
        // Everything is no context, and the agenda is in every one.
        guard case .filter(let filter) = choice.value, !filter.query.isEmpty, filter != .agenda else { return nil }
        return Choice(
          choice.title, value: .context(filter), detail: choice.detail, isCurrent: filter == chosen, id: choice.id)
      }
  }

  private static func detail(
    _ entry: SidebarEntry, _ counts: LiveCounts, _ byList: [PersistentIdentifier: Int]?
  ) -> String {
    switch entry {
    case .heading, .space: ""
    case .filter(let filter, _): counts.count(of: filter)?.grouped ?? ""
    case .list(let list): "list  \(byList?[list.id, default: 0].grouped ?? "")"
    case .tag(let tag): counts.countsByTag?[tag.id, default: 0].grouped ?? ""
    }
  }
}

extension ItemOrder.Key {
  fileprivate var menuTitle: String {
    switch self {
    case .updated: "updated, newest first"
    case .created: "created, newest first"
    case .title: "title"
    case .due: "due, soonest first"
    case .done: "done, latest first"
    case .priority: "priority, highest first"
    case .manual: "manual, as J and K move"
    case .urgency: "urgency, highest first"
    case .agenda: "agenda: overdue, today, tomorrow…"
    }
  }
}
