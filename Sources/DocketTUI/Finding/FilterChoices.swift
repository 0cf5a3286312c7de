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
    let lists = live.lists.map { choice($0.name, $0.listQuery, "list  \($0.count.grouped)") }
    let tags = live.tags.map { choice("#\($0.name)", $0.tagQuery, $0.count.grouped) }
    return filters.map { choice($0.name, $0.query, live.count(of: $0)?.grouped ?? "") } + lists + tags
  }

  private func choice(_ name: String, _ query: String, _ detail: String) -> Choice<Overlay.Answer> {
    Choice(name, value: .filter(NamedQuery(name: name, query: query)), detail: detail)
  }
}

extension NamedCount {
  fileprivate var listQuery: String { "list:\(Self.quoted(name))" }

  fileprivate var tagQuery: String { "tag:\(Self.quoted(name))" }

  private static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
