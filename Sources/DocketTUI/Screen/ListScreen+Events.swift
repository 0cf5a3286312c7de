import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// What keys, pastes and the mouse do: they wait for their turn, then the top layer gets them.
extension ListScreen {
  func handle(_ event: Event) {
    items.update(counting: !isSearching)
    panes.update(environment.now())
    switch event {
    case .key(let key):
      notices.dismissRefusal()
      take(key)
    case .paste(let paste):
      notices.dismissRefusal()
      take(.paste(paste.text))
    case .mouse(let mouse):
      notices.dismissRefusal()
      take(mouse)
    case .resize, .focus: break
    }
    items.noteCursor()
    updatePanes()
  }

  private func take(_ input: EventQueue.Input) {
    self.input.append(input)
    resume()
  }

  // MARK: - Keys

  private func take(_ key: Key) {
    guard !editor.isOpen else { return }
    // Escape ends the job that is shown; nothing of a change is stored then.
    if shownJob?.handle(key) == true { return }
    guard key == "^c" || key == "^z" else { return take(.key(key)) }
    for action in input.overtake(key, isListOnTop: layers.isEmpty) { perform(action) }
  }

  /// The job that takes long, shown in the place of the footer while nothing lies over the list.
  var shownJob: Job? { layers.isEmpty ? changes.longJob : nil }

  /// Whether a command or a key has to wait for the list.
  func holds(_ action: EventQueue.Action, _ unsettled: EventQueue.Unsettled) -> Bool {
    let isInList = panes.focus == .list
    switch action {
    case .perform(let command):
      let row = command.row
      if row.traits.contains(.movesCursor), unsettled.moves { return true }
      if isInList, items.reachesUnreadRows(command == .select ? .rows(1) : row.motion) { return true }
      if row.actsOnItems, unsettled.item { return true }
      // A change of the item will make another one of it.
      if row.traits.contains(.readsItem), let id = items.targets.only, changes.mayChange(id) { return true }
      return row.traits.contains(.needsAllRows) && row.disabledReason(self) == nil && items.isBeingRead
    case .pass(let key):
      return isInList && key != Key(.escape) && (unsettled.moves || items.reachesUnreadRows(ListMotion(key)))
    case .reject, .awaitSequence, .awaitKey, .deliver: return false
    }
  }

  // MARK: - Actions

  func perform(_ action: EventQueue.Action) {
    switch action {
    case .perform(let command):
      changes.dismissFailure()
      perform(command)
    case .pass(let key):
      changes.dismissFailure()
      if key == Key(.escape) { takeBack() } else if panes.focus == .list { _ = items.view.handle(key) }
    case .reject(let keys):
      changes.dismissFailure()
      notices.refuse("\(keys.map(\.description).joined(separator: " ")) does nothing")
    case .awaitSequence, .awaitKey: changes.dismissFailure()
    case .deliver(let input): deliver(input)
    }
  }

  /// Gives a command, or says why it can't be given now.
  func perform(_ command: Command) {
    let row = command.row
    if let reason = row.disabledReason(self) ?? reasonNotAimed(row) {
      return notices.refuse("\(command.entry.title): \(reason)")
    }
    row.run(self)
  }

  /// Why a command is not for the item that is under the cursor now; nil if it is.
  private func reasonNotAimed(_ row: CommandRow) -> String? {
    let isForCursor = row.target == .cursorItem || row.target == .items && items.view.markedCount == 0
    guard isForCursor, panes.focus != .sidebar, let id = items.view.selectedID, items.cursor.isUnseen(id, at: now)
    else { return nil }
    return "the list has moved, and \(items.words(for: id)) is under the cursor now; press the key again if you mean it"
  }

  /// Escape in the list: leaves a pane, else ends the selection, else the search.
  private func takeBack() {
    notices.dismiss()
    if panes.focus != .list { return panes.focus(.list) }
    if items.view.markedCount > 0 { return items.view.unmarkAll() }
    if !items.listing.search.isEmpty { Searching(self).clear() }
  }

  private func deliver(_ input: EventQueue.Input) {
    switch input {
    case .key(let key): deliver(key)
    case .paste(let text): insert(text)
    case .hint(let command):
      // The hint has gone with the list's footer, if something lies over it by now.
      guard layers.isEmpty else { return }
      self.input.forgetSequence()
      perform(command)
    case .offer(let command): perform(command)
    case .row(let id, let mouse): if layers.isEmpty { press(id, mouse) }
    case .mouse(let mouse):
      if !layers.isEmpty { return apply(layers.handle(mouse)) }
      if !panes.handle(mouse) { _ = items.view.handle(mouse) }
    }
  }

  /// Gives a key to what lies over the list; there `^c` is Escape, by which nothing typed is lost.
  private func deliver(_ key: Key) {
    if layers.prompt == nil || key == Key(.escape) { changes.dismissFailure() }
    switch key {
    case "^c" where layers.overlay == nil || layers.overlay is QuestionLayer:
      apply(layers.handle(Key(.escape), at: now))
    case "^c": layers.closeOverlay()
    case "^z": perform(.suspend)
    default: apply(layers.handle(key, at: now))
    }
  }

  private func apply(_ outcome: LayerOutcome) {
    switch outcome {
    case .stays, .closes: break
    case .refuses(let reason): notices.refuse(reason)
    case .submits: Editing(self).submit()
    case .cancels: Editing(self).cancel()
    case .completes: layers.edit { $0.complete(with: completionNames) }
    case .edited: Searching(self).textChanged()
    case .closesFor(let choice): apply(choice)
    }
  }

  private func apply(_ choice: LayerOutcome.Choice) {
    switch choice {
    case .keep: break
    case .command(let command): perform(command)
    case .filter(let filter): show(filter)
    case .order(let order): self.order(by: order)
    case .addLines(let lines, let parent): Adding(self).addLines(lines, to: parent)
    case .joinLines(let lines, let parent): Adding(self).joinLines(lines, to: parent)
    case .delete(let targets): Deleting(self).delete(targets)
    case .deleteNamed(let thing): Naming(self).delete(thing)
    }
  }

  /// A paste goes to where something is being typed; several lines may become items.
  private func insert(_ text: String) {
    if layers.insert(text) || Adding(self).paste(text) { return }
    guard layers.prompt != nil else {
      return notices.refuse("press \(keys.first(of: .add) ?? "add") first, then paste")
    }
    layers.edit { $0.insert(text) }
    Searching(self).textChanged()
  }

  // MARK: - The mouse

  /// Finds out what was pressed, by what the last frame showed, and lets it wait for its turn.
  private func take(_ mouse: MouseEvent) {
    guard !frame.isTooSmall(size) else { return }
    if shownJob?.handle(mouse) == true { return }
    if case .press(0) = mouse.action {
      // What was pressed is not on top any more, or not yet.
      guard frame.shows(layers.top) else { return }
      if frame.isFooter(mouse.position) { return pressFooter(at: mouse.position.x) }
      if layers.overlay == nil, let command = notices.command(pressedBy: mouse) { return take(.offer(command)) }
      if layers.isEmpty, panes.pane(at: mouse.position) == .list, let index = items.view.index(at: mouse.position) {
        return take(.row(items.rows.id(at: index), mouse))
      }
    }
    take(.mouse(mouse))
  }

  /// A press on a hint does what its key does.
  private func pressFooter(at column: Int) {
    guard let hint = frame.hint(at: column) else { return }
    let pressed = hint.keys.split(separator: " ").compactMap { Key(String($0)) }
    if layers.isEmpty, let command = keys.bindings[pressed] { return take(.hint(command)) }
    for key in pressed { take(key) }
  }

  /// Takes a press on the row of an item, which may have moved since.
  private func press(_ id: PersistentIdentifier, _ mouse: MouseEvent) {
    panes.focus(.list)
    if let index = items.view.index(at: mouse.position), items.rows.id(at: index) == id {
      if mouse.clickCount == 2 { perform(.open) } else { _ = items.view.handle(mouse) }
    } else if let index = items.index(of: id) {
      items.view.select { $0.select(index) }
    }
  }

  // MARK: - Commands of the screen

  /// Moves in the pane that has the focus.
  func move(_ motion: ListMotion) {
    if panes.focus == .list { items.view.select { $0.move(motion) } } else { panes.move(motion) }
  }

  /// Shows or hides the details; in the sidebar, shows what is under its cursor.
  func open() {
    if panes.focus == .sidebar { panes.sidebar.choose() } else { panes.toggleDetail() }
  }

  func toggleSidebar() {
    do { try panes.toggleSidebar(environment.reference) } catch { changes.report(error, of: "sidebar") }
  }

  /// Gives the mouse to the program, or back to the terminal, whose own selection works then.
  func toggleMouse() {
    guard let application else { return }
    application.features.formSymmetricDifference(.mouse)
    let isOurs = application.features.contains(.mouse)
    notices.say(isOurs ? "the mouse is docket's; Shift selects text" : "the mouse is the terminal's")
  }

  func suspend() { application?.suspend() }

  /// Puts a text on the clipboard of the terminal.
  ///
  /// - Returns: whether it was sent.
  func copy(_ text: String) -> Bool { application?.copy(text) == true }

  /// Lets the person edit a text in their editor.
  ///
  /// - Returns: nil if there is no application any more.
  func openEditor(on text: String, named name: String) async throws(ChildError) -> EditorEnding? {
    guard let application else { return nil }
    return try await application.openEditor(on: text, named: name)
  }
}
