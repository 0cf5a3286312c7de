import DocketData
import TerminalUI

/// What can be shown: the filters that everybody has, one's own, the lists and the tags, with their numbers of items.
@MainActor
struct FilterChoices {
  let live: LiveCounts
  /// Those of the configuration file.
  let configured: [NamedQuery]

  var all: [Choice<Overlay.Answer>] {
    let filters = SidebarEntry.filters(live, configured: configured)
    return (filters + live.lists.map { .list($0) } + live.tags.map { .tag($0) }).compactMap(choice)
  }

  private func choice(_ entry: SidebarEntry) -> Choice<Overlay.Answer>? {
    entry.query.map { Choice($0.name, value: .filter($0), detail: detail(entry), id: entry.id) }
  }

  private func detail(_ entry: SidebarEntry) -> String {
    switch entry {
    case .heading: ""
    case .filter(let filter, _): live.count(of: filter)?.grouped ?? ""
    case .list(let list): "list  \(list.count.grouped)"
    case .tag(let tag): tag.count.grouped
    }
  }
}
