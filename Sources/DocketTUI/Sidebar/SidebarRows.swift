import DocketData
import SwiftData
import TerminalUI

/// The rows of the sidebar, as they were read last: the list is reloaded after each reading.
@MainActor
final class SidebarRows: ListDataSource {
  /// Called when what was read has changed.
  var onChange: (@MainActor () -> Void)?

  /// Whether keys move the cursor, which is shown then.
  var isFocused = false
  private(set) var counts: LiveCounts?
  private var entries: [SidebarEntry] = []
  private var filterCounts: [NamedQuery: Int] = [:]
  private var shownQuery = ""
  private var sharedLists: Set<String> = []
  private var row: SidebarRow
  private let configured: [NamedQuery]
  private lazy var region = ObservedRegion { [weak self] in self?.onChange?() }

  init(roles: Roles, configured: [NamedQuery]) {
    row = SidebarRow(roles: roles)
    self.configured = configured
  }

  var count: Int { entries.count }

  func id(at index: Int) -> SidebarEntryID { entries[index].id }

  func line(for id: SidebarEntryID, width: Int) -> CellLine {
    guard let index = index(of: id) else { return CellLine() }
    let entry = entries[index]
    return row.line(
      entry, count: count(of: entry), isShown: entry.query?.query == shownQuery, isShared: isShared(entry), width: width
    )
  }

  private func isShared(_ entry: SidebarEntry) -> Bool {
    guard case .list(let list) = entry else { return false }
    return sharedLists.contains(list.name)
  }

  func marked(_ line: CellLine, of id: SidebarEntryID, as state: RowState) -> CellLine {
    switch id {
    case .heading, .space: return line
    case .filter, .named: break
    }
    return state.isSelected && isFocused ? row.underCursor(line) : line
  }

  /// The entry of a row.
  func entry(at index: Int) -> SidebarEntry? { entries.indices.contains(index) ? entries[index] : nil }

  /// The tag, list or saved filter of a row; nil for what can't be renamed or deleted.
  func namedThing(at index: Int) -> NamedThing? {
    switch entry(at: index) {
    case .tag(let tag): .tag(tag.name)
    case .list(let list): .list(list.name)
    case .filter(let filter, .saved): .filter(filter)
    case .filter, .heading, .space, nil: nil
    }
  }

  /// The identity of a row.
  func shownID(at index: Int) -> SidebarEntryID? { entry(at: index)?.id }

  /// The first entry at a row or below that can be chosen.
  func choosable(downFrom index: Int) -> Int? { entries.indices.first { $0 >= index && entries[$0].query != nil } }

  /// The last entry at a row or above that can be chosen.
  func choosable(upFrom index: Int) -> Int? { entries.indices.last { $0 <= index && entries[$0].query != nil } }

  /// The row of what the list shows.
  var shownPlace: Int? { entries.firstIndex { $0.query?.query == shownQuery } }

  /// Reads from other counts, or stops reading.
  func follow(_ counts: LiveCounts?) {
    self.counts = counts
    if counts == nil { region.cancel() }
  }

  /// Marks what the list shows.
  func show(_ query: String) {
    shownQuery = query
    onChange?()
  }

  func take(_ roles: Roles) { row = SidebarRow(roles: roles) }

  /// Marks the lists that are shared with others.
  func mark(shared names: Set<String>) { sharedLists = names }

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
    case .heading, .space: nil
    case .filter(let filter, _): filterCounts[filter]
    case .list(let named), .tag(let named): named.count
    }
  }

  private func read(_ counts: LiveCounts) -> [SidebarEntry] {
    let filters = SidebarEntry.filters(counts, configured: configured)
    let lists = counts.lists.map { SidebarEntry.list($0) }
    let tags = counts.tags.map { SidebarEntry.tag($0) }
    return Self.section("Filters", "items", filters) + Self.section("Lists", "open items", lists, isFirst: false)
      + Self.section("Tags", "open items", tags, isFirst: false)
  }

  private static func section(
    _ title: String, _ counted: String, _ entries: [SidebarEntry], isFirst: Bool = true
  ) -> [SidebarEntry] {
    guard !entries.isEmpty else { return [] }
    return (isFirst ? [] : [.space(above: title)]) + [.heading(title, counted: counted)] + entries
  }

  private func count(_ counts: LiveCounts) -> [NamedQuery: Int] {
    let pairs = SidebarEntry.filters(counts, configured: configured).compactMap(\.query).compactMap { filter in
      counts.count(of: filter).map { (filter, $0) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - One row

/// One line of the sidebar: a name, and how many items there are.
struct SidebarRow {
  let roles: Roles

  /// - Parameters:
  ///   - count: nil while it is not known.
  ///   - isShown: whether it is what the list shows now.
  ///   - isShared: whether it is a list that others have too.
  func line(_ entry: SidebarEntry, count: Int?, isShown: Bool, isShared: Bool = false, width: Int) -> CellLine {
    guard let query = entry.query else { return heading(entry, width: width) }
    var name = CellLine()
    name.pad(to: cursor.width)
    name.append(isShown ? "›" : " ", style: roles.marker)
    name.append(query.name, style: style(entry, isShown: isShown), limit: width + 1)
    var number = CellLine(isShared ? Self.sharedMark : "", style: roles.detail)
    number.append((count.map(\.grouped) ?? "") + " ", style: count == 0 ? roles.detail : roles.title)
    return .justified(name, number, to: width)
  }

  /// Draws the cursor into the columns that are left for it.
  func underCursor(_ line: CellLine) -> CellLine {
    var line = line
    line.overwrite(from: 0, with: cursor)
    return line
  }

  private static let sharedMark = "⇆ "

  private var cursor: CellLine { CellLine(ItemMarks.cursor, style: roles.marker) }

  /// The title of a section, and what its numbers count.
  private func heading(_ entry: SidebarEntry, width: Int) -> CellLine {
    guard case .heading(let title, let counted) = entry else { return CellLine() }
    let (name, what) = (CellLine(" " + title, style: roles.detail), CellLine(counted + " ", style: roles.detail))
    return name.width + 1 + what.width <= width ? .justified(name, what, to: width) : name
  }

  private func style(_ entry: SidebarEntry, isShown: Bool) -> Style {
    let style = if case .tag = entry { roles.tag } else { roles.title }
    return isShown ? style.overlaid(with: .bold) : style
  }
}

// MARK: - Entries

/// A row of the sidebar.
enum SidebarEntry: Hashable, Sendable {
  /// A heading: says what is counted below, and can't be chosen.
  case heading(String, counted: String)
  /// A blank line above a heading.
  case space(above: String)
  case filter(NamedQuery, FilterOrigin)
  case list(NamedCount)
  case tag(NamedCount)

  /// What the list shows when it is chosen.
  var query: NamedQuery? {
    switch self {
    case .heading, .space: nil
    case .filter(let filter, _): filter
    case .list(let list): .list(list.name)
    case .tag(let tag): .tag(tag.name)
    }
  }

  /// Its identity, whatever its count.
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
  /// The standard filters, those of the configuration file, and the saved ones.
  @MainActor
  static func filters(_ counts: LiveCounts, configured: [NamedQuery]) -> [SidebarEntry] {
    let saved = counts.filters.dropFirst(NamedQuery.standard.count)
    return NamedQuery.standard.map { .filter($0, .standard) } + configured.map { .filter($0, .configured) }
      + saved.map { .filter($0, .saved) }
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
