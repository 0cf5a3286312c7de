import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The list: what it shows, its rows, the cursor and the selection.
///
/// The view always has as many rows as ``ItemRows/shown``; the owner applies each ``Change``.
@MainActor
final class ItemList {
  /// What a change of the rows means for the screen.
  struct Change {
    /// What ended with a new item under the cursor.
    var ended: EventQueue.Expectation?
    /// Above or below, if a new item is out of sight.
    var newItemPlace: String?
    /// The item that was under the cursor, if another is there now.
    var displaced: PersistentIdentifier?
  }

  /// Up to so many items are looked for one by one.
  static let maxSearched = 100

  let rows: ItemRows
  let view: ListView<ItemRows>
  let selection: ItemSelection
  private(set) var listing: Listing
  private(set) var query: ItemQuery
  private(set) var cursor = Cursor() { didSet { rows.awaited = cursor.awaited } }

  /// How deep the item stands that the cursor waits for, if it is there already and moves; nil for a new one.
  private var awaitedLevel: Int?
  private var events: ScreenEvents?
  let environment: ListScreen.Environment
  private let counts: ListCounts
  private let footing: ListFooting
  /// What sections and urgency are relative to: the same while a search is typed, so that its rows need no other order.
  private var moment: DateReference
  private var listingBeforeSearch: Listing?
  /// What the search finds elsewhere, as it was told last.
  private var toldElsewhere: (matches: Int, outside: String?) = (0, nil)
  /// The lists that were left for others, the last one last.
  private var earlier: [Listing] = []
  /// The filter that was saved last, and the list that it was saved from.
  private var saved: (filter: NamedQuery, from: Listing)?

  /// - Throws: `StoreError` if the store can't be read, `QueryError` if the filter makes no sense.
  init(_ environment: ListScreen.Environment, _ keys: CommandKeys) throws {
    self.environment = environment
    listing = environment.listing
    query = try listing.query(environment.queryReference)
    moment = query.reference
    let cells = ItemCells(
      roles: environment.roles, dates: DateWords(now: environment.now(), style: environment.configuration.dates))
    let order = environment.order(listing.orders(query), at: query.reference)
    rows = try ItemRows(
      context: environment.context, query: query, outline: listing.outline(query, order), order: order,
      row: ItemRow(columns: environment.configuration.columns, cells: cells))
    view = ListView(source: rows)
    view.selectionStyle = environment.roles.selected
    view.showsScrollBar = true
    selection = ItemSelection(view, rows)
    counts = ListCounts(context: environment.context)
    footing = ListFooting(environment, keys)
  }

  func start(_ events: @escaping ScreenEvents) {
    self.events = events
    rows.onChange = { [weak self] change in
      switch change {
      case .rows: self?.follow()
      case .words:
        self?.view.invalidateAll()
        // The frame of what has changed may have been drawn before.
        events(.redraw)
      }
    }
    let tellWords: @MainActor () -> Void = { events(.words) }
    (selection.onChange, counts.onChange) = (tellWords, tellWords)
    view.onChange = { [weak self] id in
      self?.rowChanged(id)
      tellWords()
    }
    footing.onChange = { [weak self] in self?.footingChanged() }
    cursor.settle(on: view.selectedID)
  }

  /// Whether the first rows are still being read.
  var awaitsFirstRows: Bool { rows.count == 0 && !rows.shown.isComplete && rows.error == nil }

  /// Begins to count, in the background.
  func beginCounting() {
    rows.beginCounting()
    if counts.isCounting { footing.follow(listing, isTyped: false) } else { count() }
    footingChanged()
  }

  /// Whether a row has changed and stayed in its section: others may have changed with it, off the screen.
  private var mayHaveOtherSections = false

  /// A row that stays where it is may be in another section now.
  private func rowChanged(_ id: PersistentIdentifier) {
    guard rows.hasSections else { return }
    if rows.isInItsSection(id, in: view.selection.visible) { mayHaveOtherSections = true } else { followSections() }
  }

  private func followSections() {
    mayHaveOtherSections = false
    guard rows.followSections() else { return }
    view.reload(selecting: view.selection.index)
    events?(.redraw)
  }

  private func footingChanged() {
    let line = footing.line(hasRows: rows.count > 0)
    let elsewhere = (footing.matchesElsewhere, footing.wordsForMatchesOutside)
    if toldElsewhere != elsewhere {
      toldElsewhere = elsewhere
      events?(.redraw)
    }
    guard line != rows.footing else { return }
    rows.footing = line
    view.reload(selecting: view.selection.index)
    events?(.redraw)
  }

  /// How many items were done today, while that stands below the agenda as a number; nil if it is not known.
  var doneTodayCount: Int? { footing.doneTodayCount }

  /// How many items the search finds that the filter leaves out, as far as is known.
  var matchesElsewhere: Int { footing.matchesElsewhere }

  /// How many items it finds that the context leaves out, in words; nil if there are none, as far as is known.
  var wordsForMatchesOutside: String? { footing.wordsForMatchesOutside }

  // MARK: - What is shown

  /// Shows another list and clears the selection, which may be out of sight.
  ///
  /// - Parameter counting: whether to count the rows; not while a search is typed.
  /// - Throws: `QueryError` if it makes no sense; the list stays as it is then.
  func show(_ listing: Listing, counting: Bool = true) throws(QueryError) {
    let query = try listing.query(environment.queryReference)
    let isOtherQuery = !query.asksForSame(as: self.query)
    (self.listing, self.query) = (listing, query)
    view.unmarkAll()
    view.invalidateAll()
    moment = query.reference
    let order = environment.order(listing.orders(query), at: moment, after: rows.order)
    rows.show(query, outline: listing.outline(query, order), order: order)
    // The same rows may have other headings, or none.
    if view.selection.count == rows.count, view.selection.headings != rows.headings {
      view.reload(selecting: view.selection.index)
    }
    cursor.enterList(isRead: rows.isCurrent)
    cursor.stopAwaiting()
    if isOtherQuery { counts.forget() }
    if counting, !counts.isCounting { count() } else { footing.follow(listing, isTyped: !counting) }
    footingChanged()
  }

  /// Follows the clock: rows become overdue, and queries and orders by time run again each minute.
  ///
  /// - Parameter isLater: whether it is known that something is overdue now, or has begun, which need not be a drawn row.
  func update(_ now: Date, counting: Bool, isLater: Bool = false) {
    let isOverdue = rows.update(now: now) || isLater
    if isOverdue {
      view.invalidateAll()
      environment.renewQueryReference()
    }
    footing.renew(listing, isTyped: !counting, at: now)
    guard isOverdue || !moment.isInMinute(of: now), query.dependsOnTime || rows.dependsOnTime,
      let query = try? listing.query(environment.queryReference)
    else { return }
    self.query = query
    moment = query.reference
    let order = environment.order(listing.orders(query), at: moment)
    rows.show(query, outline: listing.outline(query, order), order: order, isRefresh: true)
    if counting { count() }
  }

  /// What changes as time goes by of what was drawn.
  ///
  /// - Parameter countsByTime: whether counts are shown that change too.
  func shownMoments(countsByTime: Bool) -> ClockWatch.Shown {
    ClockWatch.Shown(
      movesRows: countsByTime || query.dependsOnTime || rows.dependsOnTime,
      namesDays: rows.namesDays || query.hasDates, nextRow: rows.nextChange, reference: moment.now)
  }

  func count() {
    footing.follow(listing, isTyped: false)
    counts.count(query, within: listing.context.flatMap { try? ItemQuery($0.query, environment.queryReference) })
  }

  func order(by order: ItemOrder) -> Listing {
    var listing = listing
    listing.order = order
    return listing
  }

  /// The first sort order.
  var order: ItemOrder { listing.orders(query)[0] }

  /// The number of rows in words: selected, found or counted.
  func countText(whileSearching: Bool) -> String {
    if view.markedCount > 0 { return "\(view.markedCount.grouped) selected" }
    if !whileSearching, !counts.text.isEmpty { return counts.text }
    let count = rows.count.grouped + (rows.shown.isComplete ? "" : "+")
    return whileSearching ? "\(count) found" : count
  }

  /// Whether it is known that there is no item at all.
  var isStoreEmpty: Bool { counts.isStoreEmpty }

  /// Whether sub-items stand below their items, once all of them are known.
  var hasOutline: Bool { listing.outline(query, rows.order) != nil }

  /// Remembers list and cursor before a search.
  func beginSearch() {
    if listing.search.isEmpty {
      // One that was emptied and entered again begins within the filter.
      listing.searchesAll = false
      cursor.beginSearch()
    }
    listingBeforeSearch = listing
  }

  func listing(searching text: String) -> Listing {
    var listing = listing
    listing.search = text
    // A chosen order holds until the search asks for another.
    if text.contains("sort:") { listing.order = nil }
    return listing
  }

  /// The list without its search, in the order before it.
  var listingWithoutSearch: Listing {
    var listing = listing.withoutSearch
    listing.order = listing.order ?? listingBeforeSearch?.order
    return listing
  }

  /// The most lists that one can go back through.
  private static let maxEarlier = 50

  /// Remembers a list that was left for another one; not its search, which ended there.
  func noteDeparture(from listing: Listing) {
    let left = listing.withoutSearch
    earlier = earlier.suffix(Self.maxEarlier - 1).filter { $0 != left } + [left]
  }

  /// The list that was left last, which is forgotten then, or else the usual one; nil if that is shown.
  func takeEarlier() -> Listing? {
    if let last = earlier.popLast() { return last }
    guard let usual = environment.usual, (usual.filter.query, usual.order) != (listing.filter.query, listing.order)
    else { return nil }
    return usual
  }

  /// Remembers the list, as it is about to be shown under the name of a filter that was saved from it.
  func noteSaved(as filter: NamedQuery) { saved = (filter, listing) }

  /// The list that a filter was saved from; nil if that was long ago, or elsewhere.
  func listingBeforeSaving(_ filter: NamedQuery) -> Listing? { saved?.filter == filter ? saved?.from : nil }

  func returnToSearchOrigin() { cursor.returnToSearchOrigin() }

  // MARK: - Items

  /// The selection, or the item under the cursor.
  var targets: ItemTargets {
    let marking = view.markedCount > 0 ? view.marking : .these(Set([view.selectedID].compactMap(\.self)))
    return ItemTargets(marking: marking, listed: rows.shown.items)
  }

  func target(_ id: PersistentIdentifier) -> ItemTargets {
    ItemTargets(marking: .these([id]), listed: rows.shown.items)
  }

  /// The most characters of a title within a sentence.
  static let maxTitleLength = 160

  /// The title of one item, the number of several.
  func words(for targets: ItemTargets, titleLimit: Int = ItemList.maxTitleLength) -> String {
    targets.only.map { words(for: $0, titleLimit: titleLimit) } ?? "\(targets.count.grouped) items"
  }

  func words(for id: PersistentIdentifier, titleLimit: Int = ItemList.maxTitleLength) -> String {
    rows.item(id).map { "“\(TerminalText.beginning(of: $0.title, limit: titleLimit))”" } ?? "1 item"
  }

  /// Whether an item matches the query.
  func isShown(_ id: PersistentIdentifier) -> Bool {
    guard let item = rows.item(id) else { return false }
    guard let predicate = query.predicate else { return true }
    // An item that can't be evaluated is not waited for.
    return (try? predicate.evaluate(item)) ?? true
  }

  /// Whether an item belongs to a context.
  func isIn(_ context: NamedQuery, _ id: PersistentIdentifier) -> Bool {
    guard let item = rows.item(id), let query = try? ItemQuery(context.query, environment.queryReference) else {
      return true
    }
    return (try? query.predicate?.evaluate(item)) ?? true
  }

  /// Searches near the cursor first.
  func index(of id: PersistentIdentifier) -> Int? { rows.shown.index(of: id, near: view.selection.index) }

  /// Whether rows are still being read; after an error they are not.
  var isBeingRead: Bool { rows.error == nil && !(rows.isCurrent && rows.shown.isComplete) }

  /// One of many items: under the cursor, or easily found.
  func sample(of targets: ItemTargets) -> PersistentIdentifier? {
    if let id = view.selectedID, targets.contains(id) { return id }
    switch targets.marking {
    case .these(let ids): return ids.first
    case .all: return view.selection.visible.map(rows.id(at:)).first(where: targets.contains)
    }
  }

  // MARK: - The cursor

  func noteCursor() { cursor.place(on: view.selectedID) }

  func settleCursor() { cursor.settle(on: view.selectedID) }

  func noteUnseenArrival() { if let id = view.selectedID { cursor.arrivedUnseen(id) } }

  /// Puts the cursor on the first of some new items, now or when they come.
  ///
  /// - Parameter level: how deep the item stands then; nil for any depth.
  /// - Returns: the expectation of the item that it waited for before.
  func wait(
    for ids: [PersistentIdentifier], ending expectation: EventQueue.Expectation?, atLevel level: Int? = nil
  ) -> EventQueue.Expectation? {
    awaitedLevel = level
    return cursor.wait(for: ids, ending: expectation)
  }

  func stopAwaitingNewItems() { cursor.stopAwaitingNewItems() }

  /// Stops waiting for a new item, unless keys wait for it.
  func stopAwaitingUnlessKeysDo() { cursor.stopAwaitingUnlessKeysDo() }

  /// Follows changed rows: the cursor follows its item, the selection loses what is gone.
  func follow() {
    let (old, isNew, row) = (cursor.id, cursor.isInNewList, view.selection.index)
    let landing = cursor.land(
      near: row, followsItem: environment.configuration.cursor == .item, isCurrent: rows.isCurrent,
      find: { [rows] in rows.shown.index(ofVisible: $0, near: row, isOutline: rows.isOutline) },
      findNew: { [rows, awaitedLevel] id in
        guard let index = rows.shown.index(of: id, near: 0) else { return nil }
        return awaitedLevel == nil || awaitedLevel == rows.level(of: id) ? index : nil
      })
    var change = Change()
    switch landing {
    case .arrival(let index, let expectation):
      change.ended = expectation
      // What was moved is no new item.
      if expectation != nil, awaitedLevel == nil { change.newItemPlace = place(of: index) }
      awaitedLevel = nil
      view.reload(selecting: index)
    case .row(let index):
      view.reload(selecting: index)
      // In an empty or new list there was nothing to aim at.
      if !isNew, let old, let id = view.selectedID, id != old {
        change.displaced = old
        // Rows and outline follow a change one after the other, so an item that moves in the tree is in neither for a while.
        if rows.isOutline, environment.configuration.cursor == .item, isShown(old) { cursor.waitForReturn(of: old) }
      }
    }
    if rows.isCurrent { cursor.noteRead() }
    selection.dropGoneItems()
    footingChanged()
    events?(.rows(change))
    cursor.settle(on: view.selectedID)
  }

  /// Above or below; nil for a row that has room.
  private func place(of index: Int) -> String? {
    let selection = view.selection
    guard !selection.visible.isEmpty, !selection.hasRoom(for: index) else { return nil }
    return index < selection.offset ? "up" : "down"
  }

  /// Whether a row below all others would be on the screen.
  var hasRoomBelow: Bool { view.selection.hasRoom(for: rows.count) }

  /// Whether a motion goes beyond the rows that have been read.
  func reachesUnreadRows(_ motion: Motion?) -> Bool {
    guard let motion, rows.isCurrent, !rows.shown.isComplete, rows.error == nil else { return false }
    let rowsBelow = rows.count - 1 - (view.selection.index ?? 0)
    return motion.rowsDown(height: view.selection.height) > rowsBelow
  }

  /// Moves to the next match, around the ends.
  func goToMatch(_ step: Int) {
    view.select { selection in
      guard selection.count > 0 else { return }
      selection.select(((selection.index ?? 0) + step + selection.count) % selection.count)
    }
  }

  /// Folds or unfolds the item under the cursor; a sub-item is folded with its siblings.
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

  /// Whether the mark that folds an item stands at a point of the last frame.
  func hasFoldMark(_ id: PersistentIdentifier, at point: Point) -> Bool {
    rows.hasFoldMark(id, at: point.x - view.area.x, width: view.area.width)
  }

  private func foldingChanged(selecting id: PersistentIdentifier) {
    view.reload(selecting: index(of: id))
    selection.dropGoneItems()
  }

  // MARK: - Drawing

  /// Takes the colours of another theme.
  func take(_ roles: Roles) {
    rows.take(roles)
    footingChanged()
    view.invalidateAll()
  }

  /// Follows the focus, and rows that changed without notice.
  func prepareToDraw(isFocused: Bool) {
    // Drawing a missing row would trap.
    if view.selection.count != rows.count { view.reload(selecting: nil) }
    let style = isFocused ? environment.roles.selected : .plain
    guard view.selectionStyle != style else { return }
    view.selectionStyle = style
    view.invalidateAll()
  }

  func render(into canvas: inout Canvas, in area: Rect) {
    guard !area.isEmpty else { return }
    view.render(into: &canvas, in: area)
  }

  /// The headings above the rows that were drawn last.
  var columnHeadings: ColumnHeadings { rows.columnHeadings(order, width: view.area.width) }

  /// - Parameter now: when the frame was shown, if nothing covered the list.
  func noteShown(at now: Duration?) {
    rows.noteVisible(view.selection.visible, keeps: view.keeps)
    if let now { cursor.noteShown(at: now) }
    view.drawAhead()
    // It reads items at the ends of sections, for which the frame does not wait.
    if mayHaveOtherSections { followSections() }
  }

  /// Nil if the cursor is on no visible row.
  func cursorRow(in area: Rect) -> Int? {
    guard let index = view.selection.index, view.selection.visible.contains(index) else { return nil }
    return area.y + view.selection.line(of: index)
  }
}
