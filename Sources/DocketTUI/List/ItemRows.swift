import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The rows of the list: the live result of a query, with sub-items below their items, drawn item by item.
@MainActor
final class ItemRows: ListDataSource {
  enum Change {
    /// Rows came, went or moved.
    case rows
    /// Texts of rows may have changed though their items did not: all are drawn again.
    case words
  }

  var onChange: (@MainActor (Change) -> Void)?
  /// The items that the first rows of a new list must settle to be shown alone; nil if all rows are needed.
  var awaited: [PersistentIdentifier]? = []

  private(set) var shown: ListSnapshot { didSet { readAhead = 0..<0 } }
  /// Whether the rows are of the last query; otherwise that is still being read.
  private(set) var isCurrent = true
  /// Whether the same query is read anew, as time has passed.
  private(set) var isRefreshing = false
  /// Why the list is not up to date; nil if it is.
  private(set) var error: (any Error)?
  let subitems = SubitemCounts()
  /// The line below all rows; nil for none.
  var footing: CellLine?
  private let blocked = BlockedCounts()
  private let context: ModelContext
  /// Finds items with sub-items in the results.
  let roots = RootFinder()

  /// The rows whose items were read together.
  private var readAhead = 0..<0
  /// So many rows above and below are read with those on the screen.
  private static let margin = 8

  private var query: ItemQuery
  /// Which items of the query stand below their parents; nil if all are listed one by one.
  private var queryOutline: QueryOutline?
  private(set) var order: RowOrder
  /// The outline whose roots are read, with sub-items below them; nil if all that matches is read.
  private var readRoots: QueryOutline?
  private var agendaHeadings = AgendaHeadings()
  /// Whether there were sub-items at first; the only answer until they are counted.
  private let hadSubitems: Bool
  private let observer: ResultsObserver<Item, Never>
  private var folding = Folding()
  private var row: ItemRow
  private lazy var names = RowNames { [weak self] in self?.onChange?(.words) }
  private var drawnStates = DrawnStates()
  /// When the next drawn row becomes overdue, or can be begun, without a change of its item.
  private(set) var nextChange = Date.distantFuture
  /// Whether a drawn row has a date, or the line below all rows is about today.
  var namesDays: Bool { hasDrawnDates || footing != nil }
  private var hasDrawnDates = false
  private lazy var resultsRegion = ObservedRegion { [weak self] in self?.resultsChanged() }
  private lazy var outlineRegion = ObservedRegion { [weak self] in self?.rebuildOutline(telling: true) }

  /// - Throws: `StoreError` if the store can't be read.
  init(context: ModelContext, query: ItemQuery, outline: QueryOutline?, order: RowOrder, row: ItemRow) throws {
    (self.query, queryOutline, self.order, self.row) = (query, outline, order, row)
    hadSubitems = try Self.hasSubitems(context)
    let roots = hadSubitems ? outline : nil
    readRoots = roots
    observer = try ResultsObserver(
      filterBy: roots.map(\.rootPredicate) ?? query.predicate, sortBy: order.descriptors, modelContext: context)
    self.context = context
    shown = ListSnapshot(
      results: observer.results, query: query, queryOutline: outline, hasRootsOnly: roots != nil,
      isComplete: observer.isComplete, agenda: order.agenda)
    self.row.cells.highlights = query.highlights
    subitems.onChange = { [weak self] in self?.subitemCountsChanged() }
    blocked.onChange = { [weak self] in self?.onChange?(.words) }
    takeResults()
  }

  /// Counts sub-items, and looks for what waits for others, in the background.
  func beginCounting() {
    subitems.begin(context)
    blocked.begin(context)
  }

  /// Whether there are sub-items at all.
  private static func hasSubitems(_ context: ModelContext) throws -> Bool {
    var subitems = FetchDescriptor<Item>(predicate: #Predicate { $0.parent != nil })
    subitems.fetchLimit = 1
    return try context.fetchCount(subitems) > 0
  }

  // MARK: - What is shown

  /// Reads other rows; the old ones stay until then.
  ///
  /// - Parameters:
  ///   - outline: which items stand below their parents; nil if all are listed one by one.
  ///   - isRefresh: whether only time has passed since they were read.
  func show(_ query: ItemQuery, outline: QueryOutline?, order: RowOrder, isRefresh: Bool = false) {
    isRefreshing = isRefresh && (isCurrent || isRefreshing)
    row.cells.highlights = query.highlights
    let roots = (subitems.areCounted ? !subitems.all.isEmpty : hadSubitems) ? outline : nil
    // Setting either reads everything again.
    if roots?.hasSections != readRoots?.hasSections || !query.asksForSame(as: self.query) {
      observer.filterBy = roots.map(\.rootPredicate) ?? query.predicate
    }
    if order != self.order { observer.sortBy = order.descriptors }
    (self.query, queryOutline, self.order, readRoots) = (query, outline, order, roots)
    // Rows that came or went are taken when the list is told of them.
    isCurrent = isCurrent && observer.isCurrent
    if adoptQuery() { rebuildOutline() }
  }

  /// Whether the rows are divided into sections.
  var hasSections: Bool { shown.agenda != nil }

  /// Whether the order changes with time.
  var dependsOnTime: Bool { order.dependsOnTime }

  /// Whether sub-items are listed below their items now.
  var isOutline: Bool { shown.hasQueryOutline && (shown.hasRootsOnly || subitems.all.isEmpty) }

  /// How many items stand above it, each belonging to the next.
  func level(of id: PersistentIdentifier) -> Int { shown.outline.level(of: id) }

  func canFold(_ id: PersistentIdentifier) -> Bool { isOutline && subitems.all[id, default: 0] > 0 }

  func isUnfolded(_ id: PersistentIdentifier) -> Bool { unfolded.contains(id) }

  func unfold(_ id: PersistentIdentifier) {
    folding.unfold(id)
    foldingChanged()
  }

  func fold(_ id: PersistentIdentifier) {
    folding.fold(id)
    foldingChanged()
  }

  private func foldingChanged() {
    rebuildOutline()
    onChange?(.words)
  }

  private var unfolded: Set<PersistentIdentifier> { folding.shown(subitems.all, rows: shown.results.count) }

  var count: Int { shown.count }
  func id(at index: Int) -> PersistentIdentifier { shown.id(at: index) }
  func index(of id: PersistentIdentifier) -> Int? { shown.index(of: id) }
  func item(_ id: PersistentIdentifier) -> Item? { shown.item(id) }

  /// The identity of the item with a number, which need not be there.
  func id(ofNumber number: Int64) -> PersistentIdentifier? {
    try? context.container.identifier(of: Item.self, primaryKey: number)
  }

  /// The title of the item with a number; nil if there is none.
  func title(ofNumber number: Int64) -> String? { id(ofNumber: number).flatMap(item)?.title }

  /// The most items that are looked at for what they wait for.
  private static let maxLooks = 100

  /// Whether an item waits for one of others, by way of any items; of long chains only the beginning is looked at.
  func isKnown(_ id: PersistentIdentifier, toWaitForOneOf targets: ItemTargets) -> Bool {
    var (waiting, seen) = ([id], Set([id]))
    while let next = waiting.popLast(), seen.count <= Self.maxLooks {
      let blockers = item(next)?.blockers.map(\.persistentModelID) ?? []
      if blockers.contains(where: targets.contains) { return true }
      waiting += blockers.filter { seen.insert($0).inserted }
    }
    return false
  }

  /// The listed items; sorted in the background, so that each is found quickly.
  func snapshot() -> RowSnapshot<PersistentIdentifier> {
    let index = ListedIndex(shown.items)
    Task.detached { index.prepare() }
    return RowSnapshot(count: count, prepare: index.prepare, contains: index.contains)
  }

  // MARK: - Drawing

  var dates: DateWords { row.cells.dates }

  func take(_ roles: Roles) { row.cells.roles = roles }

  /// Reads the items of rows at once, unless that was done.
  func prefetch(_ rows: Range<Int>) {
    guard rows.clamped(to: readAhead) != rows else { return }
    readAhead = max(0, rows.lowerBound - Self.margin)..<min(count, rows.upperBound + Self.margin)
    shown.prefetch(readAhead)
  }

  func line(for id: PersistentIdentifier, width: Int) -> CellLine {
    // A row shows most of its item, and is drawn anew for whatever changes of it.
    withAllPropertiesObserved { newLine(for: id, width: width) }
  }

  private func newLine(for id: PersistentIdentifier, width: Int) -> CellLine {
    guard let item = item(id).map(DrawnItem.init) else { return CellLine() }
    drawnStates.note(id, isDone: item.isDone)
    hasDrawnDates = hasDrawnDates || item.due != nil || item.start != nil || item.isDone || row.hasPastDates
    // What is due on a day becomes overdue with the next one, when every row is drawn again.
    for case .moment(let moment)? in [item.due, item.start] where moment > dates.now && !item.isDone {
      nextChange = min(nextChange, moment)
    }
    return row.line(for: item, names: names, place: place(of: item.item, id), width: width)
  }

  func columnHeadings(_ order: ItemOrder, width: Int) -> ColumnHeadings { row.headings(order, width: width) }

  /// Whether the mark that folds an item stands in a column of its row.
  func hasFoldMark(_ id: PersistentIdentifier, at column: Int, width: Int) -> Bool {
    guard let item = item(id).map(DrawnItem.init) else { return false }
    return row.hasFoldMark(item, names: names, place: place(of: item.item, id), width: width, at: column)
  }

  func marked(_ line: CellLine, of id: PersistentIdentifier, as state: RowState) -> CellLine {
    row.marked(line, as: state)
  }

  /// Whether the heading above a row is that of its section; false for one that is not among the rows.
  ///
  /// To follow all sections reads the items at their ends, wherever these are.
  func isInItsSection(_ id: PersistentIdentifier, in rows: Range<Int>) -> Bool {
    guard let index = rows.clamped(to: 0..<shown.count).first(where: { shown.id(at: $0) == id }), let item = item(id)
    else { return false }
    let (subitem, root) = shown.outline.row(at: index)
    // Sub-items are in the section of their root.
    return subitem != nil || agendaHeadings.agree(with: item, root)
  }

  /// Follows items that are in another section now though their rows did not move; answers whether there are any.
  func followSections() -> Bool {
    agendaHeadings.follow(shown.results, isComplete: shown.isComplete, shown.agenda)
  }

  var headings: [Int] {
    let starts = agendaHeadings.starts.map(shown.outline.index(ofRoot:))
    return hasFooting ? starts + [count] : starts
  }

  private var hasFooting: Bool { footing != nil && shown.isComplete }

  func heading(above index: Int, width: Int) -> CellLine {
    if index == count { return footing ?? CellLine() }
    return agendaHeadings.line(
      above: shown.outline.row(at: index).root, hasDoneToday: shown.query.hasDoneToday, self.row.cells.roles)
  }

  private func place(of item: Item, _ id: PersistentIdentifier) -> RowPlace {
    let count = subitems.all[id, default: 0]
    let open = count > 0 ? subitems.open[id, default: 0] : 0
    var place = RowPlace(subitems: count, openSubitems: open, isBlocked: blocked.isBlocked(id))
    if isOutline {
      place.level = shown.outline.level(of: id)
      place.isUnfolded = count > 0 ? isUnfolded(id) : nil
    }
    // One that stands by itself says whose part it is.
    if place.level == 0 {
      place.parentTitle = item.parent?.title
    }
    return place
  }

  /// Whether the screen shows an item as done; for others, whether it is.
  func isShownAsDone(_ id: PersistentIdentifier) -> Bool? { drawnStates.ofShown(id) ?? item(id)?.isDone }

  /// Notes the rows of a frame.
  ///
  /// - Parameter keeps: whether the view keeps a row as it was drawn.
  func noteVisible(_ range: Range<Int>, keeps: (PersistentIdentifier) -> Bool) {
    drawnStates.noteShown(range, of: shown, keeps: keeps)
  }

  /// Sets the time of "today" and "overdue"; answers whether all rows must be drawn again.
  func update(now: Date) -> Bool {
    guard now >= nextChange || !dates.hasDay(of: now) else { return false }
    row.cells.dates = DateWords(now: now, style: dates.style)
    (nextChange, hasDrawnDates) = (.distantFuture, false)
    return true
  }

  // MARK: - Following the store

  private func resultsChanged() {
    takeResults()
    onChange?(.rows)
  }

  /// With the first sub-item, sub-items leave the results and are listed below their items.
  private func subitemCountsChanged() {
    if queryOutline != nil, (readRoots != nil) == subitems.all.isEmpty {
      show(query, outline: queryOutline, order: order)
    } else {
      rebuildOutline()
    }
    onChange?(.words)
    onChange?(.rows)
  }

  private func takeResults() {
    let new = resultsRegion.draw {
      (rows: observer.results, isWhole: observer.isComplete, error: observer.fetchError, isCurrent: observer.isCurrent)
    }
    error = new.error
    // Incomplete new rows: the old ones stay.
    guard isCurrent || new.isWhole || accepts(new.rows) else { return }
    isCurrent = new.isCurrent
    shown = shown.with(new.rows, isComplete: new.isWhole)
    _ = adoptQuery()
    roots.resultsChanged()
    rebuildOutline()
  }

  private func accepts(_ rows: FetchResultsCollection<Item>) -> Bool {
    let first = FirstRows(results: rows, predicate: observer.filterBy, hasRootsOnly: readRoots != nil)
    return awaited?.allSatisfy(first.settle) ?? false
  }

  /// Takes the last query for that of the rows, once they are.
  ///
  /// - Returns: whether the rows are of another query than before.
  private func adoptQuery() -> Bool {
    let wanted = ListSnapshot(
      results: shown.results, query: query, queryOutline: queryOutline, hasRootsOnly: readRoots != nil,
      isComplete: shown.isComplete, agenda: order.agenda, outline: shown.outline)
    guard isCurrent, !shown.isAsked(like: wanted) else { return false }
    shown = wanted
    onChange?(.words)
    return true
  }

  /// Looks up which sub-items are listed below their items.
  ///
  /// - Parameter telling: whether to report it at once.
  func rebuildOutline(telling: Bool = false) {
    let old = shown.outline
    // The search is for positions in the rows before.
    roots.cancelSearch()
    shown = shown.with(shown.hasRootsOnly ? newOutline() : Outline())
    agendaHeadings.follow(shown.results, isComplete: shown.isComplete, shown.agenda)
    // The level of an item is none of its properties.
    if old.count > 0 || shown.outline.count > 0 { onChange?(.words) }
    if telling { onChange?(.rows) }
  }

  private func newOutline() -> Outline {
    // Sub-items are never rows of the results.
    outline { wanted in
      roots.follow(wanted, in: shown.results.identifiers) { [weak self] in self?.takeFoundRoots() }
    }
  }

  /// - Parameter find: gets the unfolded items that are rows of the results, as far as the models tell now: those may
  ///   change after the results.
  private func outline(_ find: (Set<PersistentIdentifier>) -> Void = { _ in }) -> Outline {
    guard let query = shown.queryOutline else { return Outline() }
    let unfolded = unfolded
    let plan = OutlinePlan(results: shown.results, query: query, shown: unfolded)
    return outlineRegion.draw {
      find(unfolded.filter { id in item(id).map(query.isRoot) == true })
      return plan.outline(roots.positions)
    }
  }

  private func takeFoundRoots() {
    shown = shown.with(outline())
    onChange?(.words)
    onChange?(.rows)
  }
}
