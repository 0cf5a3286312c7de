import DocketConfiguration
import DocketData
import TerminalUI

/// What is said in passing; an offer to undo is taken back when undo would do something else.
extension ListScreen {
  /// Says something, with what can be done about it.
  func say(_ text: String, offering command: Command? = nil) {
    let hint = command.flatMap { command in
      keys.keys(of: command).first.map { KeyHint($0, command.entry.title) }
    }
    toasts?.show(Toast(text, hint: hint))
    offeredCommand = command
    offer = nil
    if command == .undo || command == .redo { noteStep() }
  }

  /// Says why a key does nothing; the next key takes that away.
  func refuse(_ text: String) {
    say(text)
    refusal = toasts?.current
  }

  /// Takes away why the key before did nothing.
  func dismissRefusal() {
    guard let refusal else { return }
    self.refusal = nil
    if toasts?.current == refusal { dismissToast() }
  }

  /// Another change of ours is what undo would take back from now on.
  func takeOfferBack() {
    guard offer != nil else { return }
    dismissToast()
  }

  /// Takes away what is said, and what it offers.
  func dismissToast() {
    offer = nil
    toasts?.dismiss()
  }

  /// Remembers which step the offer is about.
  private func noteStep() {
    let offer = UndoOffer()
    self.offer = offer
    readLastStep { step in offer.step = step }
  }

  /// Asks whether another change of ours, as by the command line, came after what is offered to be undone.
  ///
  /// Undo takes back none of anybody else's, so these do not matter.
  func checkOffer() {
    guard let offer, let step = offer.step, !offer.isChecking else { return }
    offer.isChecking = true
    readLastStep { [weak self] last in
      offer.isChecking = false
      guard let self, self.offer === offer, last != step else { return }
      takeOfferBack()
      application?.setNeedsDisplay()
    }
  }

  private func readLastStep(_ body: @escaping @MainActor (LoggedStep?) -> Void) {
    let createHandler = environment.createHandler
    Task {
      let step = await Task.detached { try? await createHandler().lastOwnStep() }.value
      body(step)
    }
  }
}

extension DataHandler {
  /// More steps of others are not looked through for one of ours.
  private static let mostLooks = 100

  /// What the handler's author did last.
  fileprivate func lastOwnStep() throws -> LoggedStep? {
    let author = modelContext.author
    return try log(limit: Self.mostLooks).first { $0.author == author }
  }
}

extension Event {
  /// Whether somebody did something.
  var isOfThePerson: Bool {
    switch self {
    case .key, .paste, .mouse: true
    case .resize, .focus: false
    }
  }
}

/// An offer to undo or redo.
@MainActor
final class UndoOffer {
  /// The last step when it was made; nil until that is known.
  var step: LoggedStep?
  var isChecking = false
}
