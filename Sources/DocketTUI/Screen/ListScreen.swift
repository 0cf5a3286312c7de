import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The list, full screen: wires the list, what lies over it, what waits, and what is being changed.
@MainActor
final class ListScreen: Scene {
  /// What the screen needs from outside.
  struct Environment {
    let context: ModelContext
    let createHandler: ChangeQueue.HandlerFactory
    let title: String
    var configuration = Configuration()
    /// What to show at first.
    var listing = Listing.everything
    var now: @MainActor () -> Date = { Date() }

    @MainActor var roles: Roles { Roles(configuration.theme) }
    /// What dates that people type are relative to.
    @MainActor var reference: DateReference { DateReference(now: now()) }
  }

  let environment: Environment
  let keys: CommandKeys
  let items: ItemList
  let panes: ListPanes
  let layers = LayerStack()
  let changes: ChangeQueue
  let notices: Notices
  let input: EventPump
  let editor = ItemEditor()
  let names = LiveNames()
  /// What the last frame showed, for the mouse.
  let frame = ShownFrame()
  private(set) weak var application: Application?
  /// Why the program will end, once everything is saved.
  private(set) var leaving: ExitReason?
  private var counts: LiveCounts?
  private var isResuming = false

  /// - Throws: `StoreError` if the store can't be read, `QueryError` if the filter makes no sense.
  init(_ environment: Environment) throws {
    self.environment = environment
    keys = CommandKeys(environment.configuration)
    items = try ItemList(environment)
    panes = ListPanes(environment)
    changes = ChangeQueue(createHandler: environment.createHandler)
    notices = Notices(keys: keys, changes: changes)
    input = EventPump(keys.bindings)
  }

  func start(in application: Application) {
    self.application = application
    let redraw: @MainActor () -> Void = { [weak application] in application?.setNeedsDisplay() }
    notices.start(clock: application.clock, onRedraw: redraw)
    input.start(clock: application.clock) { [weak self] in self?.follow($0) }
    items.onChange = { [weak self] in self?.follow($0) }
    items.onRedraw = { [weak self] in self?.rowsSayOtherThings() }
    items.start()
    names.onChange = redraw
    panes.detail.onChange = redraw
    panes.sidebar.onChange = redraw
    panes.sidebar.onChoose = { [weak self] filter in
      self?.show(filter)
      self?.panes.focus(.list)
    }
    updatePanes()
    changes.start(clock: application.clock) { [weak self] in self?.follow($0) }
  }

  // MARK: - What rooms share

  /// The size of the screen.
  var size: Size { application?.screen.size ?? .zero }

  /// The time by which keys and frames are compared.
  var now: Duration { application?.clock.now ?? .zero }

  func setNeedsDisplay() { application?.setNeedsDisplay() }

  /// What footer, help and palette say about the commands.
  var hints: CommandHints { CommandHints(keys: keys) { [self] in $0.row.disabledReason(self) } }

  /// The numbers of lists, tags and filters, followed from when they are first asked for.
  var liveCounts: LiveCounts? {
    if counts == nil {
      counts = try? LiveCounts(context: environment.context, reference: environment.reference)
    }
    return counts
  }

  /// The names that texts are completed with; empty until they have been read.
  var completionNames: CompletionNames { names.names(liveCounts) }

  /// What completes the line that is being typed; counts are not begun for it.
  func completion(of prompt: LinePrompt) -> Completion? { names.completion(of: prompt, counts) }

  // MARK: - Showing

  /// Shows something else.
  ///
  /// - Throws: `QueryError` if it makes no sense; what is shown stays then.
  func show(_ listing: Listing) throws(QueryError) {
    try items.show(listing, counting: !isSearching)
    if !items.rows.isCurrent { input.holdMoves() }
    input.endAll()
  }

  /// Shows a filter without a search, in the order that was chosen.
  func show(_ filter: NamedQuery) {
    var listing = Listing(filter: filter)
    listing.order = items.listing.order
    do { try show(listing) } catch { notices.refuse("\(filter.name): \(error.message)") }
  }

  /// Puts an order before the one that the query asks for.
  func order(by order: ItemOrder) {
    // The query was parsed before, so it makes sense.
    try? show(items.order(by: order))
  }

  /// Whether a search is being typed, so that its rows are not counted.
  var isSearching: Bool { layers.prompt?.isSearch == true }

  /// Puts the cursor on the first of some new items, which may be in the list already or come with its next change.
  ///
  /// - Parameter expectation: what keys wait for until then, if they do.
  func selectFirstWhenListed(_ ids: [PersistentIdentifier], ending expectation: EventQueue.Expectation? = nil) {
    if let earlier = items.wait(for: ids, ending: expectation) { input.end(earlier) }
    if let expectation { input.noteSaved(expectation) }
    items.follow()
  }

  /// Lets the panes follow the list; not while something is drawn.
  func updatePanes() {
    panes.select(items.view.selectedID)
    panes.sidebar.shownQuery = items.listing.filter.query
  }

  // MARK: - Following

  private func follow(_ change: ItemList.Change) {
    if let ended = change.ended { input.end(ended) }
    if let place = change.newItemPlace {
      notices.say("added \(place), as the list is \(items.order.words)", offering: .undo)
    }
    if let old = change.displaced, !isOurDoing(old) { items.noteUnseenArrival() }
    notices.checkOffer()
    input.endLeaving(input.queue.leaving.filter { items.index(of: $0) == nil })
    goOn()
  }

  private func rowsSayOtherThings() {
    notices.checkOffer()
    setNeedsDisplay()
  }

  /// Whether it is by a change of the person's that an item is no longer under the cursor.
  private func isOurDoing(_ old: PersistentIdentifier) -> Bool {
    // Where the cursor keeps its row, it is on another item whatever moves.
    let keepsRow = environment.configuration.cursor != .item
    let isGone = items.rows.item(old)?.isDeleted ?? true
    return !keepsRow && input.queue.leaving.contains(old)
      || changes.explains(old, isGone: isGone, anyChange: keepsRow)
  }

  private func follow(_ event: ChangeQueue.Event) {
    switch event {
    case .begun:
      notices.withdrawOffer()
      // A cursor that no key waits for need not go anywhere any more.
      items.stopAwaitingUnlessKeysDo()
      setNeedsDisplay()
    case .cancelled: notices.say("ended; nothing is changed")
    case .failed: stay()
    case .completed: goOn()
    case .redraw: setNeedsDisplay()
    }
  }

  private func follow(_ timeout: EventPump.Timeout) {
    switch timeout {
    case .goOn: goOn()
    case .list:
      // What can't have come yet is waited for.
      guard items.rows.isCurrent, items.rows.shown.isComplete else { return input.awaitList() }
      // The keys were meant for what the list does not show: on anything else they would do harm.
      dropWaiting()
      forgetSaved()
    }
  }

  // MARK: - Waiting

  /// Lets what waits go on, as far as it need not wait on.
  func goOn() {
    resume()
    items.settleCursor()
    updatePanes()
    setNeedsDisplay()
  }

  /// Acts on what waits, as far as it need not wait on.
  func resume() {
    // Acting on an event may change rows, which lets events go on; they go on when this one is done.
    guard !isResuming else { return }
    isResuming = true
    defer { isResuming = false }
    while let action = input.next(
      isListOnTop: layers.isEmpty, cursor: items.view.selectedID, isCurrent: items.rows.isCurrent, holds: holds)
    {
      perform(action)
    }
  }

  /// Lets keys wait for items to leave the list.
  func expectDeparture(of targets: ItemTargets) -> EventQueue.Expectation {
    guard targets.count > ItemList.maxSearched else {
      return input.expectDeparture(of: targets.identifiers(), sample: nil)
    }
    return input.expectDeparture(of: [], sample: items.sample(of: targets))
  }

  /// Waits no longer for what was saved, as something else has been made of it since.
  func forgetSaved() {
    items.stopAwaiting()
    input.endSaved()
    items.follow()
  }

  /// Drops what waits, and says so: what it was meant for did not come about.
  func dropWaiting() {
    if let dropped = input.drop() { notices.say("dropped: \(dropped)") }
  }

  /// Shows a line again whose text could not be saved.
  func restore(_ failed: LinePrompt) {
    stay()
    // The keys that wait were not typed for this text.
    dropWaiting()
    layers.restore(failed)
  }

  // MARK: - Leaving

  func shouldExit(_ reason: ExitReason) -> Bool {
    leave(reason)
    return false
  }

  /// Leaves, unless a draft would be lost that nobody has warned of.
  func quit() {
    guard !editor.mustWarn() else {
      let key = keys.first(of: .quit) ?? "quit"
      return notices.say("What you typed in the editor is not saved; \(key) again drops it")
    }
    leave(.quit(status: 0))
  }

  /// Leaves when the last change has ended, so that nothing is lost.
  ///
  /// If that change fails, a person who wanted to quit stays, to see why; a signal is obeyed all the same.
  private func leave(_ reason: ExitReason) {
    // A signal that comes while a person waits to quit can't be taken back.
    if case .quit = reason, leaving != nil { return }
    leaving = reason
    changes.whenIdle { [weak self] in
      guard let self, leaving == reason else { return }
      application?.exit(reason)
    }
  }

  /// Takes a wish to quit back; a signal or a vanished terminal can't be.
  func stay() {
    if case .quit = leaving { leaving = nil }
  }
}
