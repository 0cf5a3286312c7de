import DocketConfiguration
import DocketData
import DocketLocking
import SwiftData
import TerminalUI

/// Routes keys, pastes and mouse events: each waits for its turn, then goes to the top layer.
@MainActor
struct EventRouter {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }
  private var layers: LayerStack { screen.layers }

  func handle(_ event: Event) {
    // What the person does now is meant for the editor.
    guard !screen.editor.isOpen else { return }
    switch event {
    case .key(let key): take(key)
    case .paste(let paste): take(.paste(paste.text))
    case .mouse(let mouse): take(mouse)
    case .resize, .focus: break
    }
  }

  private func take(_ input: EventQueue.Input) {
    screen.notices.noteInput()
    screen.input.append(input)
    resume()
  }

  // MARK: - Turns

  /// Performs the queued events until one has to wait.
  func resume() { screen.input.resume({ listState }, holds: holds, perform: perform) }

  private var listState: EventQueue.ListState {
    EventQueue.ListState(isOnTop: layers.isEmpty, cursor: items.view.selectedID, isCurrent: items.rows.isCurrent)
  }

  /// Whether a command or a key has to wait for the list.
  private func holds(_ action: EventQueue.Action, _ unsettled: EventQueue.Unsettled) -> Bool {
    let isInList = screen.panes.focus == .list
    switch action {
    case .run: return isInList && unsettled.item
    case .perform(let command):
      let row = command.row
      if row.traits.contains(.movesCursor), unsettled.moves { return true }
      if isInList, items.reachesUnreadRows(row.reach) { return true }
      if row.actsOnItems, unsettled.item { return true }
      // A change of the item will make another one of it.
      if row.traits.contains(.readsItem), let id = items.targets.only, screen.changes.mayChange(id) { return true }
      return row.traits.contains(.needsAllRows) && row.disabledReason(screen) == nil && items.isBeingRead
    case .pass(let key):
      // With Shift it moves as far, and marks.
      return isInList && key != Key(.escape)
        && (unsettled.moves || items.reachesUnreadRows(Motion(Key(key.code))))
    case .reject, .awaitSequence, .awaitKey, .deliver: return false
    }
  }

  // A literal would be parsed again with each key.
  private static let (interrupt, suspend): (Key, Key) = ("^c", "^z")

  private func take(_ key: Key) {
    // Escape cancels the job that the bar shows; nothing of a change is stored then.
    if layers.cancelsJob(key) { return screen.changes.cancelLongJob() }
    guard key == Self.interrupt || key == Self.suspend else { return take(.key(key)) }
    screen.notices.noteInput()
    for action in screen.input.overtake(key, isListOnTop: layers.isEmpty) { perform(action) }
  }

  // MARK: - Actions

  private func perform(_ action: EventQueue.Action) {
    switch action {
    case .perform(.quit), .awaitSequence, .awaitKey: break
    case .perform, .run, .pass, .reject, .deliver: screen.noteStaying()
    }
    switch action {
    case .perform(let command):
      screen.changes.dismissFailure()
      perform(command)
    case .run(let command):
      screen.changes.dismissFailure()
      perform(command)
    case .pass(let key):
      screen.changes.dismissFailure()
      if key == Key(.escape) { escape() } else if screen.panes.focus == .list { _ = items.view.handle(key) }
    case .reject(let keys):
      screen.changes.dismissFailure()
      screen.notices.refuse("\(keys.map(\.description).joined(separator: " ")) does nothing")
    case .awaitSequence, .awaitKey: screen.changes.dismissFailure()
    case .deliver(let input): deliver(input)
    }
  }

  /// Performs a command, or says why it can't be now.
  private func perform(_ command: Command) { perform(command.row, command.entry.title) }

  /// Performs a command of the person's own.
  private func perform(_ command: OwnCommand) {
    perform(
      CommandRow(.items, disabled: { OwnCommands($0).disabledReason }) { OwnCommands($0).run(command) }, command.title)
  }

  private func perform(_ row: CommandRow, _ title: String) {
    if !row.traits.contains(.movesCursor) { screen.notices.noteCommand() }
    if let reason = row.disabledReason(screen) ?? reasonNotAimed(row) {
      return screen.notices.refuse("\(title): \(reason)")
    }
    StallMeter.during(title) { row.run(screen) }
  }

  /// Why a command is not for the item that is under the cursor now; nil if it is.
  private func reasonNotAimed(_ row: CommandRow) -> String? {
    let isForCursor = row.target == .cursorItem || row.target == .items && items.view.markedCount == 0
    guard isForCursor, screen.panes.focus != .sidebar, let id = items.view.selectedID,
      items.cursor.isUnseen(id, at: screen.terminal.now)
    else { return nil }
    return "the list has moved, and \(items.words(for: id)) is under the cursor now; press the key again if you mean it"
  }

  /// Escape in the list: leaves a pane, else ends the selection, else the search, else goes back to the list before.
  private func escape() {
    screen.notices.dismiss()
    if screen.panes.focus != .list { return screen.panes.focus(.list) }
    if items.view.markedCount > 0 { return items.view.unmarkAll() }
    if !items.listing.search.isEmpty { return Searching(screen).goBack() }
    Showing(screen).goBack()
  }

  private func deliver(_ input: EventQueue.Input) {
    switch input {
    case .key(let key): deliver(key)
    case .paste(let text): insert(text)
    case .hint(let command):
      // The hint has gone with the list's footer, if something lies over it by now.
      guard layers.isEmpty else { return }
      screen.input.forgetSequence()
      perform(command)
    case .offer(let command): perform(command)
    case .row(let id, let mouse): if layers.isEmpty { press(id, mouse) }
    case .order(let order): if layers.isEmpty { Showing(screen).order(by: order) }
    case .mouse(let mouse): deliver(mouse)
    }
  }

  /// Gives a key to what lies over the list; `^c` leaves that, and what is being typed as Escape does, but for notes.
  private func deliver(_ key: Key) {
    if layers.prompt == nil || key == Key(.escape) { screen.changes.dismissFailure() }
    let now = screen.terminal.now
    switch key {
    case "^c" where layers.overlay == nil || layers.overlay is QuestionLayer:
      apply(layers.handle(Key(.escape), at: now))
    // Notes ask whether what was typed is to be discarded.
    case "^c" where !(layers.overlay is NotesLayer): layers.closeOverlay()
    case "^z": perform(.suspend)
    default: apply(layers.handle(key, at: now))
    }
  }

  private func apply(_ outcome: LayerOutcome) {
    switch outcome {
    case .stays, .closes: break
    case .refuses(let reason): screen.notices.refuse(reason)
    case .submits: Editing(screen).submit()
    case .cancels: Editing(screen).cancel()
    case .completes: complete()
    case .edited: textChanged()
    case .turnsPage: Planning(screen).count()
    case .shows(let theme): Theming(screen).show(theme)
    case .decides(let decision): Resolving(screen).decide(decision)
    case .closesFor(let choice): apply(choice)
    }
  }

  private func complete() {
    guard let prompt = layers.prompt else { return }
    let (text, purpose) = (prompt.field.text, prompt.purpose)
    let names = purpose.hasNames ? Completion(of: text, purpose, screen.names.all) : nil
    let candidates = names ?? screen.suggestions.completion(of: prompt)
    layers.edit { $0.complete(with: candidates) }
    textChanged()
  }

  /// Follows what is typed: a search shows its matches, and a field that takes numbers of items suggests some.
  private func textChanged() {
    guard let prompt = layers.prompt else { return }
    if prompt.isSearch { Searching(screen).textChanged() } else { screen.suggestions.update(for: prompt) }
  }

  private func apply(_ choice: LayerOutcome.Choice) {
    switch choice {
    case .keep: break
    case .command(let command): perform(command)
    case .own(let command): perform(command)
    case .filter(let filter): Showing(screen).show(filter)
    case .context(let context): Showing(screen).narrow(to: context)
    case .order(let order): Showing(screen).order(by: order)
    case .theme(let theme, true): Theming(screen).use(theme)
    case .theme(let theme, false): Theming(screen).show(theme)
    case .addLines(let lines, let parent): Adding(screen).addLines(lines, to: parent)
    case .joinLines(let lines, let parent): Adding(screen).joinLines(lines, to: parent)
    case .arrange(let targets, let down): Changing(screen).arrange(targets, down: down)
    case .delete(let targets): Deleting(screen).delete(targets)
    case .deleteNamed(let thing): Naming(screen).delete(thing)
    case .leaveList(let name): Sharing(screen).leave(name)
    case .openLink(let link): Links(screen).open(link)
    case .finishNotes(let layer): screen.notesEditor.finish(layer, in: screen)
    }
  }

  /// A paste goes to where something is being typed; several lines may become items.
  private func insert(_ text: String) {
    if layers.insert(text) || Adding(screen).paste(text) { return }
    guard layers.prompt != nil else {
      return screen.notices.refuse("press \(screen.keys.first(of: .add) ?? "add") first, then paste")
    }
    layers.edit { $0.insert(text) }
    textChanged()
  }

  // MARK: - The mouse

  /// Queues what was pressed, by what the last frame showed.
  private func take(_ mouse: MouseEvent) {
    let frame = screen.frame
    guard !frame.isEmpty else { return }
    if layers.cancelsJob(mouse) { return screen.changes.cancelLongJob() }
    if case .press(0) = mouse.action {
      // What was pressed is not on top any more, or not yet.
      guard frame.top == layers.top else { return }
      if let column = frame.footerColumn(at: mouse.position) { return pressFooter(frame.hint(at: column)) }
      if layers.overlay == nil, let command = screen.notices.command(pressedBy: mouse) { return take(.offer(command)) }
      if layers.isEmpty, let column = frame.headingColumn(at: mouse.position) { return pressHeading(column) }
      if layers.isEmpty, screen.panes.pane(at: mouse.position) == .list,
        let index = items.view.index(at: mouse.position)
      {
        return take(.row(items.rows.id(at: index), mouse))
      }
    }
    take(.mouse(mouse))
  }

  /// A press on a hint does what its key does.
  private func pressFooter(_ hint: KeyHint?) {
    guard let hint else { return }
    let pressed = hint.keys.split(separator: " ").compactMap { Key(String($0)) }
    if layers.isEmpty, let command = screen.keys.bindings[pressed] { return take(.hint(command)) }
    for key in pressed { take(key) }
  }

  /// A press on the heading of a column sorts by it, and another one the other way around.
  private func pressHeading(_ column: Column) {
    guard let key = column.orderKey else { return }
    let order = items.order
    take(.order(order.key == key ? order.reversed : key.usualOrder))
  }

  private func deliver(_ mouse: MouseEvent) {
    guard layers.isEmpty else { return apply(layers.handle(mouse)) }
    switch screen.panes.handle(mouse) {
    case .outside: _ = items.view.handle(mouse)
    case .taken: break
    case .chosen(let filter): Showing(screen).choose(filter)
    }
  }

  /// Takes a press on the row of an item, which may have moved since.
  private func press(_ id: PersistentIdentifier, _ mouse: MouseEvent) {
    screen.panes.focus(.list)
    if let index = items.view.index(at: mouse.position), items.rows.id(at: index) == id {
      let isFold = mouse.modifiers.isEmpty && items.hasFoldMark(id, at: mouse.position)
      if mouse.clickCount == 2, !isFold { return perform(.open) }
      _ = items.view.handle(mouse)
      if isFold { perform(.fold) }
    } else if let index = items.index(of: id) {
      items.view.select { $0.select(index) }
    }
  }
}
