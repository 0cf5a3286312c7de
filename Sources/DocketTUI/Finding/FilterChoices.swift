import DataProvider
import TerminalUI

/// What can be shown: the filters that everybody has, one's own, the lists and the tags, with their numbers of items.
@MainActor
struct FilterChoices {
  let live: LiveCounts
  /// Those of the configuration file.
  let configured: [NamedQuery]

  var all: [Choice<Overlay.Answer>] {
    let filters = NamedQuery.standard + configured + live.filters.dropFirst(NamedQuery.standard.count)
    let lists = live.lists.map { choice(.list($0.name), "list  \($0.count.grouped)") }
    let tags = live.tags.map { choice(.tag($0.name), $0.count.grouped) }
    return filters.map { choice($0, live.count(of: $0)?.grouped ?? "") } + lists + tags
  }

  private func choice(_ filter: NamedQuery, _ detail: String) -> Choice<Overlay.Answer> {
    Choice(filter.name, value: .filter(filter), detail: detail)
  }
}
