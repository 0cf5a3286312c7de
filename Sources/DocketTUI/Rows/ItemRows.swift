import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The rows of the list: the live result of what is shown, with parts below their items, drawn item by item.
@MainActor
final class ItemRows: ListDataSource {
  /// Called when rows came, went or moved.
  var onChange: (@MainActor () -> Void)?
  /// Called when what rows say may be another thing, though their items are the same.
  var onRedraw: (@MainActor () -> Void)?

  /// Asked whether to show the first rows found before the others are known.
  var acceptsFirstPage: (@MainActor (FirstRows) -> Bool)?

  private(set) var results: FetchResultsCollection<Item>
  /// Whether everything there is has been read.
  private(set) var isComplete: Bool
  /// Why the list could not be brought up to date, or nil.
  private(set) var error: (any Error)?
  /// Whether the rows are those of what was asked for last; else they are still being read.
  private(set) var isCurrent = true
  private(set) var query: ItemQuery
  let parts: PartCounts
  var folding = Folding()
  private(set) var outline = Outline()
  var rootPlaces = RootPlaces()
  /// Looks for items that have moved far, in the rows that are shown; ends with them.
  private var rootSearch: Task<Void, Never>?
  /// How it looks.
  var findRoots: @Sendable (Set<PersistentIdentifier>, FetchedIdentifiers) async throws -> [PersistentIdentifier: Int] =
    RootPlaces.search
  /// Whether something is looked for that has moved far.
  private(set) var isLookingForRoots = false
  private var orders: [ItemOrder]
  /// Whether parts are to be left out of the result, because they come in below their items.
  private var isMargin = false
  /// Whether there were parts when all began; until they are counted that is all that is known.
  private let hadParts: Bool
  /// What the rows are of, which are the old ones until the new ones have been read.
  private var shown: (query: ItemQuery, isMargin: Bool)
  private let observer: ResultsObserver<Item, Never>
  private var row: ItemRow
  /// Whether the rows on the screen were drawn as done.
  private var drawnStates: [PersistentIdentifier: Bool] = [:]
  /// When the words of a row that was drawn become other ones without any change of the item.
  private var nextOverdue = Date.distantFuture
  private lazy var region = ObservedRegion { [weak self] in self?.resultsChanged() }
  private lazy var outlineRegion = ObservedRegion { [weak self] in self?.partsChanged() }

  init(context: ModelContext, query: ItemQuery, orders: [ItemOrder], row: ItemRow) throws {
    (self.query, self.orders, self.row) = (query, orders, row)
    hadParts = try query.isOutline && Self.hasParts(context)
    isMargin = hadParts
    shown = (query, isMargin)
    observer = try ResultsObserver(
      filterBy: isMargin ? query.marginPredicate : query.predicate, sortBy: orders.map(\.descriptor),
      modelContext: context)
    parts = PartCounts(context: context)
    results = observer.results
    isComplete = observer.isComplete
    self.row.cells.highlights = query.highlights
    parts.onChange = { [weak self] in self?.partCountsChanged() }
    takeResults()
  }

  /// Whether there are parts at all.
  private static func hasParts(_ context: ModelContext) throws -> Bool {
    var parts = FetchDescriptor<Item>(predicate: #Predicate { $0.parent != nil })
    parts.fetchLimit = 1
    return try context.fetchCount(parts) > 0
  }

  /// Asks for other rows; the old ones stay until the new ones have been read.
  func show(_ query: ItemQuery, orders: [ItemOrder]) {
    row.cells.highlights = query.highlights
    let isMargin = query.isOutline && (parts.areCounted ? !parts.all.isEmpty : hadParts)
    // Setting either has everything read again.
    if isMargin != self.isMargin || !query.asksForSame(as: self.query) {
      observer.filterBy = isMargin ? query.marginPredicate : query.predicate
    }
    if orders != self.orders { observer.sortBy = orders.map(\.descriptor) }
    (self.query, self.orders, self.isMargin) = (query, orders, isMargin)
    // Only the flag: rows that came or went are taken together with telling the list of it.
    isCurrent = isCurrent && observer.isCurrent
    if noteShown() { rebuild() }
  }

  /// What the dates of rows are relative to.
  var dates: DateWords { row.cells.dates }

  var count: Int { results.count + outline.count }

  func id(at index: Int) -> PersistentIdentifier {
    let (part, root) = outline.row(at: index)
    return part?.id ?? results.identifier(at: root)
  }

  func index(of id: PersistentIdentifier) -> Int? {
    outline.index(of: id) ?? results.position(of: id).map { outline.index(ofRoot: $0) }
  }

  /// Reads the items of a range at once, unless they are in memory.
  func prepare(_ range: Range<Int>) {
    guard let first = range.first, let last = range.last else { return }
    results.prefetch(outline.row(at: first).root..<outline.row(at: last).root + 1)
  }

  func line(for id: PersistentIdentifier, context: RowContext) -> CellLine {
    guard let item = item(id) else { return CellLine() }
    drawnStates[id] = item.isDone
    // What is due on a day becomes overdue with the next one, when every row is drawn again.
    if case .moment(let due)? = item.due, due > dates.now, !item.isDone { nextOverdue = min(nextOverdue, due) }
    return row.line(for: item, place: place(of: item, id), context: context)
  }

  /// Whether an item is done, as the screen says; for one that it does not show, as the item does.
  func isShownAsDone(_ id: PersistentIdentifier) -> Bool? { drawnStates[id] ?? item(id)?.isDone }

  /// Forgets how rows were drawn that have left the screen, as nobody hears there what becomes of them.
  func noteVisible(_ range: Range<Int>) {
    guard drawnStates.count > range.count else { return }
    let visible = Set(range.map(id(at:)))
    drawnStates = drawnStates.filter { visible.contains($0.key) }
  }

  /// The item of a visible row.
  func item(_ id: PersistentIdentifier) -> Item? { results.model(for: id) }

  /// The place of an item; looks near a place first.
  func index(of id: PersistentIdentifier, near place: Int?) -> Int? {
    if let place {
      let neighbours = (place - 2..<place + 3).clamped(to: 0..<count)
      if let index = neighbours.first(where: { self.id(at: $0) == id }) { return index }
    }
    return index(of: id)
  }

  /// The place of an item, or of the item that it is folded away in; looks near a place first.
  func place(of id: PersistentIdentifier, near place: Int?) -> Int? {
    if let index = index(of: id, near: place) { return index }
    guard isOutline else { return nil }
    var parent = item(id)?.parent
    for _ in 0..<Self.deepestLookedFor {
      guard let above = parent else { return nil }
      if let index = index(of: above.persistentModelID, near: place) { return index }
      parent = above.parent
    }
    return nil
  }

  /// Each level costs a look through the list.
  private static let deepestLookedFor = 8

  /// Moves the moment that "today" and "overdue" are relative to.
  ///
  /// - Returns: whether rows say something else from now on, so that every one has to be drawn again.
  func update(now: Date) -> Bool {
    guard now >= nextOverdue || !dates.hasDay(of: now) else { return false }
    row.cells.dates = DateWords(now: now, style: dates.style)
    nextOverdue = .distantFuture
    return true
  }

  private func place(of item: Item, _ id: PersistentIdentifier) -> RowPlace {
    let count = parts.all[id, default: 0]
    let open = parts.open[id, default: 0]
    guard isOutline else { return RowPlace(parentTitle: item.parent?.title, parts: count, openParts: open) }
    return RowPlace(
      level: outline.level(of: id), isUnfolded: count > 0 ? isUnfolded(id) : nil, parts: count, openParts: open)
  }

  private func resultsChanged() {
    takeResults()
    onChange?()
  }

  private func partsChanged() {
    rebuild()
    onChange?()
  }

  /// With the first part, the parts leave the result and come in below their items.
  private func partCountsChanged() {
    if query.isOutline, isMargin == parts.all.isEmpty { show(query, orders: orders) } else { rebuild() }
    onRedraw?()
    onChange?()
  }

  private func takeResults() {
    let new = region.draw {
      (rows: observer.results, isWhole: observer.isComplete, error: observer.fetchError, isCurrent: observer.isCurrent)
    }
    error = new.error
    // The old rows stay; the rest of the new ones is on its way.
    guard isCurrent || new.isWhole || accepts(new.rows) else { return }
    (results, isComplete, isCurrent) = (new.rows, new.isWhole, new.isCurrent)
    _ = noteShown()
    rootPlaces.resultChanged()
    rebuild()
  }

  private func accepts(_ rows: FetchResultsCollection<Item>) -> Bool {
    acceptsFirstPage?(FirstRows(results: rows, predicate: observer.filterBy, isMargin: isMargin)) ?? true
  }

  /// - Returns: whether the rows that have been read are of something else than those before.
  private func noteShown() -> Bool {
    guard isCurrent, shown != (query, isMargin) else { return false }
    shown = (query, isMargin)
    onRedraw?()
    return true
  }

  /// Whether parts stand below their items now.
  var isOutline: Bool { shown.query.isOutline && (shown.isMargin || parts.all.isEmpty) }

  /// The items as they are shown now.
  ///
  /// - Complexity: O(1).
  var shownItems: ShownItems { ShownItems(roots: results.identifiers, outline: outline) }

  /// The items as they are shown now, to be asked for one by one; what makes that quick is made in the background.
  func snapshot() -> ListSnapshot<PersistentIdentifier> {
    let index = ShownIndex(shownItems)
    Task.detached { index.prepare() }
    return ListSnapshot(count: count, prepare: index.prepare, contains: index.contains)
  }

  func rebuild() {
    let old = outline
    // What it finds are places in these rows, and none in those that come now.
    rootSearch?.cancel()
    isLookingForRoots = false
    outline = shown.isMargin ? newOutline() : Outline()
    // How deep an item stands is none of its properties.
    if old.count > 0 || outline.count > 0 { onRedraw?() }
  }

  private func newOutline() -> Outline {
    let unfolded = folding.shown(parts.all, rows: results.count)
    // Parts are never rows of the result, so nobody need look for them there.
    let roots = unfolded.filter { id in item(id).map(shown.query.isAtMargin) == true }
    let missing = rootPlaces.follow(roots, in: results.identifiers)
    isLookingForRoots = !missing.isEmpty
    if isLookingForRoots { rootSearch = search(for: missing, in: results.identifiers, after: rootSearch) }
    return outline(unfolded)
  }

  private func outline(_ unfolded: Set<PersistentIdentifier>) -> Outline {
    let plan = OutlinePlan(results: results, query: shown.query, shown: unfolded)
    return outlineRegion.draw { plan.outline(rootPlaces.places) }
  }

  /// Until they are found, they are shown without their parts.
  private func search(
    for missing: Set<PersistentIdentifier>, in rows: FetchedIdentifiers, after earlier: Task<Void, Never>?
  ) -> Task<Void, Never> {
    Task { [weak self, findRoots] in
      await earlier?.value
      // A newer result is searched anew.
      guard let found = try? await findRoots(missing, rows), let self, !Task.isCancelled else { return }
      isLookingForRoots = false
      rootPlaces.add(found, of: missing)
      guard !found.isEmpty else { return }
      outline = outline(folding.shown(parts.all, rows: results.count))
      onRedraw?()
      onChange?()
    }
  }
}
