import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The list of items, full screen: what keys do, and what is shown.
@MainActor
final class ListScreen: Scene {
  /// What the screen needs from outside.
  struct Environment {
    let context: ModelContext
    let createHandler: ItemActions.HandlerFactory
    let title: String
    var configuration = Configuration()
    /// What to show at first.
    var listing = Listing.everything
    var now: @MainActor () -> Date = { Date() }

    var roles: Roles { Roles(configuration.theme) }
  }

  let environment: Environment
  let rows: ItemRows
  let list: ListView<ItemRows>
  let actions: ItemActions
  /// What is beside the list.
  let panes: ListPanes
  /// What is edited in an editor.
  var editor = EditorDesk()
  let counts: ListCounts
  let keys: CommandKeys
  /// The keys of a sequence that has begun.
  var sequence: KeySequence<Command>
  var sequenceTimer: (any EventTimer)?
  /// Whether no longer sequence is waited for, but the item that the command is meant for.
  var isSequenceOver = false
  var draft: Draft?
  /// Whether selected items are being looked for that have left the list.
  var goneItems = GoneItems.known
  /// What is shown.
  var listing: Listing
  /// What is shown, understood.
  var query: ItemQuery
  /// What was shown before the search.
  var listingBeforeSearch: Listing?
  /// The item under the cursor when the search began.
  var placeBeforeSearch: PersistentIdentifier?
  /// The item that the cursor returns to, if the list that is being read has it.
  var returning: PersistentIdentifier?
  /// Whether nothing of what is shown now has been read yet.
  var isNewListing = false
  /// The numbers of lists, tags and filters, once somebody asked for them.
  var liveCounts: LiveCounts?
  /// Watches them while they are shown.
  var filterRegion: ObservedRegion?
  /// What lies over the list.
  var overlay: Overlay? { didSet { if overlay == nil { overlayWork = nil } } }
  /// Finds out what it is to say; ends with it.
  var overlayWork: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// What is offered to be undone.
  var offer: UndoOffer?
  /// The command that what is said names.
  var offeredCommand: Command?
  /// What was done or refused, said in passing.
  var toasts: ToastShelf?
  /// Why the last key did nothing, if that is said.
  var refusal: Toast?
  /// Typed texts whose save failed while another text was being typed.
  var failedDrafts: [Draft] = []
  /// Keys that came before their item.
  var typeAhead = TypeAhead()
  /// What has come under the cursor unseen.
  var unseenRow = UnseenRow()
  /// The person's changes that the list may not have followed yet, and when they were made.
  var endedChanges: [(work: LongWork, time: Duration)] = []
  /// What was asked for and is not stored yet.
  var askedStates = AskedStates()
  /// The names that texts are completed with.
  let names = LiveNames()
  /// Runs while moves wait as well.
  var movesTimer: (any EventTimer)?
  /// Ends the waiting of keys for what does not come.
  var waitingTimer: (any EventTimer)?
  /// Looks how far long work has come.
  var workTimer: (any EventTimer)?
  /// Why the program will end, once everything is saved.
  var leaving: ExitReason?
  weak var application: Application?

  private var selected: PersistentIdentifier?
  /// An item that is to be selected as soon as it is in the list.
  var awaited: AwaitedItem?

  /// - Throws: `StoreError` if the store can't be read, `QueryError` if the filter makes no sense.
  init(_ environment: Environment) throws {
    self.environment = environment
    keys = CommandKeys(environment.configuration)
    sequence = KeySequence(keys.bindings)
    listing = environment.listing
    query = try listing.query(DateReference(now: environment.now()))
    rows = try ItemRows(
      context: environment.context, query: query, orders: listing.orders(query),
      row: ItemRow(columns: environment.configuration.columns, cells: Self.cells(environment)))
    counts = ListCounts(context: environment.context)
    list = ListView(source: rows)
    list.selectionStyle = environment.roles.selected
    actions = ItemActions(createHandler: environment.createHandler)
    panes = ListPanes(environment)
  }

  /// The size of the screen.
  var size: Size { application?.screen.size ?? .zero }

  private static func cells(_ environment: Environment) -> ItemCells {
    ItemCells(
      roles: environment.roles, dates: DateWords(now: environment.now(), style: environment.configuration.dates))
  }

  func start(in application: Application) {
    self.application = application
    let toasts = ToastShelf(clock: application.clock)
    toasts.onChange = { [weak self] in
      self?.offer = nil
      self?.application?.setNeedsDisplay()
    }
    self.toasts = toasts
    list.onChange = { [weak self] in self?.rowsSayOtherThings() }
    rows.onChange = { [weak self] in self?.rowsChanged() }
    rows.acceptsFirstPage = { [weak self] first in self?.accepts(first) ?? true }
    startPanes()
    rows.onRedraw = { [weak self] in self?.list.invalidateAll() }
    counts.onChange = { [weak application] in application?.setNeedsDisplay() }
    // After the first frame, which need not share the processors with counting.
    Task { [weak self] in self?.countIfSettled() }
    names.onChange = { [weak application] in application?.setNeedsDisplay() }
    actions.onWorkChange = { [weak self] in self?.followWork() }
    actions.onEnding = { [weak self] in self?.say("ended; nothing is changed") }
    actions.onFinish = { [weak self] in self?.changeWasFinished() }
    actions.onEnd = { [weak self] in self?.noteEnded($0) }
    actions.onBegin = { [weak self] in self?.changeBegins() }
    actions.onFailure = { [weak self] in self?.stay() }
    actions.onStatusChange = { [weak application] in application?.setNeedsDisplay() }
    noteSelection()
    // The filling of a preview has begun by now.
    followWork()
  }

  func handle(_ event: Event) {
    if rows.update(now: environment.now()) { list.invalidateAll() }
    panes.update(environment.now())
    refreshIfStale()
    if event.isOfThePerson { dismissRefusal() }
    switch event {
    case .key(let key): handle(key)
    case .paste(let paste): insert(paste.text)
    case .mouse(let mouse): handle(mouse)
    case .resize, .focus: break
    }
    // The person has put the cursor there.
    if list.selectedID != selected { unseenRow.forget() }
    noteSelection()
  }

  func shouldExit(_ reason: ExitReason) -> Bool {
    leave(reason)
    return false
  }

  /// Leaves when the last running save has ended, so that nothing is lost.
  ///
  /// If that save fails, a person who wanted to quit stays, to see why; a signal is obeyed all the same.
  func leave(_ reason: ExitReason) {
    // A signal that comes while a person waits to quit is no wish that can be taken back.
    if case .quit = reason, leaving != nil { return }
    leaving = reason
    actions.whenIdle { [weak self] in
      guard let self, leaving == reason else { return }
      application?.exit(reason)
    }
  }

  /// Takes a wish to quit back; a signal or a vanished terminal can't be.
  func stay() {
    if case .quit = leaving { leaving = nil }
  }

  /// The selection follows the item, not the place.
  func noteSelection() {
    selected = list.selectedID
    updatePanes()
  }

  /// Selects a new item, which may be in the list already or come with the next change of it.
  ///
  /// - Parameter number: what keys wait for until then, if they do.
  func selectWhenListed(_ id: PersistentIdentifier, number: Int? = nil) {
    selectFirstWhenListed([id], number: number)
  }

  /// Selects that of new items which is the first one in the list.
  func selectFirstWhenListed(_ ids: [PersistentIdentifier], number: Int? = nil) {
    // Of two new items the later one is selected; the earlier one is not waited for any more.
    if let earlier = awaited?.number { typeAhead.end(earlier) }
    awaited = AwaitedItem(ids: ids, number: number)
    if let number { noteSaved(number) }
    rowsChanged()
  }

  private func changeBegins() {
    takeOfferBack()
    // A cursor that no key waits for need not go anywhere any more.
    if awaited?.number == nil { awaited = nil }
  }

  /// Keys may have waited for it.
  private func changeWasFinished() {
    resumeTypeAhead()
    noteSelection()
    application?.setNeedsDisplay()
  }

  /// The first place of some items in the list; nil if it has none of them.
  func firstIndex(of ids: [PersistentIdentifier]) -> Int? { ids.compactMap { rows.index(of: $0, near: 0) }.min() }

  private func rowsSayOtherThings() {
    checkOffer()
    application?.setNeedsDisplay()
  }

  /// The cursor follows its item wherever that is, and what is selected stays so in a list that is only read anew.
  private func accepts(_ first: FirstRows) -> Bool {
    isNewListing && [returning, selected].compactMap(\.self).allSatisfy(first.settle)
  }

  /// What the cursor follows, first what it would rather be on.
  private var followed: [PersistentIdentifier] {
    [isNewListing && rows.isCurrent ? returning : nil, selected].compactMap(\.self)
  }

  func rowsChanged() {
    let (old, isOwn) = (selected, isNewListing)
    var isAwaited = false
    if let awaited, let index = firstIndex(of: awaited.ids) {
      (self.awaited, isAwaited) = (nil, true)
      if let number = awaited.number {
        typeAhead.end(number)
        sayWhere(index)
      }
      list.reload(selecting: index)
    } else {
      let place = list.selection.index
      let followsItem = environment.configuration.cursor == .item || isNewListing
      let index = followsItem ? followed.lazy.compactMap { [rows] in rows.place(of: $0, near: place) }.first : nil
      // In another list the place means nothing.
      list.reload(selecting: index ?? (isNewListing && rows.isCurrent ? 0 : nil))
    }
    if rows.isCurrent { (isNewListing, returning) = (false, nil) }
    if !isOwn, !isAwaited { noteArrival(instead: old) }
    dropSelectionOfGoneItems()
    checkOffer()
    noteDepartures()
    resumeTypeAhead()
    noteSelection()
    application?.setNeedsDisplay()
  }
}
