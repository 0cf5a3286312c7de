import DocketConfiguration
import DocketData
import TerminalUI

/// Short messages: toasts, refusals, and the undo that a toast offers.
///
/// Undo is offered only while it would revert what the toast says.
@MainActor
final class Notices {
  /// An offer to undo or redo.
  private struct Offer {
    let number: Int
    /// The last step when it was made; nil until that is known.
    var step: LoggedStep?
    /// Whether the step is being read, or was.
    var isStepRead = false
    var isChecking = false
  }

  /// A message that comes by itself.
  private struct Message: Equatable {
    let text: String
    /// Whether it tells what became due: it stays until the person is there.
    var isReminder = false
  }

  private let keys: CommandKeys
  private let changes: ChangeQueue
  private let watch: StepWatch
  private var shelf: ToastShelf?
  private var events: ScreenEvents?
  private var command: Command?
  private var refusal: Toast?
  /// What a command said at once, while it is shown.
  private var answer: Toast?
  /// The reminder that is shown until the person does something.
  private var reminder: Toast?
  /// The titles of what became due since the person did something, the newest first.
  private var unseenTitles: [String] = []
  /// What is said once a reminder, or the message that offers an undo, is gone.
  private var waiting: [Message] = []
  private var offer: Offer?
  private var lastOffer = 0

  init(keys: CommandKeys, changes: ChangeQueue, _ watch: StepWatch) {
    (self.keys, self.changes, self.watch) = (keys, changes, watch)
  }

  /// Begins to show toasts, and to tell when one has gone by itself.
  func start(clock: any EventClock, _ events: @escaping ScreenEvents) {
    let shelf = ToastShelf(clock: clock)
    shelf.onChange = { [weak self] in
      self?.offer = nil
      self?.sayNext()
      events(.redraw)
    }
    (self.shelf, self.events) = (shelf, events)
    watch.onUndone = { [weak self] step, canBeRedone in
      self?.say("undone elsewhere: \(step.words)", offering: canBeRedone ? .redo : nil)
      events(.redraw)
    }
  }

  // MARK: - Saying

  /// The message that is shown.
  var text: String? { shelf?.current?.text }

  /// Shows a message, with a command that it offers.
  func say(_ text: String, offering command: Command? = nil) {
    let hint = command.flatMap { command in keys.first(of: command).map { KeyHint($0, command.entry.title) } }
    keepReminder()
    shelf?.show(Toast(text, hint: hint))
    (self.command, offer) = (command, nil)
    answer = nil
    if command == .undo || command == .redo { makeOffer() }
  }

  /// Shows what came of a command, until another one begins.
  func answer(_ text: String, offering command: Command? = nil) {
    say(text, offering: command)
    answer = shelf?.current
  }

  /// Shows a message that comes by itself, after one that offers something or reminds: both can be read.
  func sayInTurn(_ text: String) { sayInTurn(Message(text: text)) }

  /// Says what became due, until the person does something and then as long as any message.
  ///
  /// - Parameter titles: those of the items that became due now; what the person has not seen yet is counted with them.
  func remind(of titles: [String]) {
    unseenTitles = titles + unseenTitles
    guard let first = unseenTitles.first else { return }
    let more = unseenTitles.count > 1 ? " and \((unseenTitles.count - 1).grouped) more" : ""
    sayInTurn(Message(text: "due now: “\(first)”\(more)", isReminder: true))
  }

  private func sayInTurn(_ message: Message) {
    if message.isReminder {
      waiting.removeAll(where: \.isReminder)
      // It tells of what the one that is shown tells of, too.
      if reminder != nil { return show(message) }
    }
    guard shelf?.current?.hint != nil || reminder != nil || !waiting.isEmpty else { return show(message) }
    guard waiting.last != message else { return }
    waiting.append(message)
    let others = waiting.filter { !$0.isReminder }
    if others.count > Self.maxWaiting { waiting.removeAll { $0 == others.first } }
  }

  /// More of them would be read by nobody.
  private static let maxWaiting = 3

  /// What waits to be shown, without reminders.
  var unshown: [String] { waiting.filter { !$0.isReminder }.map(\.text) }

  private func sayNext() {
    guard !waiting.isEmpty, shelf?.current == nil else { return }
    show(waiting.removeFirst())
  }

  private func show(_ message: Message) {
    reminder = nil
    say(message.text)
    guard message.isReminder, let toast = shelf?.current else { return }
    shelf?.show(toast, for: nil)
    reminder = toast
  }

  /// Queues the reminder that another message replaces, as nobody has seen it yet.
  private func keepReminder() {
    guard let reminder else { return }
    waiting.insert(Message(text: reminder.text, isReminder: true), at: 0)
    self.reminder = nil
  }

  /// Notes that the person is there: the last refusal goes, and a reminder in a while.
  func noteInput() {
    dismissRefusal()
    guard let reminder else { return }
    unseenTitles = []
    self.reminder = nil
    shelf?.show(reminder)
  }

  /// Shows why a key does nothing, until the next event of the person.
  func refuse(_ text: String) {
    say(text)
    refusal = shelf?.current
  }

  /// Hides what the command before has said at once, as another one begins; whatever else is said stays its time.
  func noteCommand() {
    guard let answer else { return }
    self.answer = nil
    if shelf?.current == answer { dismiss() }
  }

  /// Hides the last refusal.
  private func dismissRefusal() {
    guard let refusal else { return }
    self.refusal = nil
    if shelf?.current == refusal { dismiss() }
  }

  /// Hides the message, and withdraws its offer.
  func dismiss() {
    offer = nil
    keepReminder()
    shelf?.dismiss()
    sayNext()
  }

  // MARK: - Offers

  /// Whether an undo is offered whose step is known, for tests.
  var isOfferReady: Bool { offer?.step != nil && offer?.isChecking == false }

  /// Whether an undo or redo is offered, for tests.
  var isOffering: Bool { offer != nil }

  /// Withdraws an offer and watches its step no more: from now on, undo would revert another change.
  func withdrawOffer() {
    watch.stop()
    if offer != nil { dismiss() }
  }

  private func makeOffer() {
    lastOffer += 1
    offer = Offer(number: lastOffer)
  }

  /// Follows a frame: finds out which step the offer in it is about.
  ///
  /// To read that before would have delayed the frame.
  func noteShown() {
    guard let offer, !offer.isStepRead else { return }
    guard !changes.status.isSaving else {
      // A change that had waited runs by now: undo would revert that.
      dismiss()
      events?(.redraw)
      return
    }
    self.offer?.isStepRead = true
    readLastStep(for: offer.number) { notices, step in
      notices.offer?.step = step
      // Unless a change of ours runs or waits by now, which may undo the step itself.
      if let step, step.state == .done, !notices.changes.status.isSaving { notices.watch.follow(step) }
    }
  }

  /// Withdraws an offer if another change of ours came after it, for example from the command line.
  ///
  /// Undo reverts nobody else's changes, so these do not matter.
  func checkOffer() {
    guard let offer, let step = offer.step, !offer.isChecking else { return }
    self.offer?.isChecking = true
    readLastStep(for: offer.number) { notices, last in
      notices.offer?.isChecking = false
      guard last != step else { return }
      notices.dismiss()
      notices.events?(.redraw)
    }
  }

  /// Reads what was done last; the answer is dropped if there is another offer by then.
  private func readLastStep(for number: Int, _ body: @escaping @MainActor (Notices, LoggedStep?) -> Void) {
    Task { [weak self, changes] in
      let step = await changes.read { try await $0.lastOwnStep() } ?? nil
      if let self, offer?.number == number { body(self, step) }
    }
  }

  /// The command of the hint that was pressed; the toast has done its work then.
  func command(pressedBy mouse: MouseEvent) -> Command? {
    guard shelf?.hint(pressedBy: mouse) != nil, let command else { return nil }
    dismiss()
    return command
  }

  func render(into canvas: inout Canvas, in area: Rect, sparing row: Int?) {
    shelf?.render(into: &canvas, in: area, sparing: row)
  }
}

extension DataHandler {
  /// The last step of the handler's author; steps before many others are not looked for.
  fileprivate func lastOwnStep() throws -> LoggedStep? {
    let author = modelContext.author
    return try log(limit: 100).first { $0.author == author }
  }
}
