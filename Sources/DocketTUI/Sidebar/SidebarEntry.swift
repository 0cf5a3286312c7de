import DocketData
import SwiftData

/// A row of the sidebar.
enum SidebarEntry: Hashable, Sendable {
  /// A heading: says what is counted below, and can't be chosen.
  case heading(String, counted: String)
  /// A blank line above a heading.
  case space(above: String)
  case filter(NamedQuery, FilterOrigin)
  case list(NamedLabel)
  case tag(NamedLabel)

  /// What the list shows when it is chosen.
  var query: NamedQuery? {
    switch self {
    case .heading, .space: nil
    case .filter(let filter, _): filter
    case .list(let list): .list(list.name)
    case .tag(let tag): .tag(tag.name)
    }
  }

  /// Its identity.
  var id: SidebarEntryID {
    switch self {
    case .heading(let title, _): .heading(title)
    case .space(let title): .space(title)
    case .filter(let filter, let origin): .filter(filter.name, origin)
    case .list(let list): .named(list.id)
    case .tag(let tag): .named(tag.id)
    }
  }
}

extension SidebarEntry {
  /// All rows, in the order in which they are shown.
  @MainActor
  static func all(_ counts: LiveCounts, configured: [NamedQuery]) -> [SidebarEntry] {
    section("Filters", "items", filters(counts, configured: configured))
      + section("Lists", "open items", counts.lists.map { .list($0) }, isFirst: false)
      + section("Tags", "open items", counts.tags.map { .tag($0) }, isFirst: false)
  }

  private static func section(
    _ title: String, _ counted: String, _ entries: [SidebarEntry], isFirst: Bool = true
  ) -> [SidebarEntry] {
    guard !entries.isEmpty else { return [] }
    return (isFirst ? [] : [.space(above: title)]) + [.heading(title, counted: counted)] + entries
  }

  /// The standard filters, those of the configuration file, and the saved ones.
  @MainActor
  static func filters(_ counts: LiveCounts, configured: [NamedQuery]) -> [SidebarEntry] {
    let saved = counts.filters.dropFirst(NamedQuery.standard.count)
    return NamedQuery.standard.map { .filter($0, .standard) } + configured.map { .filter($0, .configured) }
      + saved.map { .filter($0, .saved) }
  }
}

extension Collection<SidebarEntry> {
  /// The entry of what the list shows: that of its name and its query, or else the first with its query.
  func shown(as filter: NamedQuery) -> SidebarEntry? {
    first { $0.query == filter } ?? first { $0.query?.query == filter.query }
  }
}

/// Where a filter comes from; filters of different origins may have the same name.
enum FilterOrigin: Hashable, Sendable {
  /// It is built in.
  case standard
  /// It is in the configuration file.
  case configured
  /// It is in the store.
  case saved
}

/// The identity of a row of the sidebar.
enum SidebarEntryID: Hashable, Sendable {
  case heading(String)
  case space(String)
  case filter(String, FilterOrigin)
  case named(PersistentIdentifier)
}
