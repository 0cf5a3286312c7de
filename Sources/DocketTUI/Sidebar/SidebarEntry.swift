import DataProvider
import SwiftData

/// A row of the sidebar.
enum SidebarEntry: Hashable, Sendable {
  /// Stands above some others, says what is counted, and can't be chosen.
  case heading(String, counted: String)
  /// One that everybody has, or a saved one.
  case filter(NamedQuery)
  case list(NamedCount)
  case tag(NamedCount)

  /// What the list shows when it is chosen.
  var query: NamedQuery? {
    switch self {
    case .heading: nil
    case .filter(let filter): filter
    case .list(let list): .list(list.name)
    case .tag(let tag): .tag(tag.name)
    }
  }

  /// What tells it from all others, whatever its count.
  var id: SidebarEntryID {
    switch self {
    case .heading(let title, _): .heading(title)
    case .filter(let filter): .filter(filter.name)
    case .list(let list): .named(list.id)
    case .tag(let tag): .named(tag.id)
    }
  }
}

/// What tells rows of the sidebar apart.
enum SidebarEntryID: Hashable, Sendable {
  case heading(String)
  case filter(String)
  case named(PersistentIdentifier)
}
