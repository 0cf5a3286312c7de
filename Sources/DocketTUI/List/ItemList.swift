import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The list: what it shows, its rows, the cursor and the selection.
///
/// The view has as many rows as ``ItemRows/shown`` whenever the owner looks; the owner applies each ``Change``.
@MainActor
final class ItemList {
  /// What came of a change of the rows: applied by the owner.
  struct Change {
    /// The expectation that a new item under the cursor has ended.
    var ended: EventQueue.Expectation?
    /// Where a new item is that can't be seen: above or below.
    var newItemPlace: String?
    /// The item that was under the cursor, if another one has come there.
    var displaced: PersistentIdentifier?
  }

  /// The most items that are looked for one by one.
  static let maxSearched = 100

  let rows: ItemRows
  let view: ListView<ItemRows>
  let selection: ItemSelection
  /// What the list shows: filter, search and order.
  private(set) var listing: Listing
  /// The parsed query of ``listing``.
  private(set) var query: ItemQuery
  private(set) var cursor = Cursor() { didSet { rows.awaited = cursor.awaited } }

  private var events: ScreenEvents?
  private let environment: ListScreen.Environment
  private let counts: ListCounts
  private var listingBeforeSearch: Listing?

  /// - Throws: `StoreError` if the store can't be read, `QueryError` if the filter makes no sense.
  init(_ environment: ListScreen.Environment) throws {
    self.environment = environment
    listing = environment.listing
    query = try listing.query(environment.reference)
    let cells = ItemCells(
      roles: environment.roles, dates: DateWords(now: environment.now(), style: environment.configuration.dates))
    rows = try ItemRows(
      context: environment.context, query: query, orders: listing.orders(query),
      row: ItemRow(columns: environment.configuration.columns, cells: cells))
    view = ListView(source: rows)
    view.selectionStyle = environment.roles.selected
    selection = ItemSelection(view, rows)
    counts = ListCounts(context: environment.context)
  }

  /// Begins to follow the store, and to tell of it.
  func start(_ events: @escaping ScreenEvents) {
    self.events = events
    rows.onChange = { [weak self] change in
      switch change {
      case .rows: self?.follow()
      case .words: self?.view.invalidateAll()
      }
    }
    let tellWords: @MainActor () -> Void = { events(.words) }
    (view.onChange, selection.onChange, counts.onChange) = (tellWords, tellWords, tellWords)
    // After the first frame, which need not share the processors with counting.
    Task { [weak self] in self?.count() }
    cursor.settle(on: view.selectedID)
  }

  // MARK: - What is shown

  /// Shows something else; the selection ends, as it may be out of sight.
  ///
  /// - Parameter counting: whether the rows are counted; not while a search is being typed.
  /// - Throws: `QueryError` if it makes no sense; the list stays as it is then.
  func show(_ listing: Listing, counting: Bool = true) throws(QueryError) {
    let query = try listing.query(environment.reference)
    let isOtherQuery = !query.asksForSame(as: self.query)
    (self.listing, self.query) = (listing, query)
    view.unmarkAll()
    view.invalidateAll()
    rows.show(query, orders: listing.orders(query))
    cursor.enterList(isRead: rows.isCurrent)
    cursor.stopAwaiting()
    if isOtherQuery { counts.forget() }
    if counting, !counts.isCounting { count() }
  }

  /// Follows the clock: rows become overdue, and what depends on the time is asked for anew once a minute.
  func update(_ now: Date, counting: Bool) {
    if rows.update(now: now) { view.invalidateAll() }
    guard query.dependsOnTime, now.timeIntervalSince(query.reference.now) >= 60,
      let query = try? listing.query(environment.reference)
    else { return }
    self.query = query
    rows.show(query, orders: listing.orders(query))
    if counting { count() }
  }

  /// Counts the rows of the query, for the header.
  func count() { counts.count(query) }

  /// Puts an order before the one that the query asks for.
  func order(by order: ItemOrder) -> Listing {
    var listing = listing
    listing.order = order
    return listing
  }

  /// The order that rows are sorted by first.
  var order: ItemOrder { listing.orders(query)[0] }

  /// The number of rows in words: selected, found, or counted.
  func countText(whileSearching: Bool) -> String {
    if view.markedCount > 0 { return "\(view.markedCount.grouped) selected" }
    let count = rows.count.grouped + (rows.shown.isComplete ? "" : "+")
    if whileSearching { return "\(count) found" }
    return counts.text.isEmpty ? count : counts.text
  }

  // MARK: - Searching

  /// Remembers what is shown, and where the cursor is, before a search.
  func beginSearch() {
    listingBeforeSearch = listing
    if listing.search.isEmpty { cursor.beginSearch() }
  }

  /// The list with another search.
  func listing(searching text: String) -> Listing {
    var listing = listing
    listing.search = text
    // An order that was chosen stands until the search asks for another one.
    if text.contains("sort:") { listing.order = nil }
    return listing
  }

  /// The list without a search, in the order before it.
  var listingWithoutSearch: Listing {
    var listing = listing
    listing.search = ""
    listing.order = listing.order ?? listingBeforeSearch?.order
    return listing
  }

  /// Lets the cursor return to where it was before the search.
  func returnToSearchOrigin() { cursor.returnToSearchOrigin() }

  // MARK: - Items

  /// What a command acts on: the selection, or the item under the cursor.
  var targets: ItemTargets {
    let marking = view.markedCount > 0 ? view.marking : .these(Set([view.selectedID].compactMap(\.self)))
    return ItemTargets(marking: marking, listed: rows.shown.items)
  }

  /// An item as what a command acts on.
  func target(_ id: PersistentIdentifier) -> ItemTargets {
    ItemTargets(marking: .these([id]), listed: rows.shown.items)
  }

  /// The most characters of a title within a sentence, so that the rest of the sentence can be read.
  static let maxTitleLength = 160

  /// Items in words: the title of one, the number of several.
  func words(for targets: ItemTargets, titleLimit: Int = ItemList.maxTitleLength) -> String {
    targets.only.map { words(for: $0, titleLimit: titleLimit) } ?? "\(targets.count.grouped) items"
  }

  /// An item in words.
  func words(for id: PersistentIdentifier, titleLimit: Int = ItemList.maxTitleLength) -> String {
    rows.item(id).map { "“\(TerminalText.beginning(of: $0.title, limit: titleLimit))”" } ?? "1 item"
  }

  /// Whether an item matches the query, by its values.
  func isShown(_ id: PersistentIdentifier) -> Bool {
    guard let item = rows.item(id) else { return false }
    guard let predicate = query.predicate else { return true }
    // What can't be evaluated here is not waited for.
    return (try? predicate.evaluate(item)) ?? true
  }

  /// The row of an item; looks near the cursor first.
  func index(of id: PersistentIdentifier) -> Int? { rows.shown.index(of: id, near: view.selection.index) }

  /// Whether rows are still being read; what can't be read is not waited for.
  var isBeingRead: Bool { rows.error == nil && !(rows.isCurrent && rows.shown.isComplete) }

  /// One of many items: that under the cursor, or one that is easily found.
  func sample(of targets: ItemTargets) -> PersistentIdentifier? {
    if let id = view.selectedID, targets.contains(id) { return id }
    switch targets.marking {
    case .these(let ids): return ids.first
    case .all: return view.selection.visible.map(rows.id(at:)).first(where: targets.contains)
    }
  }

  // MARK: - The cursor

  /// Notes where an event of the person has put the cursor.
  func noteCursor() { cursor.place(on: view.selectedID) }

  /// Notes where the cursor is after something that was no event of the person.
  func settleCursor() { cursor.settle(on: view.selectedID) }

  /// Notes that a row came under the cursor unseen.
  func noteUnseenArrival() { if let id = view.selectedID { cursor.arrivedUnseen(id) } }

  /// Waits for the first of some new items, which may be in the list already, and puts the cursor on it.
  ///
  /// - Returns: the expectation that ends with the item that was awaited before.
  func wait(
    for ids: [PersistentIdentifier], ending expectation: EventQueue.Expectation?
  ) -> EventQueue.Expectation? {
    cursor.wait(for: ids, ending: expectation)
  }

  /// Waits for no new item any more.
  func stopAwaiting() { cursor.stopAwaiting() }

  /// Waits no longer for a new item that no key waits for.
  func stopAwaitingUnlessKeysDo() { cursor.stopAwaitingUnlessKeysDo() }

  /// Follows the rows: the cursor goes with its item, and what has left the list is not selected any more.
  func follow() {
    let (old, isNew, row) = (cursor.id, cursor.isInNewList, view.selection.index)
    let landing = cursor.land(
      near: row, followsItem: environment.configuration.cursor == .item, isCurrent: rows.isCurrent,
      find: { [rows] in rows.shown.index(ofVisible: $0, near: row, isOutline: rows.isOutline) },
      findNew: { [rows] in rows.shown.index(of: $0, near: 0) })
    var change = Change()
    switch landing {
    case .arrival(let index, let expectation):
      change.ended = expectation
      if expectation != nil { change.newItemPlace = place(of: index) }
      view.reload(selecting: index)
    case .row(let index):
      view.reload(selecting: index)
      // In an empty list, or one that is being read for the first time, there was nothing to aim at.
      if !isNew, let old, let id = view.selectedID, id != old { change.displaced = old }
    }
    if rows.isCurrent { cursor.noteRead() }
    selection.dropGoneItems()
    events?(.rows(change))
    cursor.settle(on: view.selectedID)
  }

  /// Says where a row is, unless it can be seen.
  private func place(of index: Int) -> String? {
    let visible = view.selection.visible
    guard visible.count == view.selection.height, !visible.isEmpty, !visible.contains(index) else { return nil }
    return index < visible.lowerBound ? "above" : "below"
  }

  /// Whether a move would end at a row that is the last one only until the others have been read.
  func reachesUnreadRows(_ motion: Motion?) -> Bool {
    guard let motion, rows.isCurrent, !rows.shown.isComplete, rows.error == nil else { return false }
    let rowsBelow = rows.count - 1 - (view.selection.index ?? 0)
    return motion.rowsDown(height: view.selection.height) > rowsBelow
  }

  /// Moves to the next match, and from the last one to the first.
  func goToMatch(_ step: Int) {
    view.select { selection in
      guard selection.count > 0 else { return }
      selection.select(((selection.index ?? 0) + step + selection.count) % selection.count)
    }
  }

  /// Shows or hides the sub-items of the item under the cursor; on a sub-item, hides it with its siblings.
  func toggleFold() {
    guard let id = view.selectedID else { return }
    if rows.canFold(id) {
      if rows.isUnfolded(id) { rows.fold(id) } else { rows.unfold(id) }
      return foldingChanged(selecting: id)
    }
    guard let parent = rows.item(id)?.parent?.persistentModelID else { return }
    rows.fold(parent)
    foldingChanged(selecting: parent)
  }

  private func foldingChanged(selecting id: PersistentIdentifier) {
    view.reload(selecting: index(of: id))
    selection.dropGoneItems()
  }

  // MARK: - Drawing

  /// Follows what only a frame needs: the focus, and rows that came or went without notice.
  func prepareToDraw(isFocused: Bool) {
    // Drawing rows that are gone would end the program.
    if view.selection.count != rows.count { view.reload(selecting: nil) }
    let style = isFocused ? environment.roles.selected : .plain
    guard view.selectionStyle != style else { return }
    view.selectionStyle = style
    view.invalidateAll()
  }

  func render(into canvas: inout Canvas, in area: Rect) {
    guard !area.isEmpty else { return }
    view.select { $0.update(height: area.height) }
    rows.shown.prefetch(view.selection.visible)
    view.render(into: &canvas, in: area)
  }

  /// Notes that a frame was shown.
  ///
  /// - Parameter now: the time, if nothing lay over the list.
  func noteShown(at now: Duration?) {
    rows.noteVisible(view.selection.visible)
    if let now { cursor.noteShown(at: now) }
  }

  /// The row of the screen that the cursor is on; nil if it is on none.
  func cursorRow(in area: Rect) -> Int? {
    guard let index = view.selection.index, view.selection.visible.contains(index) else { return nil }
    return area.y + index - view.selection.visible.lowerBound
  }
}
