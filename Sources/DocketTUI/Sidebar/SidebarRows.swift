import DocketData
import TerminalUI

/// The rows of the sidebar: as they are, and as they are shown until the list has followed.
@MainActor
final class SidebarRows: ListDataSource {
  /// Called when what was read has changed.
  var onChange: (@MainActor () -> Void)?

  private(set) var counts: LiveCounts?
  private var entries: [SidebarEntry] = []
  private var filterCounts: [NamedQuery: Int] = [:]
  private var shownQuery = ""
  private let row: SidebarRow
  private let configured: [NamedQuery]
  private lazy var region = ObservedRegion { [weak self] in self?.onChange?() }

  init(roles: Roles, configured: [NamedQuery]) {
    row = SidebarRow(roles: roles)
    self.configured = configured
  }

  var count: Int { entries.count }

  func id(at index: Int) -> SidebarEntryID { entries[index].id }

  func line(for id: SidebarEntryID, context: RowContext) -> CellLine {
    guard let index = index(of: id) else { return CellLine() }
    let entry = entries[index]
    return row.line(entry, count: count(of: entry), isShown: entry.query?.query == shownQuery, context: context)
  }

  /// The entry at a place.
  func entry(at index: Int) -> SidebarEntry? { entries.indices.contains(index) ? entries[index] : nil }

  /// What stands at a place, if it can be renamed and deleted: those that everybody has can't.
  func namedThing(at index: Int) -> NamedThing? {
    switch entry(at: index) {
    case .tag(let tag): .tag(tag.name)
    case .list(let list): .list(list.name)
    case .filter(let filter, .saved): .filter(filter)
    case .filter, .heading, nil: nil
    }
  }

  /// What stands at a place.
  func shownID(at index: Int) -> SidebarEntryID? { entry(at: index)?.id }

  /// The first entry at a place or below that can be chosen.
  func choosable(downFrom index: Int) -> Int? { entries.indices.first { $0 >= index && entries[$0].query != nil } }

  /// The first entry at a place or above that can be chosen.
  func choosable(upFrom index: Int) -> Int? { entries.indices.last { $0 <= index && entries[$0].query != nil } }

  /// Where that stands which the list shows.
  var shownPlace: Int? { entries.firstIndex { $0.query?.query == shownQuery } }

  /// Reads from other counts, or no more.
  func follow(_ counts: LiveCounts?) {
    self.counts = counts
    if counts == nil { region.cancel() }
  }

  /// Marks what the list shows.
  func show(_ query: String) {
    shownQuery = query
    onChange?()
  }

  /// Reads everything, and watches it until it changes.
  func take() {
    guard let counts else { return }
    let (found, numbers) = region.draw { (read(counts), count(counts)) }
    entries = found
    // What is being counted anew keeps its number until then.
    filterCounts.merge(numbers) { $1 }
  }

  private func count(of entry: SidebarEntry) -> Int? {
    switch entry {
    case .heading: nil
    case .filter(let filter, _): filterCounts[filter]
    case .list(let named), .tag(let named): named.count
    }
  }

  private func read(_ counts: LiveCounts) -> [SidebarEntry] {
    let filters = SidebarEntry.filters(counts, configured: configured)
    let lists = counts.lists.map { SidebarEntry.list($0) }
    let tags = counts.tags.map { SidebarEntry.tag($0) }
    return Self.section("Filters", "items", filters) + Self.section("Lists", "open items", lists)
      + Self.section("Tags", "open items", tags)
  }

  private static func section(_ title: String, _ counted: String, _ entries: [SidebarEntry]) -> [SidebarEntry] {
    entries.isEmpty ? [] : [.heading(title, counted: counted)] + entries
  }

  private func count(_ counts: LiveCounts) -> [NamedQuery: Int] {
    let pairs = SidebarEntry.filters(counts, configured: configured).compactMap(\.query).compactMap { filter in
      counts.count(of: filter).map { (filter, $0) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
