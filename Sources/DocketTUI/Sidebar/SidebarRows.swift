import DocketData
import SwiftData
import TerminalUI

/// The rows of the sidebar, as they were read last.
///
/// What there is and how often are watched apart: a number changes with each edit of an item, names hardly ever.
@MainActor
final class SidebarRows: ListDataSource {
  /// Called when filters, lists or tags have changed, or their names: ``readEntries()`` is meant.
  var onEntriesChange: (@MainActor () -> Void)?
  /// Called when numbers have changed: ``readNumbers()`` is meant.
  var onNumbersChange: (@MainActor () -> Void)?

  /// Whether keys move the cursor, which is shown then.
  var isFocused = false
  private(set) var counts: LiveCounts?
  private var entries: [SidebarEntry] = []
  private var places: [SidebarEntryID: Int] = [:]
  private var numbers = SidebarNumbers()
  private var shown = Listing.everything.filter
  /// The row of what the list shows; nil if it has none.
  private var shownID: SidebarEntryID?
  private var sharedLists: Set<String> = []
  private var row: SidebarRow
  private let configured: [NamedQuery]
  private lazy var entriesRegion = ObservedRegion { [weak self] in self?.onEntriesChange?() }
  private lazy var numbersRegion = ObservedRegion { [weak self] in self?.onNumbersChange?() }

  init(roles: Roles, configured: [NamedQuery]) {
    row = SidebarRow(roles: roles)
    self.configured = configured
  }

  var count: Int { entries.count }

  func id(at index: Int) -> SidebarEntryID { entries[index].id }

  func index(of id: SidebarEntryID) -> Int? { places[id] }

  func line(for id: SidebarEntryID, width: Int) -> CellLine {
    guard let index = index(of: id) else { return CellLine() }
    let entry = entries[index]
    return row.line(
      entry, count: numbers[entry], isShown: id == shownID, isShared: isShared(entry), width: width)
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

  /// Marks what the list shows.
  func show(_ filter: NamedQuery) {
    shown = filter
    findShown()
  }

  private func findShown() { shownID = entries.shown(as: shown)?.id }

  func take(_ roles: Roles) { row = SidebarRow(roles: roles) }

  /// Marks the lists that are shared with others.
  func mark(shared names: Set<String>) { sharedLists = names }
}

// MARK: - Which rows

extension SidebarRows {
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
  var shownPlace: Int? { shownID.flatMap(index) }
}

// MARK: - Reading

extension SidebarRows {
  /// Reads from other counts, or stops reading.
  func follow(_ counts: LiveCounts?) {
    self.counts = counts
    guard counts == nil else { return }
    entriesRegion.cancel()
    numbersRegion.cancel()
  }

  /// Reads what there is, and watches it until it changes; the list has to be reloaded then.
  func readEntries() {
    guard let counts else { return }
    entries = entriesRegion.draw { SidebarEntry.all(counts, configured: configured) }
    places = Dictionary(entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    findShown()
  }

  /// Reads the numbers, and watches them until they change.
  ///
  /// - Returns: The rows whose numbers are others than before.
  func readNumbers() -> [SidebarEntryID] {
    guard let counts else { return [] }
    let old = numbers
    numbersRegion.draw { numbers.read(counts, of: entries) }
    return entries.filter { numbers[$0] != old[$0] }.map(\.id)
  }
}

/// How many items each filter, list and tag has.
private struct SidebarNumbers {
  private var byFilter: [NamedQuery: Int] = [:]
  private var byList: [PersistentIdentifier: Int]?
  private var byTag: [PersistentIdentifier: Int]?

  /// - Returns: nil while it is not known.
  subscript(_ entry: SidebarEntry) -> Int? {
    switch entry {
    case .heading, .space: nil
    case .filter(let filter, _): byFilter[filter]
    case .list(let list): byList?[list.id, default: 0]
    case .tag(let tag): byTag?[tag.id, default: 0]
    }
  }

  /// Takes the numbers of now; what is being counted keeps its number until then.
  @MainActor
  mutating func read(_ counts: LiveCounts, of entries: [SidebarEntry]) {
    (byList, byTag) = (counts.countsByList, counts.countsByTag)
    for case .filter(let filter, _) in entries {
      if let count = counts.count(of: filter) { byFilter[filter] = count }
    }
  }
}
