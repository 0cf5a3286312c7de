import DataProvider
import TerminalUI

/// Questions before something is deleted.
extension ListScreen {
  /// Asks; Enter keeps it.
  ///
  /// - Parameter focus: the button that is chosen; a question that is asked again keeps what a person chose.
  func askToDelete(_ what: String, answering answer: Overlay.Answer, focus: Int) {
    var dialog = Dialog(
      "Delete", message: "\(what) It can be undone.",
      buttons: [
        DialogButton("Delete", key: "d", answer: answer),
        DialogButton("Keep", key: "k", answer: Overlay.Answer.closed),
      ], focus: focus)
    dialog.style = environment.roles.overlay
    overlay = .dialog(dialog)
  }

  /// Counts in the background how many items a question is about; one that can't be told leaves the question as it is.
  ///
  /// - Parameter ask: asks again with the number, unless the question was answered meanwhile.
  func countWhileAsking(
    _ count: @escaping @Sendable (DataHandler) async throws -> Int,
    ask: @escaping @MainActor (_ count: Int, _ focus: Int) -> Void
  ) {
    let createHandler = environment.createHandler
    overlayWork = Task { [weak self] in
      let counting = Task.detached { try await count(createHandler()) }
      let number = try? await withTaskCancellationHandler {
        try await counting.value
      } onCancel: {
        counting.cancel()
      }
      guard let self, let number, !Task.isCancelled, case .dialog(let dialog) = overlay else { return }
      ask(number, dialog.focus)
      application?.setNeedsDisplay()
    }
  }
}
