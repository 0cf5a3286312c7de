import DocketData
import SwiftData

/// A row of the sidebar.
enum SidebarEntry: Hashable, Sendable {
  /// Stands above some others, says what is counted, and can't be chosen.
  case heading(String, counted: String)
  case filter(NamedQuery, FilterOrigin)
  case list(NamedCount)
  case tag(NamedCount)

  /// What the list shows when it is chosen.
  var query: NamedQuery? {
    switch self {
    case .heading: nil
    case .filter(let filter, _): filter
    case .list(let list): .list(list.name)
    case .tag(let tag): .tag(tag.name)
    }
  }

  /// What tells it from all others, whatever its count.
  var id: SidebarEntryID {
    switch self {
    case .heading(let title, _): .heading(title)
    case .filter(let filter, let origin): .filter(filter.name, origin)
    case .list(let list): .named(list.id)
    case .tag(let tag): .named(tag.id)
    }
  }
}

extension SidebarEntry {
  /// The filters that everybody has, those of the configuration file, and the saved ones.
  @MainActor
  static func filters(_ counts: LiveCounts, configured: [NamedQuery]) -> [SidebarEntry] {
    let saved = counts.filters.dropFirst(NamedQuery.standard.count)
    return NamedQuery.standard.map { .filter($0, .standard) } + configured.map { .filter($0, .configured) }
      + saved.map { .filter($0, .saved) }
  }
}

/// Where a filter comes from: those of different origins may have the same name.
enum FilterOrigin: Hashable, Sendable {
  /// Everybody has it.
  case standard
  /// It is in the configuration file.
  case configured
  /// It is in the store.
  case saved
}

/// What tells rows of the sidebar apart.
enum SidebarEntryID: Hashable, Sendable {
  case heading(String)
  case filter(String, FilterOrigin)
  case named(PersistentIdentifier)
}
