import DocketConfiguration
import DocketData
import TerminalUI

/// What is said in passing: toasts, refusals, and the undo that a toast offers.
///
/// An offer of undo stands only while undo would take back what the toast says.
@MainActor
final class Notices {
  /// An offer to undo or redo.
  private struct Offer {
    let number: Int
    /// The last step when it was made; nil until that is known.
    var step: LoggedStep?
    var isChecking = false
  }

  private let keys: CommandKeys
  private let changes: ChangeQueue
  private var shelf: ToastShelf?
  private var onRedraw: (@MainActor () -> Void)?
  private var command: Command?
  private var refusal: Toast?
  private var offer: Offer?
  private var lastOffer = 0

  init(keys: CommandKeys, changes: ChangeQueue) { (self.keys, self.changes) = (keys, changes) }

  /// Begins to show toasts.
  ///
  /// - Parameter onRedraw: called when a toast has gone by itself.
  func start(clock: any EventClock, onRedraw: @escaping @MainActor () -> Void) {
    let shelf = ToastShelf(clock: clock)
    shelf.onChange = { [weak self] in
      self?.offer = nil
      onRedraw()
    }
    (self.shelf, self.onRedraw) = (shelf, onRedraw)
  }

  // MARK: - Saying

  /// What is said now.
  var text: String? { shelf?.current?.text }

  /// Says something, with what can be done about it.
  func say(_ text: String, offering command: Command? = nil) {
    let hint = command.flatMap { command in keys.first(of: command).map { KeyHint($0, command.entry.title) } }
    shelf?.show(Toast(text, hint: hint))
    (self.command, offer) = (command, nil)
    if command == .undo || command == .redo { makeOffer() }
  }

  /// Says why a key does nothing; the next event of the person takes that away.
  func refuse(_ text: String) {
    say(text)
    refusal = shelf?.current
  }

  /// Takes away why the key before did nothing.
  func dismissRefusal() {
    guard let refusal else { return }
    self.refusal = nil
    if shelf?.current == refusal { dismiss() }
  }

  /// Takes away what is said, and what it offers.
  func dismiss() {
    offer = nil
    shelf?.dismiss()
  }

  // MARK: - Offers

  /// Whether an undo is offered, and it is known what it would take back.
  var isOfferReady: Bool { offer?.step != nil && offer?.isChecking == false }

  /// Whether an undo or redo is offered.
  var isOffering: Bool { offer != nil }

  /// Takes an offer back: another change of ours is what undo would take back from now on.
  func withdrawOffer() { if offer != nil { dismiss() } }

  /// Remembers which step the offer is about.
  private func makeOffer() {
    lastOffer += 1
    let number = lastOffer
    offer = Offer(number: number)
    readLastStep(for: number) { $0.offer?.step = $1 }
  }

  /// Takes an offer back if another change of ours, as by the command line, came after it.
  ///
  /// Undo takes back none of anybody else's changes, so these do not matter.
  func checkOffer() {
    guard let offer, let step = offer.step, !offer.isChecking else { return }
    self.offer?.isChecking = true
    readLastStep(for: offer.number) { notices, last in
      notices.offer?.isChecking = false
      guard last != step else { return }
      notices.dismiss()
      notices.onRedraw?()
    }
  }

  /// Reads what was done last; the answer is dropped if there is another offer by then.
  private func readLastStep(for number: Int, _ body: @escaping @MainActor (Notices, LoggedStep?) -> Void) {
    Task { [weak self, changes] in
      let step = await changes.read { try await $0.lastOwnStep() } ?? nil
      if let self, offer?.number == number { body(self, step) }
    }
  }

  // MARK: - On the screen

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
