import DocketConfiguration
import DocketData
import DocketPrograms
import Foundation
import SwiftData
import TerminalUI

/// The full-screen list: wires rows, panes, layers, waiting events and changes.
///
/// Each of these has private state. ``EventRouter`` gives them events, ``Following`` takes what they report,
/// ``ListDrawing`` draws them.
@MainActor
final class ListScreen: Scene {
  /// What the screen needs from outside.
  struct Environment {
    let context: ModelContext
    let createHandler: ChangeQueue.HandlerFactory
    var configuration = Configuration()
    /// That of the terminal.
    var background = Background.dark
    /// What to show at first.
    var listing = Listing.everything
    /// What opens by itself, to which Escape leads in the end; nil for what was shown at first.
    var usual: Listing?
    /// The panes that do not open by themselves, as they were hidden in an earlier list.
    var hiddenPanes: Set<ListPanes.Pane> = []
    var now: @MainActor () -> Date = { Date() }
    /// The program that syncs the store; nil if it does not sync.
    var sync: SyncProgram?
    /// Starts the program that opens links.
    var openers: any ChildLauncher = ProcessLauncher(inBackground: true)
    /// Runs the person's hooks; nil if there are none.
    var hooks: HookFollower?
    /// The store's file; nil for a preview.
    var store: URL?
    /// Whether it says what becomes due, if that is configured.
    var reminds = true

    /// The theme that is shown, at first that of the configuration.
    let look = Look()

    @MainActor var roles: Roles { look.roles }
    /// What dates that people type are relative to.
    @MainActor var reference: DateReference { DateReference(now: now()) }

    private let moment = QueryMoment()
    /// What queries and numbers are relative to; the same for a minute, unlike `reference`.
    @MainActor var queryReference: DateReference { moment.reference(at: now()) }
    /// Has what is asked for from now on be relative to this moment.
    @MainActor func renewQueryReference() { moment.renew(at: now()) }

    /// The order of rows, with sections and urgency as they are at a moment.
    @MainActor
    func order(_ orders: [ItemOrder], at moment: DateReference, after earlier: RowOrder? = nil) -> RowOrder {
      RowOrder(orders, Urgency(configuration.urgency.weights, at: moment), in: context, after: earlier)
    }
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
  let notesEditor = NotesEditor()
  let names: LiveNames
  let suggestions: ItemSuggestions
  let searches = SearchHistory()
  let terminal = TerminalAccess()
  let leaving: Leaving
  let lines = DrawnLines()
  let sync: SyncWatch
  let reminders: DueWatch
  private let clockWatch: ClockWatch
  let running = RunningCommands()
  private var hasBegunBackgroundWork = false
  /// Whether the last thing the person did was to leave, and drafts would have been lost.
  private var hasWarnedOfDrafts = false
  /// What the last frame showed, for the mouse.
  private(set) var frame = ShownFrame()

  /// - Throws: `StoreError` if the store can't be read, `QueryError` if the filter makes no sense.
  init(_ environment: Environment) throws {
    self.environment = environment
    environment.look.begin(environment.configuration, on: environment.background)
    keys = CommandKeys(environment.configuration)
    items = try ItemList(environment, keys)
    panes = ListPanes(environment)
    changes = ChangeQueue(createHandler: environment.createHandler)
    notices = Notices(keys: keys, changes: changes, StepWatch(environment.context))
    input = EventPump(keys)
    names = LiveNames(environment)
    suggestions = ItemSuggestions(changes)
    leaving = Leaving(terminal, after: changes)
    sync = SyncWatch(environment.sync)
    reminders = DueWatch(environment, changes)
    clockWatch = ClockWatch(environment)
  }

  func start(in application: Application) {
    terminal.open(application)
    notices.start(clock: application.clock, tell)
    input.start(clock: application.clock, tell)
    items.start(tell)
    names.start(tell)
    suggestions.start { [terminal] in terminal.setNeedsDisplay() }
    panes.start(tell)
    layers.start(tell)
    fitPanes()
    showInPanes()
    changes.start(clock: application.clock, tell)
    sync.start(tell)
  }

  /// Begins what can wait until the first rows are shown, which need the processors: numbers, panes, reminders, hooks.
  private func beginBackgroundWork() {
    guard !hasBegunBackgroundWork, !items.awaitsFirstRows, let clock = terminal.clock else { return }
    hasBegunBackgroundWork = true
    items.beginCounting()
    panes.begin(environment.queryReference)
    if environment.reminds { reminders.start(clock: clock, tell) }
    clockWatch.start(clock: clock, tell)
    let tell = tell
    let hooks = environment.hooks
    hooks?.start { line in
      Task { @MainActor in
        hooks?.noteArrival(of: line)
        tell(.hook(line))
      }
    }
  }

  private var tell: ScreenEvents {
    { [weak self] event in
      if let self { Following(self).follow(event) }
    }
  }

  func handle(_ event: Event) {
    let now = environment.now()
    items.update(now, counting: !layers.isSearching)
    reminders.update(now)
    if case .resize = event { fitPanes() }
    EventRouter(self).handle(event)
    panes.update(now, environment.queryReference, counting: !layers.isSearching)
    items.noteCursor()
    showInPanes()
  }

  /// Shows what has changed with time alone, though nobody pressed a key.
  func followClock() {
    let now = environment.now()
    items.update(now, counting: !layers.isSearching, isLater: true)
    panes.update(now, environment.queryReference, counting: !layers.isSearching, isLater: true)
    showInPanes()
    terminal.setNeedsDisplay()
  }

  /// Lets the panes follow the list; not while something is drawn.
  func showInPanes() {
    let id = items.view.selectedID
    panes.follow(
      selected: id, hasSubitems: id.map(items.rows.subitems.mayExist(of:)) ?? false, in: items.listing,
      environment.queryReference)
  }

  /// Shows another list; keys wait no longer for what was expected of the one before.
  ///
  /// - Throws: `QueryError` if it makes no sense; the list stays as it is then.
  func show(_ listing: Listing) throws(QueryError) {
    try items.show(listing, counting: !layers.isSearching)
    if !items.rows.isCurrent { input.holdMoves() }
    input.endAll()
  }

  func shouldExit(_ reason: ExitReason) -> Bool {
    // A signal leaves no time for a question.
    notesEditor.saveBeforeLeaving(self)
    leaving.leave(reason)
    return false
  }

  /// Leaves; where drafts would be lost, only if the person does nothing else after a warning.
  func quit() {
    if !hasWarnedOfDrafts, let drafts = wordsForDrafts {
      hasWarnedOfDrafts = true
      return notices.refuse("\(keys.first(of: .quit) ?? "quit") again discards \(drafts)")
    }
    leaving.leave(.quit(status: 0))
    // The bar of a long change has the footer's place.
    if changes.progress != nil, changes.status.isSaving { notices.say("Quits once this is saved") }
  }

  /// Notes that the person does something else than to leave, so that leaving warns of drafts anew.
  func noteStaying() { hasWarnedOfDrafts = false }

  /// What leaving would lose: "your draft “Buy milk”"; nil if there is nothing.
  private var wordsForDrafts: String? {
    let texts = layers.draftTexts
    switch texts.count + editor.draftCount {
    case 0: return nil
    case 1: return texts.first.map { "your draft “\($0)”" } ?? "your draft from the editor"
    case let count: return "your \(count) drafts"
    }
  }

  /// Takes the colours of another theme.
  func takeColors() {
    let roles = environment.roles
    items.take(roles)
    panes.take(roles)
    lines.forget()
    terminal.setNeedsDisplay()
  }

  func prepareToDraw() { items.prepareToDraw(isFocused: panes.focus == .list) }

  /// Opens and closes panes by themselves, as there is room for them.
  private func fitPanes() {
    if environment.configuration.panes == .auto { panes.fit(terminal.size, environment) }
  }

  func render(into canvas: inout Canvas) {
    let drawn = ListDrawing(self).render(into: &canvas)
    if !canvas.isFresh { frame = drawn }
  }

  func noteShown() {
    beginBackgroundWork()
    notices.noteShown()
    guard !frame.isEmpty else { return }
    items.noteShown(at: layers.overlay == nil ? terminal.now : nil)
    layers.noteShown(at: terminal.now)
    clockWatch.follow(items.shownMoments(countsByTime: panes.showsCounts))
  }
}

/// The moment that queries and numbers are relative to.
///
/// It is kept for its minute: what is asked for again, such as the list before a search, is the same question then, and
/// is counted already.
@MainActor
private final class QueryMoment {
  private var reference: DateReference?

  nonisolated init() {}

  /// The moment of a minute.
  func reference(at now: Date) -> DateReference {
    if let reference, reference.isInMinute(of: now) { return reference }
    return renew(at: now)
  }

  /// Takes a later moment within the minute: an item became overdue, or was given a date that may be this moment.
  @discardableResult
  func renew(at now: Date) -> DateReference {
    let reference = DateReference(now: now)
    self.reference = reference
    return reference
  }
}
